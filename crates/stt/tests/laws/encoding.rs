//! Clips as states.

use std::f64::consts::{PI, TAU};
use std::num::NonZeroU32;

use anim_core::{
    Affine, Channel, Clip, Curve, Deviation, Ease, EulerOrder, Fate, Loss, Node, Positive, Property, Report,
    Times, Unit, Wrap,
};
use anim_stt::{Behavior, Body, ChannelType, EncodeOptions, ErrorKind, KeyframeType, Stt};
use proptest::prelude::*;

use crate::documents;
use crate::examples::{MOVING, SEQUENCE, STANDING, parse};

pub(crate) fn encode(clips: &[Clip]) -> (Stt, Report) {
    encode_with(clips, &EncodeOptions::default())
}

pub(crate) fn encode_with(clips: &[Clip], options: &EncodeOptions) -> (Stt, Report) {
    let mut report = Report::new();
    (Stt::from_clips_with(clips, options, &mut report).unwrap(), report)
}

pub(crate) fn clip(duration: f64, property: Property, curve: Curve) -> Clip {
    let channels = vec![Channel::new(0, property, curve).unwrap()];
    Clip::new("c").with_duration(duration).with_nodes(vec![Node::new("n")]).with_channels(channels)
}

pub(crate) fn curve(times: &[f64], width: usize, values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), width, values.to_vec(), ease).unwrap()
}

fn behavior(stt: &Stt) -> &Behavior {
    let Body::Single(nodes) = &stt.states[0].body else { unreachable!("{stt:?}") };
    &nodes[0].behavior
}

pub(crate) fn losses(report: &Report) -> Vec<&str> {
    report.losses.iter().map(|loss| loss.code.id).collect()
}

