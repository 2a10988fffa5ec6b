//! Targets that turn along their paths, compared with derivatives by hand and with their motion.

use anim_core::Pose;
use anim_core::quaternion::to_matrix;
use anim_hsf_xml::{Clip, ClipOptions, Player, Property, Report, Value, Whole};

use super::play::{parse, value};

/// A document of 10 ticks a second with one target `x` that follows its path.
fn document(attributes: &str, timeline: &str, modifiers: &str, list: &str) -> String {
    format!(
        "<Animdef TicksPerSecond=\"10\"><Animation Name=\"a\" Target=\"SPATH: x\" {attributes}>{timeline}\
         <PosInterpolator FollowPath=\"1\" Modifiers=\"[{modifiers}]\">{list}</PosInterpolator></Animation></Animdef>"
    )
}

/// Where the X axis of the target points at a tick.
fn pointing(player: &Player) -> [f64; 3] {
    match value(player, "x", &Property::Rotation) {
        Some(Value::Rotation(rotation)) => to_matrix(rotation).map(|row| row[0]),
        other => panic!("{other:?}"),
    }
}

fn position(player: &Player) -> [f64; 3] {
    match value(player, "x", &Property::Translation) {
        Some(Value::Vector(position)) => position,
        other => panic!("{other:?}"),
    }
}

/// A document at a tick.
fn at(text: &str, tick: f64) -> Player {
    let mut player = Player::new(parse(text));
    player.advance_ticks(tick).unwrap();
    player
}

/// Degrees about Z, for directions in the plane.
fn degrees([x, y, z]: [f64; 3]) -> f64 {
    assert!(z.abs() < 1e-9);
    y.atan2(x).to_degrees()
}

/// The degrees that the rotation of a clip points to.
fn clip_degrees(clip: &Clip, seconds: f64) -> f64 {
    let rotation = clip.channels.iter().find(|channel| *channel.property() == anim_core::Property::Rotation);
    let rotation: [f64; 4] = rotation.unwrap().curve().at(seconds).try_into().unwrap();
    degrees(to_matrix(rotation).map(|row| row[0]))
}

#[test]
fn directions_are_those_of_derivatives() {
    let line = "<Timeline>0 10</Timeline>";
    let atan = |y: f64, x: f64| y.atan2(x).to_degrees();
    let far = "[5000000.3 0.1 0] [5000000.57 0.27 0]";
    // What the file states, in its precision.
    let far_degrees = atan(0.27 - 0.1, 5_000_000.57 - 5_000_000.3);
    let hook = "[[b 9 9 9 1 0 0] 0 0 0] [[b 0 1 0 9 9 9] 4 3 0]";
    // On the cubic curve with these tangents: p'(1/2) = 3/2 Δ − 1/4 (out + into).
    let middle = atan(4.5 - 0.25, 6.0 - 0.25);
    let stand = "[0 0 0] [0 10 0] * [10 10 0]";
    let two = "<Timeline>0 10 20</Timeline>";
    let three = "<Timeline>0 10 20 30</Timeline>";
    for (attributes, timeline, modifiers, list, expected) in [
        (
            "Accelerate=\"1\"",
            line,
            "",
            "[500.3 317.7 0] [507.7 319.9 0]",
            [(0.0, atan(2.2, 7.4)), (5.0, atan(2.2, 7.4))],
        ),
        ("", line, "b", "[500 500 0] [500 510 0]", [(0.0, 90.0), (10.0, 90.0)]),
        ("", line, "", far, [(0.0, far_degrees), (7.3, far_degrees)]),
        ("", line, "", hook, [(0.0, 0.0), (5.0, middle)]),
        ("", line, "", hook, [(10.0, 90.0), (25.0, 90.0)]),
        // From a place to the same place: nothing moves, or out and back.
        ("", two, "", "[0 0 0] [0 0 0] [0 9 0]", [(5.0, 90.0), (15.0, 90.0)]),
        ("", two, "", "[[b 0 0 0 0 6 0] 0 0 0] [[b 0 0 0 0 0 0] 0 0 0] [9 0 0]", [(2.0, 90.0), (8.0, -90.0)]),
        // It keeps the direction in which it came; before the start, the direction in which it will go.
        ("", three, "", stand, [(9.0, 90.0), (10.0, 90.0)]),
        ("", three, "", stand, [(15.0, 90.0), (20.0, 0.0)]),
        ("", "<Timeline>5 10 20 30</Timeline>", "", stand, [(1.0, 90.0), (29.0, 0.0)]),
        ("", three, "", "[1 1 0] * [5 1 0]", [(1.0, 0.0), (9.0, 0.0)]),
        // Components with keyframes of their own: 4 along X and 3 along Y for each part.
        ("", three, "", "[0 0 0] [[c 1] 4] [[c 12] 8 6]", [(0.0, atan(3.0, 4.0)), (15.0, atan(3.0, 4.0))]),
        // Nothing that moves has no direction.
        ("", line, "d", "[0 0 0] [0 5 0]", [(0.0, 0.0), (10.0, 0.0)]),
    ] {
        let text = document(attributes, timeline, modifiers, list);
        let clip = parse(&text).clips().remove(0);
        for (tick, expected) in expected {
            let found = degrees(pointing(&at(&text, tick)));
            assert!((found - expected).abs() < 1e-6, "{tick}: {found} {expected} {text}");
            let found = clip_degrees(&clip, tick / 10.0);
            assert!((found - expected).abs() < 0.06, "clip at {tick}: {found} {expected} {text}");
        }
    }
}

