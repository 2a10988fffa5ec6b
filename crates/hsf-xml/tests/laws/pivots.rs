//! Turns about a pivot, against circles.

use std::time::Instant;

use anim_core::{ClipSampler, Evaluator, Fate, Format, Poser, Property, quaternion};
use anim_hsf_xml::{Clip, ClipOptions, Hsf, Report};

/// The clips of a document of 10 ticks a second with one target, and what is reported.
fn clips(target: &str, animation: &str, options: &ClipOptions) -> (Vec<Clip>, Report) {
    let text = format!(
        "<Animdef TicksPerSecond=\"10\"><TargetObject Path=\"SPATH: x\" {target}>{animation}</TargetObject></Animdef>"
    );
    let mut report = Report::new();
    let clips = Hsf::parse(text.as_bytes()).unwrap().clips_with(options, &mut report);
    (clips, report)
}

fn turn(attributes: &str, timeline: &str, degrees: &str, more: &str) -> String {
    format!(
        "<Animation Name=\"a\" {attributes}><Timeline>{timeline}</Timeline>{more}\
         <AxisRotInterpolator Modifiers=\"[v 0 1 0]\">{degrees}</AxisRotInterpolator></Animation>"
    )
}

/// The origin of a target that is turned by radians about a vertical line through (r 0 0).
fn circle(r: f64, radians: f64) -> [f64; 3] {
    // (r 0 0) − R(r 0 0), and R turns x towards −z.
    [r - r * radians.cos(), 0.0, r * radians.sin()]
}

fn away(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The largest error that is reported, and it is for the position alone.
fn reported(report: &Report) -> f64 {
    let sizes = report.losses.iter().map(|loss| match loss.fate {
        Fate::Approximated(deviation) => deviation.size,
        _ => panic!("{report}"),
    });
    sizes.fold(0.0, f64::max)
}

#[test]
fn whole_turns_are_seen() {
    // Four turns in two seconds; the wheel rolls by 7.54.
    let text = "<Animation Name=\"roll\"><Timeline>0 20</Timeline><PosInterpolator>[0 0 0] [7.54 0 0]</PosInterpolator>\
        <AxisRotInterpolator Modifiers=\"[v 0 0 1]\">0 -1440</AxisRotInterpolator></Animation>";
    let (clips, report) = clips("Pivot=\"[0 0.3 0]\"", text, &ClipOptions::default());
    let found = clips[0].pose(0.25).local[0].translation();
    assert!(away(found, [0.9425, 0.6, 0.0]) <= reported(&report) + 1e-9, "{found:?}\n{report}");
    assert!(reported(&report) <= 1e-3, "{report}");
}

#[test]
fn the_error_is_below_the_tolerance_at_every_moment() {
    for (r, tolerance) in [(2.0, 1e-3), (2.0, 1e-5), (2000.0, 1e-3)] {
        let options =
            ClipOptions { tolerance: anim_core::Positive::new(tolerance).unwrap(), ..ClipOptions::default() };
        let start = Instant::now();
        let (clips, report) =
            clips(&format!("Pivot=\"[{r} 0 0]\""), &turn("", "0 10", "0 3600", ""), &options);
        assert!(reported(&report) <= tolerance, "{report}");
        let clip = &clips[0];
        let mut sampled = anim_core::Poser::new(clip);
        for step in 0..200_000 {
            let time = f64::from(step) / 199_999.0;
            let found = sampled.node(0, time).transform.translation;
            let off = away(found, circle(r, 20.0 * std::f64::consts::PI * time));
            assert!(off <= reported(&report) + 1e-9 * r, "{off} at {time}: {report}");
        }
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}

fn evaluator<'a>(hsf: &'a Hsf, clip: &Clip) -> Option<Box<dyn Evaluator + 'a>> {
    hsf.evaluators(&ClipOptions::default(), std::slice::from_ref(clip)).remove(0)
}

#[test]
fn documents_evaluate_turns_exactly() {
    for r in [2.0, 2000.0] {
        let text = format!(
            "<Animdef TicksPerSecond=\"10\"><TargetObject Path=\"SPATH: x\" Pivot=\"[{r} 0 0]\">{}</TargetObject></Animdef>",
            turn("Loop=\"-1\"", "0 10", "0 3600", "")
        );
        let hsf = Hsf::parse(text.as_bytes()).unwrap();
        let clip = &hsf.clips()[0];
        let evaluator = evaluator(&hsf, clip);
        let sampler = ClipSampler::new(clip).with_evaluator(evaluator);
        let place = clip.channels.iter().position(|channel| *channel.property() == Property::Translation);
        assert!(sampler.is_evaluated(place.unwrap()), "{clip:?}");
        let mut poser = Poser::of(sampler);
        for step in 0..10_000 {
            // Five endless loops, and half a second before the first.
            let time = f64::from(step) * 5.5e-4 - 0.5;
            let found = poser.node(0, time).transform.translation;
            let off = away(found, circle(r, 20.0 * std::f64::consts::PI * time.max(0.0).rem_euclid(1.0)));
            assert!(off <= 1e-11 * r, "{off} at {time}");
        }
    }
}

