//! Values at given times, compared with formulas and with the player.

use anim_core::{Channel, Curve, Ease, Format, Node, Pose, Property, Times, Wrap};
use anim_hsf_xml::{Clip, ClipOptions, EncodeOptions, Hsf, Player, Report, Value, Whole};

fn animation(attributes: &str, timeline: &str, interpolators: &str) -> String {
    format!("<Animation {attributes}><Timeline>{timeline}</Timeline>{interpolators}</Animation>")
}

fn document(inner: &str) -> Hsf {
    Hsf::parse(format!("<Animdef TicksPerSecond=\"10\">{inner}</Animdef>").as_bytes()).unwrap()
}

/// The clip of a complete document, and what is lost.
fn whole(hsf: &Hsf) -> (Clip, Report) {
    let (options, mut report) =
        (ClipOptions { whole: Whole::Always, ..ClipOptions::default() }, Report::new());
    (hsf.clips_with(&options, &mut report).pop().unwrap(), report)
}

fn channel<'c>(clip: &'c Clip, name: &str, component: usize) -> &'c Curve {
    let mut found = clip.channels.iter().filter(|channel| channel.property().name() == name);
    found.find(|channel| channel.component() == component).unwrap().curve()
}

/// The clip is where the player is.
fn plays_alike(inner: &str, times: &[f64]) {
    let (clip, _) = whole(&document(inner));
    let mut player = Player::new(document(inner));
    let mut pose = Pose::default();
    for &time in times {
        player.advance(time - player.time()).unwrap();
        player.pose(&mut pose);
        let found = clip.pose(time);
        for (expected, found) in pose.world.iter().zip(&found.world) {
            assert!(expected.distance(found) < 2e-3, "{inner} at {time}: {found:?}, not {expected:?}");
        }
    }
}

#[test]
fn identifiers_lie_between_positions_too() {
    let flip = "<SegSwitchInterpolator>\"f0\" \"f1\" \"f2\" \"f3\" \"f4\" \"f5\"</SegSwitchInterpolator>";
    let (clip, _) = whole(&document(&animation("Target=\"x\"", "0 10 20", flip)));
    // Value j lies at position j / 2, each of which lasts a second.
    for (time, expected) in [(0.2, 0.0), (0.5, 1.0), (0.9, 1.0), (1.0, 2.0), (1.5, 3.0), (2.0, 4.0)] {
        assert_eq!(channel(&clip, "segment", 0).at(time), [expected], "at {time}");
    }
}

#[test]
fn morphs_follow_gentle_ends_and_curved_timelines() {
    let morph = "<VertexMorphInterpolator>\"1\" \"2\"</VertexMorphInterpolator>";
    let gentle = animation("Target=\"x\" Accelerate=\"1\" Decelerate=\"1\"", "0 10", morph);
    let curved =
        animation("Target=\"x\"", "0 10", morph).replace("<Timeline>", "<Timeline Modifiers=\"[b]\">");
    for text in [gentle, curved] {
        let (clip, _) = whole(&document(&text));
        for u in [0.0, 0.1, 0.25, 0.6, 0.95] {
            let found = channel(&clip, "morph", 2).at(u)[0];
            assert!((found - u * u * (3.0 - 2.0 * u)).abs() < 2e-3, "{text} at {u}: {found}");
        }
    }
}

#[test]
fn a_timeline_that_goes_too_far_comes_back() {
    let ticks = "[[b 0 0] 0] [[b 0 6] 10] [[b -6 0] 20] 30";
    for shape in ["d", "l"] {
        let steps = format!(
            "<PosInterpolator Modifiers=\"[{shape}]\">[0 0 0] [1 0 0] [2 0 0] [3 0 0]</PosInterpolator>"
        );
        plays_alike(&animation("Target=\"x\"", ticks, &steps), &[0.5, 1.1, 1.3, 1.5, 1.7, 1.9, 2.05, 2.5]);
    }
}

