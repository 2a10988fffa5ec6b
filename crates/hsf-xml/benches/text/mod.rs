//! A long file of keyframes: nine tenths are positions and quaternions with six digits, as exporters write them, the rest are
//! timelines.

use std::fmt::Write;

const BYTES: usize = 50_000_000;

/// How many keyframes one animation has.
const KEYS: usize = 2000;

pub(crate) fn file() -> String {
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24) * 2.0 - 1.0
    };
    let mut text = String::from("<Animdef TicksPerSecond=\"4800\">\n");
    let mut number = 0;
    while text.len() < BYTES {
        writeln!(text, "<Animation Name=\"A{number}\" Target=\"SPATH: MODEL/part{number}\">\n<Timeline>")
            .unwrap();
        (0..KEYS).for_each(|key| write!(text, "{} ", 160 * key).unwrap());
        text.push_str("\n</Timeline>\n<PosInterpolator>\n");
        for _ in 0..KEYS {
            writeln!(text, "[{:.6} {:.6} {:.6}]", 100.0 * random(), 100.0 * random(), random()).unwrap();
        }
        text.push_str("</PosInterpolator>\n<QuatRotInterpolator Modifiers=\"[l a]\">\n");
        for _ in 0..KEYS {
            let q = anim_core::quaternion::normalize([random(), random(), random(), random()]);
            writeln!(text, "[{:.6} {:.6} {:.6} {:.6}]", q[0], q[1], q[2], q[3]).unwrap();
        }
        text.push_str("</QuatRotInterpolator>\n</Animation>\n");
        number += 1;
    }
    text + "</Animdef>\n"
}