#[test]
fn the_last_animation_to_begin_turns_a_target_also_if_it_does_so_along_its_path() {
    let animation = |attributes: &str, content: &str| {
        format!("<Animation Target=\"SPATH: x\" {attributes}><Timeline>0 10</Timeline>{content}</Animation>")
    };
    let path = |list: &str| format!("<PosInterpolator FollowPath=\"1\">{list}</PosInterpolator>");
    let up = animation("", &path("[0 0 0] [0 9 0]"));
    let angle = "<AxisRotInterpolator Modifiers=\"[v 0 0 1]\">180 180</AxisRotInterpolator>";
    // The direction before, and after, a second.
    for (content, expected) in [
        (up.clone() + &animation("Delay=\"10\"", &path("[0 9 0] [9 9 0]")), [90.0, 0.0]),
        (up.clone() + &animation("Delay=\"10\"", &path("+ [9 18 0]")), [90.0, 45.0]),
        (up.clone() + &animation("Delay=\"10\"", angle), [90.0, 180.0]),
        (up.clone() + &animation("Delay=\"10\"", "<PosInterpolator>[0 0 0]</PosInterpolator>"), [90.0, 90.0]),
        (up.clone() + &animation("", "<PosInterpolator>[0 0 0]</PosInterpolator>"), [90.0, 90.0]),
        (animation("", angle) + &up, [90.0, 90.0]),
        (animation("", angle) + &animation("Delay=\"10\"", &path("[0 0 0] [0 9 0]")), [180.0, 90.0]),
        (up.clone() + &animation("", angle), [180.0, 180.0]),
        // An animation that turns its target otherwise does not do so along its path.
        (up.clone() + &animation("Delay=\"10\"", &(path("[0 0 0] [9 0 0]") + angle)), [90.0, 180.0]),
        (
            up.clone() + &animation("Delay=\"10\"", "<QuatRotInterpolator>* [0 0 1 0]</QuatRotInterpolator>"),
            [90.0, 135.0],
        ),
    ] {
        let text = format!("<Animdef TicksPerSecond=\"10\">{content}</Animdef>");
        let hsf = parse(&text);
        let options = ClipOptions { whole: Whole::Always, ..ClipOptions::default() };
        let clip = hsf.clips_with(&options, &mut Report::new()).pop().unwrap();
        let (mut player, mut pose) = (Player::new(hsf), Pose::default());
        for (time, expected) in [0.5, 1.5].into_iter().zip(expected) {
            player.advance(time - player.time()).unwrap();
            player.pose(&mut pose);
            for map in [pose.local[0], clip.pose(time).local[0]] {
                let [from, to] = [[0.0; 3], [1.0, 0.0, 0.0]].map(|point| map.apply(point));
                let turned: f64 = degrees(std::array::from_fn(|i| to[i] - from[i]));
                let off = (turned - expected).rem_euclid(360.0);
                assert!(off.min(360.0 - off) < 0.06, "at {time}: {turned}, not {expected}: {text}");
            }
        }
    }
}

#[test]
fn a_straight_line_has_one_direction() {
    let text = document("", "<Timeline>0 100</Timeline>", "", "[5000000.3 0.1 0] [5000000.57 0.27 0]");
    let clip = parse(&text).clips().remove(0);
    let keys: Vec<usize> = clip.channels.iter().map(|channel| channel.curve().times().len()).collect();
    assert!(keys.iter().all(|keys| *keys <= 2), "{keys:?}");
}

#[test]
fn targets_point_where_they_move() {
    const STEP: f64 = 1e-6;
    let lists = [
        "[0 0 0] [1 2 3] [4 -1 2] [6 1 0]",
        "[0 0 0] [[c 1] 2] [[c 23] 3 1] [5 1 -2]",
        "[t 0 0 0] [[t 0.1 0 0 0.4 0.5] 1 2 3] [[b 1 2 3 3 1 2] 4 -1 2] [6 1 0]",
        "+ [1 2 3] [r 3 -3 -1] [r 2 2 -2]",
    ];
    for list in lists {
        for modifiers in ["", "ca", "t", "[t 0.2 0.3 0.1 0.5 0.4]", "co ca", "co b", "b"] {
            for attributes in ["", "Accelerate=\"1\"", "Decelerate=\"1\"", "Loop=\"2\""] {
                for timeline in [
                    "<Timeline>",
                    "<Timeline Modifiers=\"[b]\">",
                    "<Timeline Modifiers=\"[t]\">",
                    "<Timeline Modifiers=\"[[t 0 0 9]]\">",
                ] {
                    let text =
                        document(attributes, &format!("{timeline}0 10 15 30</Timeline>"), modifiers, list);
                    for tick in [0.7, 4.1, 9.3, 10.9, 13.2, 17.7, 26.1, 29.2] {
                        let mut player = at(&text, tick);
                        let (from, found) = (position(&player), pointing(&player));
                        player.advance_ticks(STEP).unwrap();
                        let moved: [f64; 3] = std::array::from_fn(|i| position(&player)[i] - from[i]);
                        let length = moved.iter().map(|c| c * c).sum::<f64>().sqrt();
                        if length < 1e-9 {
                            continue;
                        }
                        let off = (0..3).map(|i| (moved[i] / length - found[i]).abs()).fold(0.0, f64::max);
                        assert!(off < 2e-3, "{tick}: {found:?} {moved:?} {text}");
                    }
                }
            }
        }
    }
}
