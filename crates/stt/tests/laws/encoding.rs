//! Clips as states.

use std::f64::consts::TAU;

use anim_core::{
    Affine, Channel, Clip, Curve, Diagnostic, Ease, Encode, EulerOrder, Event, Loss, Node, Options, Property,
    Times, Wrap,
};
use anim_stt::{Behavior, Body, ChannelType, PlayOptions, Stt};
use proptest::prelude::*;

use crate::documents;
use crate::examples::{MOVING, SEQUENCE, STANDING, parse};

fn encode(clips: &[Clip]) -> (Stt, Vec<Diagnostic>) {
    use anim_core::Format;
    let mut findings = Vec::new();
    (Stt::from_clips(clips, &Options::new(Stt::INFO.target_options), &(), &mut findings).unwrap(), findings)
}

fn clip(duration: f64, property: Property, curve: Curve) -> Clip {
    let channels = vec![Channel::new(0, property, curve).unwrap()];
    Clip { name: "c".into(), duration, nodes: vec![Node::new("n")], channels, ..Clip::default() }
}

fn curve(times: &[f64], width: usize, values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), width, values.to_vec(), ease).unwrap()
}

fn behavior(stt: &Stt) -> &Behavior {
    let Body::Single(nodes) = &stt.states[0].body else { unreachable!("{stt:?}") };
    &nodes[0].behavior
}

fn ids(findings: &[Diagnostic]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code.id).collect()
}

#[test]
fn states_of_nodes_come_back_as_they_were() {
    for text in [STANDING, MOVING] {
        let (stt, findings) = encode(&parse(text).clips(PlayOptions::default(), &mut ()));
        assert_eq!((stt, findings), (parse(text), vec![]));
    }
}

#[test]
fn a_spin_of_many_turns_is_a_motion() {
    let turns = 3.0 * std::f64::consts::TAU;
    let spin = curve(&[0.0, 2.0], 1, &[0.0, turns], Ease::Linear).with_wrap(Wrap::Repeat, Wrap::Repeat);
    let (stt, findings) = encode(&[clip(2.0, Property::Angle { axis: [0.0, -2.0, 0.0] }, spin)]);
    let Behavior::Dynamic(motions) = behavior(&stt) else { unreachable!("{stt:?}") };
    let orientation = &motions.orientation;
    assert_eq!(
        (orientation.kind, orientation.end.get(), findings),
        (ChannelType::LoopForwards, [0.0, -1080.0, 0.0], vec![])
    );
}

#[test]
fn any_other_motion_is_a_sequence_of_poses() {
    let path = curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    let (stt, findings) = encode(&[clip(3.0, Property::Translation, path)]);
    assert_eq!((stt.states.len(), ids(&findings)), (4, vec!["stt::sampled"]));
    assert!(matches!(findings[0].loss, Some(Loss::Approximated(error)) if error < 1e-12));
    let again = &stt.clips(PlayOptions::default(), &mut ())[0];
    for (time, expected) in
        [(0.0, [0.0, 0.0, 0.0]), (0.5, [2.0, 0.0, 0.0]), (2.0, [2.0, 1.0, 0.0]), (9.0, [0.0, 2.0, 0.0])]
    {
        assert_eq!(again.pose(time).local[0].translation(), expected, "{time}");
    }
    assert_eq!(again.duration, 3.0);
}

#[test]
fn steps_are_switched_transitions_at_their_exact_times() {
    let steps = curve(&[0.0, 0.7, 3.1], 3, &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 4.0, 0.0, 0.0], Ease::Step);
    let (stt, findings) = encode(&[clip(3.1, Property::Translation, steps)]);
    let Body::Keyframe(keyframes) = &stt.states[0].body else { unreachable!("{stt:?}") };
    let ways = keyframes.keys.iter().map(|key| (key.forward_time.get(), key.forward_morph.get()));
    assert_eq!(ways.collect::<Vec<_>>(), [(0.7, 0), (3.1 - 0.7, 0), (0.0, 0)]);
    assert_eq!(findings[0].loss, Some(Loss::Approximated(0.0)));
}