#[test]
fn loops_before_the_clip_and_in_it_are_followed_until_another_animation_starts() {
    // A pulse in the last fifth of each second.
    let pulse = "<PosInterpolator>[0 0 0] [0 0 0] [1 0 0] [0 0 0]</PosInterpolator>";
    let stay =
        animation("Target=\"x\" Delay=\"190\"", "0 10", "<PosInterpolator>[5 0 0] [5 0 0]</PosInterpolator>");
    // In ticks of which there are 10 in a second: how many have passed, and from where on that is in the clip of 20 s.
    for (passed, from) in [(0, 0), (4, -4), (180, -180), (300, 0), (3000, 0)] {
        let attributes = format!("Target=\"x\" Loop=\"-1\" CurrentTick=\"{passed}\"");
        let (clip, report) = whole(&document(&(animation(&attributes, "0 8 9 10", pulse) + &stay)));
        let at = |time: f64| if time > 19.0 { 5.0 } else { pulse_at(10.0 * time + f64::from(passed)) };
        for step in -4000..4000 {
            let time = f64::from(step) / 200.0 + 0.001;
            let expected = at(time.max(f64::from(from) / 10.0));
            let found = clip.pose(time).local[0].translation()[0];
            assert!((found - expected).abs() < 1e-3, "{passed} at {time}: {found}, not {expected}");
        }
        let is_left_out = report.losses.iter().any(|loss| loss.message.contains("before the start"));
        assert_eq!(is_left_out, from == 0 && passed > 0, "{passed}: {report}");
    }
}

/// 0 for eight of ten ticks, then up to 1 and down again.
fn pulse_at(tick: f64) -> f64 {
    (1.0 - (tick.rem_euclid(10.0) - 9.0).abs()).max(0.0)
}

#[test]
fn each_component_is_that_of_the_last_animation_that_drives_it() {
    let slide = "<PosInterpolator>[0 0 0] [10 0 4]</PosInterpolator>";
    let one = |c: u8, to: u8| format!("<PosInterpolator Modifiers=\"[c {c}]\">0 {to}</PosInterpolator>");
    let times = [0.1, 0.5, 0.95, 1.05, 1.5, 2.5];
    for text in [
        animation("Target=\"x\"", "0 10", slide)
            + &animation("Target=\"x\" Delay=\"10\"", "0 10", &one(2, 5)),
        animation("Target=\"x\"", "0 20", slide) + &animation("Target=\"x\"", "0 10", &one(3, 5)),
        animation("Target=\"x\"", "0 10", &(one(1, 10) + &one(2, 5))),
    ] {
        plays_alike(&text, &times);
    }
}

#[test]
fn a_target_stays_at_rest_until_its_delay_has_passed() {
    let object = "<TargetObject Name=\"o\" Path=\"x\" Pivot=\"[1 0 2]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\" Scale=\"[2 3 4]\"/>";
    for interpolator in [
        "<PosInterpolator>[5 0 0] [6 0 0]</PosInterpolator>",
        "<ScaleInterpolator>[7 7 7] [1 1 1]</ScaleInterpolator>",
        "<AxisRotInterpolator Modifiers=\"[v 0 1 0]\">45 90</AxisRotInterpolator>",
        "<QuatRotInterpolator>[1 0 0 0] [0 1 0 0]</QuatRotInterpolator>",
    ] {
        for (target, objects) in [("x", ""), ("TOB: o", object)] {
            let still =
                animation("Target=\"y\"", "0 30", "<PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator>");
            let delayed = animation(&format!("Target=\"{target}\" Delay=\"10\""), "0 10", interpolator);
            plays_alike(&format!("{objects}{still}{delayed}"), &[0.0, 0.5, 0.95, 1.05, 1.5, 2.5]);
        }
    }
}

#[test]
fn own_values_are_those_of_the_target_object() {
    let object = "<TargetObject Name=\"o\" Path=\"x\" Scale=\"[2 2 2]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\"/>";
    let grow = "<ScaleInterpolator>+ [r 2 2 2]</ScaleInterpolator>";
    let turn = "<QuatRotInterpolator Modifiers=\"[l r]\">* [0 0 1 1]</QuatRotInterpolator>";
    let text = format!("{object}{}", animation("Target=\"TOB: o\"", "0 10", &format!("{grow}{turn}")));
    let (clip, _) = whole(&document(&text));
    assert_eq!([0.0, 1.0].map(|time| channel(&clip, "scale", 0).at(time)[0]), [2.0, 4.0]);
    // From a quarter turn about Z to a half turn.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for (time, [z, w]) in [(0.0, [half, half]), (1.0, [1.0, 0.0])] {
        let found = channel(&clip, "rotation", 0).at(time);
        assert!((found[2] - z).abs() + (found[3] - w).abs() < 1e-12, "{found:?}");
    }
}

#[test]
fn a_timeline_begins_at_tick_0_whatever_its_ticks() {
    let slide = "<PosInterpolator>[0 0 0] [10 0 0] [20 0 0]</PosInterpolator>";
    for attributes in ["Loop=\"2\"", "Loop=\"-1\"", "RLoop=\"1\"", "Loop=\"-1\" RLoop=\"1\""] {
        let text = animation(&format!("Target=\"x\" {attributes}"), "-10 0 10", slide);
        plays_alike(&text, &[0.0, 0.5, 0.95, 1.05, 1.5, 2.5]);
    }
}