/// The deviation of a loss.
pub(crate) fn deviation(loss: &Loss) -> Deviation {
    match loss.fate {
        Fate::Approximated(error) => error,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn states_of_nodes_come_back_as_they_were() {
    for text in [STANDING, MOVING] {
        let (stt, report) = encode(&parse(text).clips());
        assert_eq!((stt, report), (parse(text), Report::new()));
    }
}

#[test]
fn a_spin_of_many_turns_is_a_motion() {
    let turns = 3.0 * std::f64::consts::TAU;
    let spin = curve(&[0.0, 2.0], 1, &[0.0, turns], Ease::Linear).with_wrap(Wrap::Repeat, Wrap::Repeat);
    let (stt, report) = encode(&[clip(2.0, Property::Angle { axis: [0.0, -2.0, 0.0] }, spin)]);
    let Behavior::Dynamic(motions) = behavior(&stt) else { unreachable!("{stt:?}") };
    let orientation = &motions.orientation;
    assert_eq!(
        (orientation.kind, orientation.end.get(), report),
        (ChannelType::LoopForwards, [0.0, -1080.0, 0.0], Report::new())
    );
}

#[test]
fn any_other_motion_is_a_sequence_of_poses() {
    let path = curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    let (stt, report) = encode(&[clip(3.0, Property::Translation, path)]);
    // Straight lines between poses are exact: nothing is lost, but there are four states instead of one.
    assert_eq!((stt.states.len(), losses(&report)), (4, vec![]));
    assert_eq!(report.findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["stt::sampled"]);
    let again = &stt.clips()[0];
    for (time, expected) in
        [(0.0, [0.0, 0.0, 0.0]), (0.5, [2.0, 0.0, 0.0]), (2.0, [2.0, 1.0, 0.0]), (9.0, [0.0, 2.0, 0.0])]
    {
        assert_eq!(again.pose(time).local[0].translation(), expected, "{time}");
    }
    assert_eq!(again.duration, 3.0);
}

#[test]
fn ways_back_take_as_long_as_ways_forth() {
    let path = curve(&[0.5, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    let (stt, _) = encode(&[clip(3.0, Property::Translation, path)]);
    let Body::Keyframe(keyframes) = &stt.states[0].body else { unreachable!("{stt:?}") };
    let ways = keyframes.keys.iter().map(|key| [key.backward_time.get(), key.forward_time.get()]);
    assert_eq!(ways.collect::<Vec<_>>(), [[0.0, 0.5], [0.5, 0.5], [0.5, 2.0], [2.0, 0.0]]);
}

#[test]
fn turns_of_angles_in_another_order_are_seen() {
    // 144 turns from key to key are nearly whole ones at quarters of the time and at parts of the golden ratio.
    let turns = curve(&[0.0, 1.0], 3, &[0.0, 0.0, 0.0, 0.0, 288.0 * TAU, 0.0], Ease::Linear);
    let options = EncodeOptions { tolerance_angle: Positive::literal(0.1), ..EncodeOptions::default() };
    let mut source = clip(1.0, Property::Euler(EulerOrder::Zxy), turns);
    let path = curve(&[0.0, 0.5, 1.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    source.channels.push(Channel::new(0, Property::Translation, path).unwrap());
    let (stt, report) = encode_with(std::slice::from_ref(&source), &options);
    let again = &stt.clips()[0];
    for step in 0..200 {
        let time = f64::from(step) / 200.0 + 0.001;
        let [expected, found] = [&source, again].map(|clip| clip.pose(time).local[0].decompose().rotation);
        let off = anim_core::quaternion::angle_between(expected, found);
        assert!(off <= 0.11, "at {time}: off by {off}, {report}");
    }
}

#[test]
fn steps_are_switched_transitions_at_their_exact_times() {
    let steps = curve(&[0.0, 0.7, 3.1], 3, &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 4.0, 0.0, 0.0], Ease::Step);
    let (stt, report) = encode(&[clip(3.1, Property::Translation, steps)]);
    let Body::Keyframe(keyframes) = &stt.states[0].body else { unreachable!("{stt:?}") };
    let ways = keyframes.keys.iter().map(|key| (key.forward_time.get(), key.forward_morph.get()));
    assert_eq!(ways.collect::<Vec<_>>(), [(0.7, 0), (3.1 - 0.7, 0), (0.0, 0)]);
    assert_eq!(losses(&report), [""; 0]);
}

#[test]
fn rounding_of_large_numbers_is_not_motion() {
    let far = curve(&[0.0, 1.0, 3.0], 3, &[1e300, 0.0, 0.0, -7e299, 0.0, 0.0, 0.0, 3e300, 0.0], Ease::Linear);
    let (stt, report) = encode(&[clip(3.0, Property::Translation, far)]);
    assert_eq!((stt.states.len(), losses(&report)), (4, vec![]));
    let mad = curve(&[0.0, 1.0, 3.0], 3, &[1e300, 0.0, 0.0, -7e299, 0.0, 0.0, 0.0, 3e300, 0.0], Ease::Sine);
    let (stt, _) = encode(&[clip(3.0, Property::Euler(EulerOrder::Xyz), mad)]);
    assert_eq!(stt.states.len(), 4);
}

#[test]
fn motion_that_takes_too_many_poses_is_coarser_and_its_error_is_stated() {
    let values = [0.0, 1e9, 0.0, 1e9].map(|x| [x, 0.0, 0.0]);
    let waves = curve(&[0.0, 1.0, 2.0, 3.0], 3, values.as_flattened(), Ease::Sine);
    let (stt, report) = encode(&[clip(3.0, Property::Translation, waves)]);
    // Eight poses for each of four keys, a node, and 3072 more, and three for each state. Half a wave with n poses is off by up to 1e9 / 2 · (π / n)² / 8.
    let poses = stt.states.len() - 1;
    assert!((3 * 256..=8205).contains(&poses), "{poses}");
    let stated = report.losses[0].fate;
    let Fate::Approximated(stated) = stated else { unreachable!("{stated:?}") };
    let expected = 1e9 / 16.0 * (PI / (poses as f64 / 3.0)).powi(2);
    assert!((0.3..3.0).contains(&(stated.size / expected)), "{stated}, expected {expected}");
}

#[test]
fn clips_share_the_poses_that_they_have_beyond_those_for_their_keys() {
    let values = [0.0, 200.0, 0.0, 200.0].map(|x| [x, 0.0, 0.0]);
    let waves = || curve(&[0.0, 1.0, 2.0, 3.0], 3, values.as_flattened(), Ease::Sine);
    let clips = |count: usize| vec![clip(3.0, Property::Translation, waves()); count];
    let states = |count: usize| Stt::from_clips(&clips(count)).unwrap().states.len();
    // Each takes up to 512 poses for each of three waves, whose accelerations of 987 are within 0.001 after 1/351 seconds.
    assert!((3 * 351..3 * 512).contains(&states(1)));
    // There are 32 poses for each of five keys and nodes of a clip, and for 1152 more: 38,464 for 10 clips, 41,664 for 30, and 196,864
    // for 1000. A state of one node counts as three.
    assert_eq!(states(10), 10 * states(1));
    assert!((10_000..=13_888 + 30).contains(&states(30)), "{}", states(30));
    assert!((50_000..=65_621 + 1000).contains(&states(1000)), "{}", states(1000));
}

#[test]
fn a_cycle_that_is_longer_than_the_clip_makes_its_poses_no_coarser() {
    // Waves of 7 and 5 seconds repeat together every 35 seconds, which needs more than 20,000 poses.
    let wave = |seconds: f64| {
        let values = [0.0, 1e4, 0.0].map(|x| [x, 0.0, 0.0]);
        let wave = curve(&[0.0, seconds / 2.0, seconds], 3, values.as_flattened(), Ease::Sine);
        wave.with_wrap(Wrap::Repeat, Wrap::Repeat)
    };
    let mut waves = clip(1.0, Property::Translation, wave(7.0));
    waves.nodes.push(Node::new("m"));
    waves.channels.push(Channel::new(1, Property::Translation, wave(5.0)).unwrap());
    let (stt, report) = encode(&[waves]);
    let Body::Keyframe(keyframes) = &stt.states[0].body else { unreachable!("{stt:?}") };
    assert_eq!(keyframes.kind, KeyframeType::OneWayForwards);
    let within = report.losses.iter().filter(|loss| loss.code.id != "stt::outside");
    let errors = within.filter_map(|loss| match loss.fate {
        Fate::Approximated(error) if error.unit == Unit::Length => Some(error.size),
        _ => None,
    });
    assert!(errors.fold(0.0, f64::max) <= 1e-3, "{:?}", losses(&report));
}

#[test]
fn more_keys_than_there_may_be_poses_are_an_error_with_the_limit() {
    // One of many nodes moves, and each pose has all of them.
    let keys: Vec<f64> = (0..20).map(f64::from).collect();
    let values: Vec<f64> = keys.iter().flat_map(|key| [key * key, 0.0, 0.0]).collect();
    let mut wide = clip(19.0, Property::Translation, curve(&keys, 3, &values, Ease::Linear));
    wide.nodes = vec![Node::new("n"); 60_000];
    let clips = [wide];
    let error = Stt::from_clips(&clips).unwrap_err();
    // Eight for each of 20 keys and 60,000 nodes, and for 3072 more.
    assert_eq!(error.kind, ErrorKind::Poses { count: 20 * 60_000, most: 8 * (20 + 60_000 + 3072) });
    let more = NonZeroU32::new(20).unwrap();
    let options = EncodeOptions { poses: more, ..EncodeOptions::default() };
    let stt = Stt::from_clips_with(&clips, &options, &mut Report::new()).unwrap();
    assert_eq!(stt.states.len(), 21);
}

#[test]
fn whole_turns_that_start_again_are_turned() {
    // Four turns in two seconds, then anew, next to a motion that is not one of the format.
    let turns = curve(&[0.0, 2.0], 3, &[0.0, 0.0, 0.0, 0.0, 0.0, -4.0 * TAU], Ease::Linear)
        .with_wrap(Wrap::Repeat, Wrap::Repeat);
    let mut spun = clip(3.0, Property::Euler(EulerOrder::Xyz), turns);
    let path = curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    spun.channels.push(Channel::new(0, Property::Translation, path).unwrap());
    let (stt, _) = encode(&[spun.clone()]);
    let again = &stt.clips()[0];
    for step in 0..60 {
        let time = f64::from(step) / 20.0 + 0.01;
        let [expected, found] = [&spun, again].map(|clip| clip.pose(time).local[0]);
        assert!(distance(&expected, &found) < 2e-3, "{time}: {expected:?} {found:?}");
    }
}

#[test]
fn clips_keep_their_names_and_poses_get_others() {
    let path = || curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    let clips = ["c", "c 0"].map(|name| {
        let mut clip = clip(3.0, Property::Translation, path());
        clip.name = name.into();
        clip
    });
    let (stt, report) = encode(&clips);
    let sequences = stt.states.iter().filter(|state| matches!(state.body, Body::Keyframe(_)));
    assert_eq!(sequences.map(|state| state.name.to_string()).collect::<Vec<_>>(), ["c", "c 0"]);
    assert_eq!(stt.states[1].name.to_string(), "c 0 (2)");
    // The names of poses are not in the clip, so that nothing is lost.
    assert_eq!(losses(&report), [""; 0]);
    let findings: Vec<_> =
        report.findings.iter().map(|finding| (finding.code.id, &*finding.at.path)).collect();
    assert_eq!(findings, [("stt::sampled", "c"), ("stt::name", "c"), ("stt::sampled", "c 0")]);
}

#[test]
fn a_sequence_comes_back_as_a_sequence_that_shows_the_same() {
    let stt = parse(SEQUENCE);
    let clips = stt.clips();
    let (again, report) = encode(&clips[..1]);
    assert_eq!(
        losses(&report),
        ["stt::dropped", "stt::sampled"],
        "which key is entered when, and the error of the sine: {report}"
    );
    let Deviation { size, unit, .. } = deviation(&report.losses[1]);
    assert!(size > 0.0 && size <= 1e-3 && unit == Unit::Angle, "{report}");
    let again = &again.clips()[0];
    for step in 0..400 {
        let time = f64::from(step) / 25.0 + 0.013;
        let [expected, found] = [&clips[0], again].map(|clip| clip.pose(time).local[0]);
        assert!(distance(&expected, &found) < 2e-3, "{time}: {expected:?} {found:?}");
    }
}

fn wrap() -> impl Strategy<Value = Wrap> {
    prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset])
}

/// The largest difference of an element of two maps.
pub(crate) fn distance(a: &Affine, b: &Affine) -> f64 {
    a.distance(b)
}

proptest! {
    #[test]
    fn poses_follow_the_clip(
        values in prop::collection::vec(-9.0..9.0f64, 9),
        ease in prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Sine]),
        before in wrap(),
        after in wrap(),
        start in prop::sample::select(vec![0.0, 0.75]),
        property in prop::sample::select(vec![
            Property::Translation,
            Property::Displacement,
            Property::Euler(EulerOrder::Xyz),
            Property::Euler(EulerOrder::Zxy),
        ]),
    ) {
        let keys = [start, start + 0.5, start + 1.5];
        let source = clip(4.0, property, curve(&keys, 3, &values, ease).with_wrap(before, after));
        let (stt, report) = encode(std::slice::from_ref(&source));
        // Near gimbal lock, angles turn too fast for any number of poses: then the loss states how far off they are.
        let stated = report.losses.iter().fold(0.0, |most: f64, loss| match loss.fate {
            Fate::Approximated(error) => most.max(error.size),
            _ => most,
        });
        let again = &stt.clips()[0];
        for step in 1..80 {
            // Between the jumps.
            let time = f64::from(step) / 20.0 - 0.01;
            let [expected, found] = [source.pose(time).local[0], again.pose(time).local[0]];
            prop_assert!(distance(&expected, &found) < 5e-3 + 4.0 * stated, "{} {:?} {:?}", time, expected, found);
        }
    }

    #[test]
    fn motions_of_the_format_come_back_exactly(channel in documents::motion(), time in -50.0..50.0f64) {
        let still = "{n} DYNAMIC 0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0";
        let mut stt = parse(&format!("#MINDRENDER 1.1 1 {{s}} SINGLE 1 {still}"));
        let Body::Single(nodes) = &mut stt.states[0].body else { unreachable!() };
        let Behavior::Dynamic(motions) = &mut nodes[0].behavior else { unreachable!() };
        (motions.displacement, motions.orientation) = (channel.clone(), channel.clone());
        let (again, report) = encode(&stt.clips());
        prop_assert_eq!(again.states.len(), 1, "{}", report);
        let [expected, found] = [&stt, &again].map(|stt| stt.clips()[0].pose(time));
        let jumps = matches!(channel.kind, ChannelType::LoopForwards | ChannelType::LoopBackwards);
        let phase = ((time + channel.offset.get()) / channel.period.get()).rem_euclid(1.0);
        prop_assume!(!jumps || channel.period.get() <= 0.0 || (1e-6..1.0 - 1e-6).contains(&phase));
        let size = 1.0 + channel.period.get().abs().recip().min(1e3);
        if let (Some(expected), Some(found)) = (expected.local.first(), found.local.first()) {
            prop_assert!(distance(expected, found) < 1e-7 * size, "{:?} {:?}", expected, found);
        }
    }
}