#[test]
fn only_clips_of_the_document_are_evaluated() {
    let text = format!(
        "<Animdef><TargetObject Path=\"SPATH: x\" Pivot=\"[1 0 0]\">{}</TargetObject></Animdef>",
        turn("", "0 10", "0 90", "")
    );
    let hsf = Hsf::parse(text.as_bytes()).unwrap();
    let evaluator = |clip: &Clip| evaluator(&hsf, clip).is_some();
    let clip = hsf.clips().remove(0);
    assert!(evaluator(&clip));
    let spoils: [fn(&mut Clip); 3] =
        [|clip| clip.name.push('b'), |clip| clip.nodes[0].name.push('b'), |clip| clip.channels.clear()];
    for spoil in spoils {
        let mut clip = clip.clone();
        spoil(&mut clip);
        assert!(!evaluator(&clip), "{clip:?}");
    }
}

/// How far along its timeline an animation is at a time.
type Along = fn(f64) -> f64;

#[test]
fn loops_go_on_before_and_after_the_end_of_the_clip() {
    let quarter = |time: f64| std::f64::consts::FRAC_PI_2 * time;
    let cases: [(&str, Along); 4] = [
        ("Loop=\"-1\"", |time| time.rem_euclid(1.0)),
        ("Loop=\"-1\" RLoop=\"1\"", |time| 1.0 - (time.rem_euclid(2.0) - 1.0).abs()),
        ("Loop=\"2\"", |time| if time < 2.0 { time.rem_euclid(1.0) } else { 1.0 }),
        ("Loop=\"-1\" CurrentTick=\"5\"", |time| (time + 0.5).rem_euclid(1.0)),
    ];
    for (attributes, along) in cases {
        let text = turn(attributes, "0 10", "0 90", "");
        let (clips, report) = clips("Pivot=\"[2 0 0]\"", &text, &ClipOptions::default());
        for time in [0.0, 0.25, 0.5, 0.9, 1.25, 1.5, 2.75, 7.3, 1000.1] {
            let local = clips[0].pose(time).local[0];
            let expected = circle(2.0, quarter(along(time)));
            let off = away(local.translation(), expected);
            assert!(off <= reported(&report) + 1e-6, "{attributes} at {time}: {local:?}, {expected:?}");
        }
    }
}

#[test]
fn a_position_that_loops_in_its_own_time_stays_exact() {
    let text = turn("Loop=\"-1\"", "0 10", "0 90", "").replace("Name=\"a\"", "Name=\"turn\"")
        + "<Animation Name=\"move\" Loop=\"-1\"><Timeline>0 7</Timeline><PosInterpolator>[0 0 0] [0 7 0]</PosInterpolator></Animation>";
    let block = format!("<Animation Name=\"block\">{text}</Animation>");
    let (clips, report) = clips("Pivot=\"[2 0 0]\"", &block, &ClipOptions::default());
    for time in [0.1, 0.65, 0.95, 1.55, 8.05, 99.25] {
        let found = clips[0].pose(time).local[0].translation();
        let mut expected = circle(2.0, std::f64::consts::FRAC_PI_2 * time.rem_euclid(1.0));
        expected[1] += 10.0 * time.rem_euclid(0.7);
        assert!(away(found, expected) <= reported(&report) + 1e-6, "at {time}: {found:?}, {expected:?}");
    }
}

#[test]
fn what_needs_no_baking_is_exact() {
    let slide = "<Timeline>0 10 30</Timeline><PosInterpolator Modifiers=\"[b 0 0 0 9 0 0]\">[0 0 0] [10 0 0] [0 1 0]</PosInterpolator>";
    let cases = [
        ("Pivot=\"[1 2 3]\"", format!("<Animation Name=\"a\">{slide}</Animation>")),
        (
            "Pivot=\"[1 2 3]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\"",
            format!("<Animation Name=\"a\">{slide}</Animation>"),
        ),
        (
            "",
            format!(
                "<Animation Name=\"b\"><Animation Delay=\"5\" CurrentTick=\"4\">{slide}</Animation></Animation>"
            ),
        ),
    ];
    for (target, text) in cases {
        let (clips, report) = clips(target, &text, &ClipOptions::default());
        assert!(report.losses.is_empty(), "{report}");
        assert!(clips[0].channels[0].curve().len() <= 4);
    }
}