#[test]
fn rounding_of_large_numbers_is_not_motion() {
    let far = curve(&[0.0, 1.0, 3.0], 3, &[1e300, 0.0, 0.0, -7e299, 0.0, 0.0, 0.0, 3e300, 0.0], Ease::Linear);
    let (stt, findings) = encode(&[clip(3.0, Property::Translation, far)]);
    assert_eq!((stt.states.len(), findings[0].loss), (4, Some(Loss::Approximated(0.0))));
    let mad = curve(&[0.0, 1.0, 3.0], 3, &[1e300, 0.0, 0.0, -7e299, 0.0, 0.0, 0.0, 3e300, 0.0], Ease::Sine);
    let (stt, _) = encode(&[clip(3.0, Property::Euler(EulerOrder::Xyz), mad)]);
    assert_eq!(stt.states.len(), 4);
}

#[test]
fn motion_that_takes_too_many_poses_is_an_error_with_the_limit() {
    use anim_core::Format;
    let values = [0.0, 1e9, 0.0, 1e9].map(|x| [x, 0.0, 0.0]);
    let waves = curve(&[0.0, 1.0, 2.0, 3.0], 3, values.as_flattened(), Ease::Sine);
    let clips = [clip(3.0, Property::Translation, waves)];
    let error = Stt::from_clips(&clips, &Options::new(Stt::INFO.target_options), &(), &mut ()).unwrap_err();
    // Eight for each of four keys, a node, and 1024 more.
    assert_eq!(error.to_string(), "the clip takes 8233 poses of nodes or more, expected at most 8232 (c)");
}

#[test]
fn whole_turns_that_start_again_are_turned() {
    // Four turns in two seconds, then anew, beside a motion that no state says.
    let turns = curve(&[0.0, 2.0], 3, &[0.0, 0.0, 0.0, 0.0, 0.0, -4.0 * TAU], Ease::Linear)
        .with_wrap(Wrap::Repeat, Wrap::Repeat);
    let mut spun = clip(3.0, Property::Euler(EulerOrder::Xyz), turns);
    let path = curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    spun.channels.push(Channel::new(0, Property::Translation, path).unwrap());
    let (stt, _) = encode(&[spun.clone()]);
    let again = &stt.clips(PlayOptions::default(), &mut ())[0];
    for step in 0..60 {
        let time = f64::from(step) / 20.0 + 0.01;
        let [expected, found] = [&spun, again].map(|clip| clip.pose(time).local[0]);
        assert!(distance(&expected, &found) < 2e-3, "{time}: {expected:?} {found:?}");
    }
}

#[test]
fn losses_name_their_nodes() {
    let mut rows = Affine::IDENTITY.to_rows();
    rows[0] = 3.0;
    let mut scaled = clip(1.0, Property::Matrix, Curve::constant(&rows).unwrap());
    scaled.nodes[0].rest.scale = [2.0; 3];
    let (_, findings) = encode(&[scaled]);
    let of_node = findings.iter().filter(|finding| finding.at.to_string() == "c/n");
    let messages: Vec<_> = of_node.map(|finding| finding.message.as_str()).collect();
    let expected = [
        "no state has the scale at rest, [2.0, 2.0, 2.0]",
        "no state has the scale and shear of the matrices, 2.0e0",
    ];
    assert_eq!(messages, expected, "{findings:?}");
}

#[test]
fn clips_keep_their_names_and_poses_give_way() {
    let path = || curve(&[0.0, 1.0, 3.0], 3, &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 2.0, 0.0], Ease::Linear);
    let clips =
        ["c", "c 0"].map(|name| Clip { name: name.into(), ..clip(3.0, Property::Translation, path()) });
    let (stt, findings) = encode(&clips);
    let sequences = stt.states.iter().filter(|state| matches!(state.body, Body::Keyframe(_)));
    assert_eq!(sequences.map(|state| state.name.to_string()).collect::<Vec<_>>(), ["c", "c 0"]);
    assert_eq!(stt.states[1].name.to_string(), "c 0 (2)");
    assert_eq!(ids(&findings), ["stt::sampled", "stt::name", "stt::sampled"]);
}

#[test]
fn a_duration_that_motions_do_not_have_is_reported() {
    let spin = curve(&[0.0, 2.0], 3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Linear);
    for (duration, expected) in [(2.0, vec![]), (5.0, vec!["stt::dropped"])] {
        let spin = spin.clone().with_wrap(Wrap::Repeat, Wrap::Repeat);
        let (_, findings) = encode(&[clip(duration, Property::Translation, spin)]);
        assert_eq!(ids(&findings), expected);
    }
}