#[test]
fn a_target_object_completes_a_path() {
    let object = "<TargetObject Name=\"door\" Path=\"SPATH: m/door\" Pivot=\"[2 0 0]\"/>";
    let text = object.to_owned()
        + &animation(
            "Target=\"SPATH: m/door\"",
            "0 10",
            "<PosInterpolator>[0 0 0] [0 0 1]</PosInterpolator>",
        )
        + &animation(
            "Target=\"TOB: door\"",
            "0 10",
            "<AxisRotInterpolator Modifiers=\"[v 0 1 0]\">0 90</AxisRotInterpolator>",
        );
    // (2 0 0) less its image (0 0 -2), and moved by (0 0 1).
    let found = whole(&document(&text)).0.pose(1.0).local[0].translation();
    let off = found.iter().zip([2.0, 0.0, 3.0]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(off < 1e-3, "{found:?}");
    plays_alike(&text, &[0.0, 0.3, 0.8, 1.0]);
}

#[test]
fn each_animation_turns_about_its_own_pivot() {
    let objects = "<TargetObject Name=\"a\" Path=\"x\" Pivot=\"[2 0 0]\"/><TargetObject Name=\"b\" Path=\"x\" Pivot=\"[0 3 1]\"/>";
    let turn = |name: &str, attributes: &str, axis: &str, degrees: &str| {
        let inner = format!("<AxisRotInterpolator Modifiers=\"[v {axis}]\">{degrees}</AxisRotInterpolator>");
        animation(&format!("Target=\"TOB: {name}\" {attributes}"), "0 10", &inner)
    };
    let slide = animation("Target=\"TOB: b\"", "0 20", "<PosInterpolator>[0 0 0] [5 0 1]</PosInterpolator>");
    let (first, second) = (turn("a", "", "0 1 0", "0 90"), turn("b", "Delay=\"6\"", "1 0 0", "20 -70"));
    let looped = turn("b", "Delay=\"3\" Loop=\"-1\"", "0 0 1", "0 120");
    let times = [0.0, 0.2, 0.25, 0.45, 0.55, 0.65, 0.8, 1.0, 1.25];
    for inner in [
        &[&first, &second][..],
        &[&first, &second, &slide],
        &[&slide, &second],
        &[&first, &looped],
        &[&slide, &first],
    ] {
        let text = objects.to_owned() + &inner.iter().map(|part| part.as_str()).collect::<String>();
        plays_alike(&text, &times);
        let (_, report) = whole(&document(&text));
        // The pivot of an animation that rotates nothing is ignored, unless it is the first.
        let is_slide = inner.iter().any(|part| **part == slide) && *inner[0] == first;
        let is_told = report.losses.iter().any(|loss| loss.message.starts_with("TargetObjects"));
        assert_eq!(is_told, is_slide, "{text}\n{report}");
    }
}

#[test]
fn transforms_that_differ_are_reported() {
    let object =
        |name: &str, pivot: u8| format!("<TargetObject Name=\"{name}\" Path=\"x\" Pivot=\"[{pivot} 0 0]\"/>");
    let slide = "<PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator>";
    let losses = |second: u8| {
        let both = animation("Target=\"TOB: a\"", "0 10", slide)
            + &animation(
                "Target=\"TOB: b\"",
                "0 20",
                "<ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator>",
            );
        whole(&document(&format!("{}{}{both}", object("a", 1), object("b", second)))).1.losses.len()
    };
    assert_eq!(losses(1), 0);
    assert!(losses(2) > 0);
}

/// A clip that moves from x = 5 to x = 6 between 1 s and 2 s.
fn late(wrap: Wrap) -> Clip {
    let times = Times::keys([1.0, 2.0]).unwrap();
    let curve = Curve::new(times, 3, vec![5.0, 0.0, 0.0, 6.0, 0.0, 0.0], Ease::Linear).unwrap();
    let channel = Channel::new(0, Property::Translation, curve.with_wrap(Wrap::Hold, wrap)).unwrap();
    Clip::new("late").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(vec![channel])
}

#[test]
fn a_first_key_is_held_before_its_time_and_loops_lose_nothing() {
    for (wrap, expected) in [
        (Wrap::Hold, [5.0, 5.0, 5.5, 6.0]),
        (Wrap::Repeat, [5.0, 5.0, 5.5, 5.25]),
        (Wrap::PingPong, [5.0, 5.0, 5.5, 5.75]),
    ] {
        let mut report = Report::new();
        let hsf = Hsf::from_clips_with(&[late(wrap)], &EncodeOptions::default(), &mut report).unwrap();
        assert!(report.losses.is_empty(), "{wrap:?}: {report}");
        let mut report = Report::new();
        let clip = hsf.clips_with(&ClipOptions::default(), &mut report).remove(0);
        assert!(report.losses.is_empty(), "{wrap:?}: {report}");
        let (mut player, mut pose) = (Player::new(hsf), Pose::default());
        for (time, expected) in [0.0, 0.5, 1.5, 2.25].into_iter().zip(expected) {
            player.advance(time - player.time()).unwrap();
            player.pose(&mut pose);
            for found in [&pose, &clip.pose(time)] {
                let x = found.local[0].translation()[0];
                assert!((x - expected).abs() < 1e-9, "{wrap:?} at {time}: {x}, not {expected}");
            }
        }
    }
}

#[test]
fn a_timeline_that_comes_to_all_values_in_every_part_is_cut() {
    let count: u16 = 2000;
    let far = 0.9 * f64::from(count);
    let timeline: String = (0..count)
        .map(|part| format!("[[b -{far} {far}] {}] ", 10 * u32::from(part)))
        .collect::<Vec<_>>()
        .concat();
    let names = (0..count).map(|part| format!("\"{part}\" ")).collect::<Vec<_>>().concat();
    let switch = format!("<SegSwitchInterpolator>{names}</SegSwitchInterpolator>");
    let hsf = document(&animation("Target=\"SPATH: x\"", &timeline, &switch));
    let (clip, report) = whole(&hsf);
    assert!(clip.key_count() < 40 * usize::from(count), "{}", clip.key_count());
    assert!(report.losses.iter().any(|loss| loss.code.id == "hsf-xml::cut"), "{report}");
}

#[test]
fn before_an_endless_loop_the_document_has_the_value_that_no_curve_has() {
    let turn = "<QuatRotInterpolator Modifiers=\"[l a]\">[0 0.6 0 0.8] [0 0 0 1]</QuatRotInterpolator>";
    let slide = "<PosInterpolator>[5 0 0] [7 0 0]</PosInterpolator>";
    let angle = "<AxisRotInterpolator>60 90</AxisRotInterpolator>";
    let grow = "<ScaleInterpolator>[3 3 3] [2 2 2]</ScaleInterpolator>";
    // Endless ones begin after a second; the last one has more loops than keys are left for.
    let endless = "Delay=\"10\" Loop=\"-1\"";
    let text = animation(&format!("Target=\"a\" {endless}"), "0 10", &format!("{turn}{slide}"))
        + &animation(&format!("Target=\"b\" {endless} RLoop=\"1\""), "0 10", &format!("{angle}{grow}"))
        + &animation("Target=\"c\" Loop=\"90\"", "0 5", slide);
    let hsf = document(&text);
    let options =
        ClipOptions { added_keys: std::num::NonZeroU32::MIN, whole: Whole::Always, ..ClipOptions::default() };
    let mut report = Report::new();
    let clips = hsf.clips_with(&options, &mut report);
    let last = clips.len() - 1;
    let clip = &clips[last];
    assert!(
        clip.name == "*" && report.losses.iter().any(|loss| loss.code.id == "hsf-xml::delay"),
        "{report}"
    );
    let mut evaluator = hsf.evaluators(&options, &clips).remove(last).unwrap();
    let mut player = Player::new(document(&text));
    for step in 0..60 {
        // Between the ticks.
        let time = f64::from(step) * 0.1 + 0.03;
        player.advance(time - player.time()).unwrap();
        for (index, channel) in clip.channels.iter().enumerate() {
            let mut value = vec![0.0; channel.curve().width()];
            if evaluator.has(index) {
                evaluator.sample(index, time, &mut value);
            } else {
                value = channel.curve().at(time);
            }
            let node = player.node(&clip.nodes[channel.node()].name).unwrap();
            let name = channel.property().name();
            let driven = player.values(node).find(|(property, _)| property.name() == name);
            let expected = match (driven, name) {
                (Some((_, Value::Vector(vector))), _) => vector.to_vec(),
                (Some((_, Value::Rotation(rotation))), _) => rotation.to_vec(),
                (Some((_, Value::Angle { radians, .. })), _) => vec![radians],
                (None, "rotation") => vec![0.0, 0.0, 0.0, 1.0],
                (None, "scale") => vec![1.0; 3],
                _ => vec![0.0; value.len()],
            };
            let off = value.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-9, "{name} at {time}: {value:?}, not {expected:?}");
        }
    }
}
