//! What shows before animations start, while others play, and after they have ended: in the clip `*` and in the player.

use anim_core::Pose;
use anim_hsf_xml::{ClipOptions, Hsf, Player, Report, Whole};
use proptest::prelude::*;

/// An animation with some of its attributes, and what is nested in it.
fn animation(inner: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = String> {
    let pick = |values: &'static [&'static str]| prop::sample::select(values.to_vec());
    let turns = pick(&[
        "<PosInterpolator>[1 0 0] [5 2 3]</PosInterpolator>",
        "<PosInterpolator>+ [5 2 3]</PosInterpolator>",
        "<PosInterpolator Modifiers=\"[l [c 2]]\">4 9</PosInterpolator>",
        "<ScaleInterpolator>[2 2 2] [3 1 1]</ScaleInterpolator>",
        "<QuatRotInterpolator Modifiers=\"[l a]\">[0 0.6 0 0.8] [1 0 0 0]</QuatRotInterpolator>",
        "<AxisRotInterpolator Modifiers=\"[v 0 1 1]\">30 90</AxisRotInterpolator>",
        "<AxisRotInterpolator>70</AxisRotInterpolator>",
        "",
    ]);
    let attributes = (
        pick(&["x", "y", "x/z", "TOB: o"]),
        pick(&["0", "0", "4", "7", "11"]),
        pick(&["0", "0", "3", "25"]),
        pick(&["0", "1", "1", "2", "-1"]),
        pick(&["0", "1"]),
        pick(&["1", "1", "1", "0"]),
    );
    (attributes, pick(&["0 10", "5 12", "-5 5", "3"]), turns, inner).prop_map(
        |((target, delay, current, loops, back, active), timeline, interpolator, inner)| {
            // An endless loop that starts later has its first value before that, which is reported.
            let loops = if loops == "-1" && delay != "0" { "3" } else { loops };
            format!(
                "<Animation Target=\"{target}\" Delay=\"{delay}\" CurrentTick=\"{current}\" Loop=\"{loops}\" RLoop=\"{back}\" \
                 Active=\"{active}\"><Timeline>{timeline}</Timeline>{interpolator}{inner}</Animation>"
            )
        },
    )
}

fn document() -> impl Strategy<Value = String> {
    let nested = animation(Just(String::new()));
    let inner = prop::collection::vec(nested, 0..3).prop_map(|inner| inner.concat());
    prop::collection::vec(animation(inner), 1..4).prop_map(|animations| {
        let object = "<TargetObject Name=\"o\" Path=\"SPATH: x\" Pivot=\"[1 0 2]\" Scale=\"[1 2 1]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\"/>";
        format!("<Animdef TicksPerSecond=\"10\" Delay=\"2\">{object}{}</Animdef>", animations.concat())
    })
}

proptest! {
    #[test]
    fn the_whole_clip_shows_what_the_player_shows_from_the_first_moment_on(text in document()) {
        let hsf = Hsf::parse(text.as_bytes()).unwrap();
        let (options, mut report) = (ClipOptions { whole: Whole::Always, ..ClipOptions::default() }, Report::new());
        let Some(clip) = hsf.clips_with(&options, &mut report).pop().filter(|clip| clip.name == "*") else { return Ok(()) };
        let delayed = report.losses.iter().any(|loss| loss.code.id == "hsf-xml::delay" || loss.message.starts_with("endless motion"));
        if delayed {
            return Ok(());
        }
        let (mut player, mut pose) = (Player::new(hsf), Pose::default());
        for step in 0..60 {
            // Between ticks, at which values jump, and at the first moment.
            let time = if step == 0 { 0.0 } else { f64::from(step) * 0.1 - 0.05 };
            player.advance(time - player.time()).unwrap();
            player.pose(&mut pose);
            // A player has more nodes, of animations that wait, and some of them are parents.
            for (found, expected) in clip.pose(time).local.iter().zip(&pose.local) {
                prop_assert!(found.distance(expected) < 2e-2, "{text}\nat {time}: {found:?}, not {expected:?}");
            }
        }
    }
}
