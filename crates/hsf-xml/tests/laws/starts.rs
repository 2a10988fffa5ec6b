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
        "<PosInterpolator FollowPath=\"1\">+ [5 2 3]</PosInterpolator>",
        "<PosInterpolator FollowPath=\"1\">[1 0 0] [5 2 3]</PosInterpolator>",
        "<PosInterpolator FollowPath=\"1\">[0 5 0] [0 0 -5]</PosInterpolator><AxisRotInterpolator>70</AxisRotInterpolator>",
        "<PosInterpolator Modifiers=\"[l [c 2]]\">4 9</PosInterpolator>",
        "<ScaleInterpolator>[2 2 2] [3 1 1]</ScaleInterpolator>",
        "<QuatRotInterpolator Modifiers=\"[l a]\">[0 0.6 0 0.8] [1 0 0 0]</QuatRotInterpolator>",
        "<QuatRotInterpolator>* [0 0 0.6 0.8]</QuatRotInterpolator>",
        "<AxisRotInterpolator Modifiers=\"[v 0 1 1]\">30 90</AxisRotInterpolator>",
        "<AxisRotInterpolator>70</AxisRotInterpolator>",
        "",
    ]);
    let attributes = (
        pick(&["x", "y", "x/z", "TOB: o", "TOB: p"]),
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
        // Two pivots of one target: that of the animation that turns it counts.
        let object = "<TargetObject Name=\"p\" Path=\"SPATH: x\" Pivot=\"[3 1 0]\" Scale=\"[1 2 1]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\"/>\
            <TargetObject Name=\"o\" Path=\"SPATH: x\" Pivot=\"[1 0 2]\" Scale=\"[1 2 1]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\"/>";
        format!("<Animdef TicksPerSecond=\"10\" Delay=\"2\">{object}{}</Animdef>", animations.concat())
    })
}

#[test]
fn a_quaternion_goes_on_from_an_angle_about_an_axis() {
    let text = r#"<Animdef TicksPerSecond="10">
        <Animation Target="x"><Timeline>0 10</Timeline><AxisRotInterpolator Modifiers="[v 0 1 0]">0 90</AxisRotInterpolator></Animation>
        <Animation Target="x" Delay="20"><Timeline>0 10</Timeline><QuatRotInterpolator>* [0 0 0 1]</QuatRotInterpolator></Animation>
        </Animdef>"#;
    let hsf = Hsf::parse(text.as_bytes()).unwrap();
    let clip = hsf.clips().pop().unwrap();
    let (mut player, mut pose) = (Player::new(hsf), Pose::default());
    for (time, degrees) in [(0.5, 45.0), (1.5, 90.0), (2.5, 45.0), (3.5, 0.0_f64)] {
        player.advance(time - player.time()).unwrap();
        player.pose(&mut pose);
        let (sin, cos) = degrees.to_radians().sin_cos();
        for map in [pose.local[0], clip.pose(time).local[0]] {
            let found = map.apply([1.0, 0.0, 0.0]);
            let expected = [cos, 0.0, -sin];
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-3), "{time}: {found:?}");
        }
    }
}

#[test]
fn an_endless_loop_that_begins_late_in_itself_waits_for_its_delay() {
    // From half of the third run on, after a second.
    for (back, values) in [("0", [5.0, 5.0, 7.5, 2.5, 5.0]), ("1", [5.0, 5.0, 7.5, 7.5, 5.0])] {
        let text = format!(
            "<Animdef TicksPerSecond=\"10\"><Animation Target=\"x\" Delay=\"10\" CurrentTick=\"25\" Loop=\"-1\" RLoop=\"{back}\">\
             <Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator></Animation></Animdef>"
        );
        let clip = Hsf::parse(text.as_bytes()).unwrap().clips().pop().unwrap();
        for (time, x) in [0.0, 0.7, 1.25, 1.75, 12.0].into_iter().zip(values) {
            let found = clip.channels[0].curve().at(time)[0];
            assert!((found - x).abs() < 1e-9, "{back} at {time}: {found}");
        }
    }
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
            let found = clip.pose(time).local;
            prop_assert_eq!(found.len(), pose.local.len());
            for (found, expected) in found.iter().zip(&pose.local) {
                prop_assert!(found.distance(expected) < 2e-2, "{text}\nat {time}: {found:?}, not {expected:?}");
            }
        }
    }
}
