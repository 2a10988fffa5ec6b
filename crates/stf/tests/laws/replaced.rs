//! Baked tracks that are played in place of others.

use anim_core::Report;
use anim_stf::{BakedUse, ClipOptions};

use crate::clips::{LINE, scene};

#[test]
fn a_baked_track_is_played_and_what_it_does_not_show_is_told() {
    // The keys go from 0 at frame 10 to 4 at frame 30.
    for (frames, values, code, differs) in [
        ("10, 20, 30", [0.0, 2.0, 4.0], "stf::baked", false),
        ("10, 20, 29", [0.0, 2.0, 3.8], "stf::baked", false),
        ("10, 20, 25", [0.0, 2.0, 3.0], "stf::overridden", true),
        ("10, 20, 30", [0.0, 2.5, 4.0], "stf::overridden", true),
        ("40, 50, 60", [0.0, 2.0, 4.0], "stf::overridden", true),
        // It holds too early.
        ("10, 11, 12", [0.0, 0.2, 0.4], "stf::overridden", true),
    ] {
        let keys = values.map(|value| format!("[true, {value}, \"linear\"]")).join(",");
        let baked = format!(
            r#"{{"target": ["face", "t"], "timepoints": [{frames}], "subtracks": [{{"keyframes": [{keys}]}}, null, null]}}"#
        );
        let stf = scene(&format!(r#"{LINE}], "tracks_baked": [{baked}"#), &[]);
        let mut report = Report::new();
        let clips = stf.clips_with(&ClipOptions::default(), &mut report);
        assert_eq!(clips[0].channels[0].curve().values(), values);
        let losses = report.losses.iter().map(|loss| loss.code.id).filter(|code| *code != "stf::scene");
        assert_eq!(losses.collect::<Vec<_>>(), [code], "{frames}");
        let mut findings = Report::new();
        stf.check_with(&mut findings);
        assert_eq!(
            findings.findings.iter().any(|found| found.code.id == "stf::baked-value"),
            differs,
            "{frames}"
        );
        // Whoever asks for keys or for baked values gets them.
        for (baked, most) in [(BakedUse::Never, 4.0), (BakedUse::Always, values[2])] {
            let mut report = Report::new();
            let clips = stf.clips_with(&ClipOptions { baked, ..ClipOptions::default() }, &mut report);
            assert_eq!(clips[0].channels[0].curve().values().last(), Some(&most));
            assert!(report.losses.iter().all(|loss| loss.code.id == "stf::scene"), "{report}");
        }
    }
}

#[test]
fn a_baked_track_is_compared_as_its_property_is_played() {
    // 143° about x: the numbers between are shorter than 1, and the exporter may normalise them.
    let end = 1.25f64.sin_cos();
    let part = |from: f64, to: f64, keys: u8| {
        let key = |n: u8| from + (to - from) * f64::from(n) / f64::from(keys - 1);
        (0..keys).map(key).collect::<Vec<f64>>()
    };
    let track = |target: &str, frames: &str, parts: &[Option<Vec<f64>>]| {
        let part = |values: &Option<Vec<f64>>| {
            let Some(values) = values else { return "null".to_owned() };
            let keys: Vec<_> = values.iter().map(|value| format!("[true, {value}, \"linear\"]")).collect();
            format!(r#"{{"keyframes": [{}]}}"#, keys.join(","))
        };
        let parts: Vec<_> = parts.iter().map(part).collect();
        format!(
            r#"{{"target": ["face", "{target}"], "timepoints": [{frames}], "subtracks": [{}]}}"#,
            parts.join(",")
        )
    };
    let turn = [part(0.0, end.0, 2), part(0.0, 0.0, 2), part(0.0, 0.0, 2), part(1.0, end.1, 2)].map(Some);
    let [x, w] = [part(0.0, end.0, 3), part(1.0, end.1, 3)];
    let lengths: Vec<f64> = x.iter().zip(&w).map(|(x, w)| x.hypot(*w)).collect();
    let unit = |values: &[f64], sign: f64| -> Option<Vec<f64>> {
        Some(values.iter().zip(&lengths).map(|(value, length)| sign * value / length).collect())
    };
    let baked = |sign: f64| [unit(&x, sign), Some(vec![0.0; 3]), Some(vec![0.0; 3]), unit(&w, sign)];
    let moved = [Some(vec![0.0, 4.0]), Some(vec![2.0, 2.0]), None];
    for (keyed, shown, code) in [
        (track("r", "10, 12", &turn), track("r", "10, 11, 12", &baked(1.0)), "stf::baked"),
        (track("r", "10, 12", &turn), track("r", "10, 11, 12", &baked(-1.0)), "stf::baked"),
        (
            track("t", "10, 30", &moved),
            track("t", "10, 30", &[Some(vec![0.0, 4.0]), None, None]),
            "stf::baked",
        ),
        (
            track("t", "10, 30", &moved),
            track("t", "10, 30", &[None, Some(vec![2.0, 2.0]), None]),
            "stf::overridden",
        ),
        // A peak between the frames of the baked track.
        (
            track("t", "10, 20, 30", &[Some(vec![0.0, 9.0, 0.0]), None, None]),
            track("t", "10, 30", &[Some(vec![0.0, 0.0]), None, None]),
            "stf::overridden",
        ),
    ] {
        let stf = scene(&format!(r#"{keyed}], "tracks_baked": [{shown}"#), &[]);
        let mut report = Report::new();
        stf.clips_with(&ClipOptions::default(), &mut report);
        let losses = report.losses.iter().map(|loss| loss.code.id).filter(|code| *code != "stf::scene");
        assert_eq!(losses.collect::<Vec<_>>(), [code], "{keyed} {shown}");
        let findings: Vec<_> = stf.check().into_iter().map(|found| found.message).collect();
        assert!(findings.iter().all(|message| !message.contains("inf")), "{findings:?}");
    }
}
