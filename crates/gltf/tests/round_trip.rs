//! Clips through bytes and back: what is lost is what was reported.
#![allow(clippy::unwrap_used, reason = "tests may state what they expect")]

mod common;

use anim_core::{Channel, Clip, Diagnostic, Document, Encode, Format, Loss, Options, Property, Sampler};
use anim_gltf as gltf;
use gltf::Gltf;
use proptest::prelude::*;

fn encode(clips: &[Clip]) -> (Gltf, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let options = Options::new(Gltf::INFO.target_options);
    (Gltf::from_clips(clips, &options, &(), &mut found).unwrap(), found)
}

fn through_bytes(document: &Gltf) -> Vec<Clip> {
    let mut found = Vec::new();
    let read = Gltf::parse(&document.to_bytes(), &mut found).unwrap();
    read.check(&mut found);
    let clips = read.to_clips(&Options::new(&[]), &mut found);
    assert_eq!(found, vec![]);
    clips
}

/// How far the conversion says that a node of a clip may be off.
fn reported(found: &[Diagnostic], clip: usize, node: usize) -> f64 {
    let place = format!("clips[{clip}]/nodes[{node}]/");
    let here = found.iter().filter(|finding| finding.at.path.starts_with(&place));
    here.map(|finding| if let Some(Loss::Approximated(error)) = finding.loss { error } else { 0.0 }).sum()
}

fn exact(property: &Property) -> bool {
    use Property as P;
    matches!(property, P::Visible | P::Alive | P::Parent | P::Color | P::Named { .. })
}

fn of<'c>(clip: &'c Clip, wanted: impl Fn(&Property) -> bool + 'c) -> Vec<&'c Channel> {
    clip.channels.iter().filter(|channel| wanted(channel.property())).collect()
}

/// Whether the conversion says that a channel of a node is not in the file as it was.
fn dropped(found: &[Diagnostic], clip: usize, node: usize) -> bool {
    let place = format!("clips[{clip}]/nodes[{node}]/");
    found.iter().any(|finding| finding.code.id == "gltf::dropped" && finding.at.path.starts_with(&place))
}

/// Near a jump a key of single precision may fall on either side.
fn jumps(clip: &Clip, node: usize, time: f64) -> bool {
    let mut near = [time - 2e-5, time + 2e-5].map(|time| clip.pose(time).local[node].to_rows());
    let [a, b] = &mut near;
    a.iter().zip(b).any(|(a, b)| (*a - *b).abs() > 5e-3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_lost_is_what_was_reported(clips in common::any_clips(), fraction in 0.0..1.0f64) {
        let (document, found) = encode(&clips);
        let back = through_bytes(&document);
        prop_assert_eq!(back.len(), clips.len());
        for (index, (clip, back)) in clips.iter().zip(&back).enumerate() {
            prop_assert_eq!(&back.name, &clip.name);
            prop_assert_eq!(back.duration, clip.duration);
            prop_assert_eq!(back.rate, clip.rate);
            prop_assert_eq!(back.first_frame, clip.first_frame);
            prop_assert_eq!(&back.events, &clip.events);
            prop_assert_eq!(&back.metadata, &clip.metadata);
            let names = |clip: &Clip| clip.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
            prop_assert_eq!(names(back), names(clip));
            let (mut kept, mut source) = (of(back, exact), of(clip, exact));
            let place = |channel: &&Channel| (channel.node(), channel.component(), format!("{:?}", (channel.property(), channel.curve().values())));
            kept.sort_by_key(place);
            source.sort_by_key(place);
            prop_assert_eq!(kept, source);
            for time in [0.0, fraction * clip.duration, clip.duration] {
                let (from, to) = (clip.pose(time), back.pose(time));
                for node in 0..clip.nodes.len() {
                    if jumps(clip, node, time) || dropped(&found, index, node) {
                        continue;
                    }
                    let error = from.local[node].distance(&to.local[node]);
                    let allowed = 1e-4 + 8.0 * reported(&found, index, node);
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
        for (index, (clip, back)) in clip.iter().zip(through_bytes(&document)).enumerate() {
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
                let allowed = 1e-4 + 2.0 * reported(&found, index, node);
                prop_assert!(!nearby || values[0].iter().zip(&values[1]).all(|(a, b)| (a - b).abs() <= allowed));
            }
        }
    }
}
