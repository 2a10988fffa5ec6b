//! Clips to bytes and back: every difference was reported.

use anim_core::{Channel, Clip, Fate, Loss, Property, Report, Sampler, laws};
use anim_gltf as gltf;
use gltf::{ClipOptions, EncodeOptions, Gltf, ReadOptions};
use proptest::prelude::*;

use crate::common;

fn encode(clips: &[Clip]) -> (Gltf, Vec<Loss>) {
    let mut report = Report::new();
    let document = Gltf::from_clips_with(clips, &EncodeOptions::default(), &mut report).unwrap();
    assert_eq!(report.findings, vec![]);
    laws::joins(&report, clips).unwrap();
    (document, report.losses)
}

fn through_bytes(document: &Gltf) -> Vec<Clip> {
    let mut report = Report::new();
    let read = Gltf::parse_with(&document.to_bytes(), &ReadOptions::default(), &mut report).unwrap();
    read.check_with(&mut report);
    let clips = read.clips_with(&ClipOptions::default(), &mut report);
    assert_eq!(report, Report::new());
    clips
}

/// The losses of a node of a clip. Nodes of the same name share theirs.
fn losses<'l>(found: &'l [Loss], clip: &'l Clip, node: usize) -> impl Iterator<Item = &'l Loss> {
    let name = &clip.nodes[node].name;
    found
        .iter()
        .filter(move |loss| loss.clip.as_ref() == Some(&clip.name) && loss.node.as_ref() == Some(name))
}

/// The reported error of a node of a clip.
fn reported(found: &[Loss], clip: &Clip, node: usize) -> f64 {
    let errors = losses(found, clip, node)
        .map(|loss| if let Fate::Approximated(error) = loss.fate { error.size } else { 0.0 });
    errors.sum()
}

fn exact(property: &Property) -> bool {
    use Property as P;
    matches!(property, P::Visible | P::Alive | P::Parent | P::Color | P::Named { .. })
}

fn of<'c>(clip: &'c Clip, wanted: impl Fn(&Property) -> bool + 'c) -> Vec<&'c Channel> {
    clip.channels.iter().filter(|channel| wanted(channel.property())).collect()
}

/// Whether a channel of a node is reported as dropped.
fn dropped(found: &[Loss], clip: &Clip, node: usize) -> bool {
    losses(found, clip, node).any(|loss| loss.code.id == "gltf::dropped")
}

/// Whether a node jumps near a time: there a key in single precision may fall on either side. A value may last no time at all, such as
/// the last key of steps that repeat.
fn jumps(clip: &Clip, node: usize, time: f64) -> bool {
    let span = [time - 6e-4, time + 6e-4];
    let curves = clip.channels.iter().filter(|channel| channel.node() == node).map(Channel::curve);
    let keys = curves.filter_map(|curve| curve.unrolled_times(span, 64)).flatten();
    let near: Vec<_> =
        span.into_iter().chain(keys).map(|time| clip.pose(time).local[node].to_rows()).collect();
    let differs = |rows: &[f64; 12]| near[0].iter().zip(rows).any(|(a, b)| (a - b).abs() > 5e-3);
    near.iter().any(differs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_difference_was_reported(clips in common::any_clips(), fraction in 0.0..1.0f64) {
        let (document, found) = encode(&clips);
        let back = through_bytes(&document);
        prop_assert_eq!(back.len(), clips.len());
        let others = document.clips_with(&ClipOptions { exact: false, ..ClipOptions::default() }, &mut Report::new());
        for (index, (clip, back)) in clips.iter().zip(&back).enumerate() {
            prop_assert_eq!(&back.name, &clip.name);
            prop_assert_eq!(back.duration, clip.duration);
            prop_assert_eq!(back.rate, clip.rate);
            prop_assert_eq!(back.first_frame, clip.first_frame);
            prop_assert_eq!(&back.events, &clip.events);
            prop_assert_eq!(&back.metadata, &clip.metadata);
            let names = |clip: &Clip| clip.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
            prop_assert_eq!(names(back), names(clip));
            let parents = |clip: &Clip| clip.nodes.iter().map(|node| node.parent).collect::<Vec<_>>();
            let is_cut = |loss: &Loss| loss.code.id == "gltf::cycle" && loss.clip.as_ref() == Some(&clip.name);
            if !found.iter().any(is_cut) {
                prop_assert_eq!(parents(back), parents(clip));
            }
            let (mut kept, mut source) = (of(back, exact), of(clip, exact));
            let place = |channel: &&Channel| (channel.node(), channel.component(), format!("{:?}", (channel.property(), channel.curve().values())));
            kept.sort_by_key(place);
            source.sort_by_key(place);
            prop_assert_eq!(kept, source);
            for (time, back) in [0.0, fraction * clip.duration, clip.duration].into_iter().flat_map(|time| [(time, back), (time, &others[index])]) {
                let (from, to) = (clip.pose(time), back.pose(time));
                for node in 0..clip.nodes.len() {
                    if jumps(clip, node, time) || dropped(&found, clip, node) {
                        continue;
                    }
                    let error = from.local[node].distance(&to.local[node]);
                    let allowed = 1e-4 + 8.0 * reported(&found, clip, node);
                    prop_assert!(
                        error <= allowed,
                        "clip {} node {} at {}: {} off, {} allowed\n{:?}\n{:?}", index, node, time, error, allowed, clip, found
                    );
                }
            }
        }
    }

    #[test]
    fn weights_survive(clip in common::any_clips(), fraction in 0.0..1.0f64) {
        let weights = |property: &Property| matches!(property, Property::Weights { .. });
        let (document, found) = encode(&clip);
        for (clip, back) in clip.iter().zip(through_bytes(&document)) {
            for node in 0..clip.nodes.len() {
                let all = |clip: &Clip| of(clip, weights).into_iter().filter(|c| c.node() == node).cloned().collect::<Vec<_>>();
                let ([source], [read]) = (&all(clip)[..], &all(&back)[..]) else { continue };
                let width = source.property().width();
                if source.curve().width() != width {
                    continue;
                }
                let time = fraction * clip.duration;
                let mut values = [vec![0.0; width], vec![0.0; width]];
                Sampler::new(source.curve()).sample(time, &mut values[0]);
                Sampler::new(read.curve()).sample(time, &mut values[1]);
                let nearby = source.curve().at(time - 2e-5).iter().zip(source.curve().at(time + 2e-5)).all(|(a, b)| (a - b).abs() < 5e-3);
                let allowed = 1e-4 + 2.0 * reported(&found, clip, node);
                prop_assert!(!nearby || values[0].iter().zip(&values[1]).all(|(a, b)| (a - b).abs() <= allowed));
            }
        }
    }
}