#[test]
fn a_sequence_comes_back_as_a_sequence_that_shows_the_same() {
    let stt = parse(SEQUENCE);
    let clips = stt.clips(PlayOptions::default(), &mut ());
    let (again, findings) = encode(&clips[..1]);
    assert_eq!(
        ids(&findings),
        ["stt::dropped", "stt::sampled"],
        "which key is entered when, and how it got there"
    );
    assert!(matches!(findings[1].loss, Some(Loss::Approximated(error)) if error <= 1e-3), "{findings:?}");
    let again = &again.clips(PlayOptions::default(), &mut ())[0];
    for step in 0..400 {
        let time = f64::from(step) / 25.0 + 0.013;
        let [expected, found] = [&clips[0], again].map(|clip| clip.pose(time).local[0]);
        assert!(distance(&expected, &found) < 2e-3, "{time}: {expected:?} {found:?}");
    }
}

#[test]
fn what_a_state_cannot_say_is_reported() {
    let mut lossy = clip(1.0, Property::Scale, Curve::constant(&[2.0; 3]).unwrap());
    lossy.nodes.push(Node { parent: Some(0), ..Node::new("n") });
    lossy.name = "a}b".into();
    lossy.events.push(Event { time: 0.0, node: None, name: "e".into(), values: vec![] });
    let (stt, findings) = encode(&[lossy]);
    let mut ids = ids(&findings);
    ids.sort_unstable();
    assert_eq!(
        ids,
        ["stt::dropped", "stt::dropped", "stt::dropped", "stt::dropped", "stt::name", "stt::name"]
    );
    assert_eq!(stt.states[0].name.to_string(), "a)b");
    let not_finite = curve(&[0.0, 1.0, 2.0], 3, &[f64::NAN; 9], Ease::Step);
    let (_, findings) = encode(&[clip(2.0, Property::Translation, not_finite)]);
    assert!(findings.iter().any(|finding| finding.message.contains("not finite")), "{findings:?}");
}

/// How far apart two maps are.
fn distance(a: &Affine, b: &Affine) -> f64 {
    a.to_rows().iter().zip(b.to_rows()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
}

proptest! {
    #[test]
    fn what_was_encoded_plays_alike(
        values in prop::collection::vec(-9.0..9.0f64, 9),
        ease in prop::sample::select(vec![Ease::Step, Ease::Linear, Ease::Sine]),
        wrap in prop::sample::select(vec![Wrap::Hold, Wrap::Repeat, Wrap::PingPong]),
        property in prop::sample::select(vec![
            Property::Translation,
            Property::Displacement,
            Property::Euler(EulerOrder::Xyz),
            Property::Euler(EulerOrder::Zxy),
        ]),
    ) {
        let source = clip(4.0, property, curve(&[0.0, 1.0, 4.0], 3, &values, ease).with_wrap(Wrap::Hold, wrap));
        let (stt, findings) = encode(std::slice::from_ref(&source));
        // Where two of three axes meet, angles turn too fast for any number of poses: then the loss says how far off they are.
        let stated = findings.iter().fold(0.0, |most: f64, finding| match finding.loss {
            Some(Loss::Approximated(error)) => most.max(error),
            _ => most,
        });
        let again = &stt.clips(PlayOptions::default(), &mut ())[0];
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
        let (again, findings) = encode(&stt.clips(PlayOptions::default(), &mut ()));
        prop_assert_eq!(again.states.len(), 1, "{:?}", findings);
        let [expected, found] = [&stt, &again].map(|stt| stt.clips(PlayOptions::default(), &mut ())[0].pose(time));
        let jumps = matches!(channel.kind, ChannelType::LoopForwards | ChannelType::LoopBackwards);
        let phase = ((time + channel.offset.get()) / channel.period.get()).rem_euclid(1.0);
        prop_assume!(!jumps || channel.period.get() <= 0.0 || (1e-6..1.0 - 1e-6).contains(&phase));
        let size = 1.0 + channel.period.get().abs().recip().min(1e3);
        if let (Some(expected), Some(found)) = (expected.local.first(), found.local.first()) {
            prop_assert!(distance(expected, found) < 1e-7 * size, "{:?} {:?}", expected, found);
        }
    }
}