#[test]
fn a_run_that_begins_within_its_timeline_begins_there_after_its_delay() {
    let slide = "<Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator>";
    for (attributes, expected) in [
        ("", [0.0, 4.0, 8.0, 10.0, 10.0]),
        ("Loop=\"2\"", [0.0, 4.0, 8.0, 3.0, 10.0]),
        // An endless loop cannot hold a separate value before its start.
        ("Loop=\"-1\"", [4.0, 4.0, 8.0, 3.0, 3.0]),
        ("Loop=\"-1\" RLoop=\"1\"", [4.0, 4.0, 8.0, 7.0, 3.0]),
        ("RLoop=\"1\"", [0.0, 4.0, 8.0, 7.0, 0.0]),
    ] {
        let text = format!(
            "<Animation Name=\"b\"><Animation {attributes} Delay=\"5\" CurrentTick=\"4\">{slide}</Animation></Animation>"
        );
        let (clips, report) = clips("", &text, &ClipOptions::default());
        let lost: Vec<_> = report.losses.iter().map(|loss| loss.code.id).collect();
        let is_held = expected[0] == 4.0;
        assert_eq!(lost, if is_held { vec!["hsf-xml::delay"] } else { Vec::new() }, "{report}");
        assert_eq!(reported(&report), if is_held { 4.0 } else { 0.0 });
        for (time, expected) in [0.0, 0.5, 0.9, 1.4, 2.4].into_iter().zip(expected) {
            let found = clips[0].pose(time).local[0].translation()[0];
            assert!((found - expected).abs() < 1e-4, "{attributes} at {time}: {found}, {expected}");
        }
    }
}

#[test]
fn turns_beyond_the_limits_are_reported_and_make_few_keys() {
    // Twelve million turns in two seconds.
    let text = turn("RLoop=\"1\" Accelerate=\"1\"", "0 20 40", "0 45 4294967296", "");
    let (clips, report) = clips("Pivot=\"[5 0 0]\"", &text, &ClipOptions::default());
    let keys: usize = clips.iter().flat_map(|clip| &clip.channels).map(|channel| channel.curve().len()).sum();
    assert!(keys < 300, "{keys}");
    assert_eq!(reported(&report), 10.0, "the diameter of the circle: {report}");
}

#[test]
fn an_axis_that_changes_does_not_hide_turns() {
    let text = "<Animation Name=\"a\"><Timeline>0 10 20</Timeline>\
        <AxisRotInterpolator>[[v 0 1 0] 0] [[v 0 0 1] 1440] 1440</AxisRotInterpolator></Animation>";
    let (clips, report) = clips("", text, &ClipOptions::default());
    for step in 0..999 {
        let time = f64::from(step) / 1000.0;
        let found = clips[0].pose(time).local[0];
        let expected = quaternion::to_matrix(quaternion::from_axis_angle(
            [0.0, 1.0, 0.0],
            8.0 * std::f64::consts::PI * time,
        ));
        let off = (0..3)
            .flat_map(|i| (0..3).map(move |j| (i, j)))
            .map(|(i, j)| (found.linear()[i][j] - expected[i][j]).abs());
        assert!(off.fold(0.0, f64::max) <= reported(&report) + 1e-9, "at {time}: {report}");
    }
}

#[test]
fn jumps_within_the_tolerance_count_as_errors() {
    let steps = "<PosInterpolator Modifiers=\"[d]\">[0 0 0] [0.0009 0 0] [0.0018 0 0]</PosInterpolator>";
    for degrees in ["0 0.001 0.002", "0 -3 2"] {
        let text = turn("", "0 10 20", degrees, steps);
        let (clips, report) = clips("Pivot=\"[1 0 0]\"", &text, &ClipOptions::default());
        let angles: Vec<f64> = degrees.split(' ').map(|degree| degree.parse::<f64>().unwrap()).collect();
        // Just before and just after the second keyframe.
        for time in [1.0 - 1e-5, 1.0 + 1e-5] {
            let key = usize::from(time > 1.0);
            let angle = angles[key] + (angles[key + 1] - angles[key]) * (time - key as f64);
            let [x, y, z] = circle(1.0, angle.to_radians());
            let off = away(clips[0].pose(time).local[0].translation(), [x + 0.0009 * key as f64, y, z]);
            assert!(off <= reported(&report) + 1e-7, "{degrees} at {time}: {off}\n{report}");
        }
    }
}
