//! The values of a document at any time, without the curves of its clips.

use std::f64::consts::TAU;

use anim_core::{Fate, Pose, Property};
use anim_stt::{ClipOptions, Player};
use proptest::prelude::*;

use crate::documents;
use crate::examples::{lowered, parse};

/// A sine from 0 to 2 with a period of 0.7 s that blends for 1 s into a line that stands at its start.
const MORPHED: &str = "#MINDRENDER 1.1 3
    {both} KEYFRAME 2 1 {a} 0 1 0 1 0 {a} 0 1 0 0 0 {b}
    {a} SINGLE 1 {n} DYNAMIC 0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0  0 0 0 90 0 0 0.7 0 7
    {b} SINGLE 1 {n} DYNAMIC 0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0  180 0 0 0 0 0 2 0.5 9";

/// The angle of `MORPHED` in radians, by hand.
fn angle(time: f64) -> f64 {
    let time = time.max(0.0).rem_euclid(2.0);
    let sine = 45.0 * (1.0 - (TAU * time / 0.7).cos());
    let line = |local: f64| 180.0 * (local + 0.5) / 2.0;
    let degrees = if time < 1.0 { sine * (1.0 - time) + line(0.0) * time } else { line(time - 1.0) };
    degrees.to_radians()
}

#[test]
fn morphed_motion_is_exact_and_its_curve_is_as_near_as_it_states() {
    let stt = parse(MORPHED);
    let options = ClipOptions::default();
    let (clips, report) = lowered(&stt, &options);
    let mut evaluation = stt.evaluation(&options, &clips[0]).unwrap();
    let index = clips[0].channels.iter().position(|channel| matches!(channel.property(), Property::Euler(_)));
    let index = index.unwrap();
    let stated = report.losses.iter().find(|loss| loss.code.id == "stt::fitted").unwrap();
    let Fate::Approximated(stated) = stated.fate else { unreachable!("{report}") };
    let (mut value, mut largest) = ([0.0; 3], 0.0f64);
    for step in 0..40_000 {
        let time = f64::from(step) * 1e-4 - 1.000_03;
        evaluation.sample(index, time, &mut value);
        assert!((value[0] - angle(time)).abs() < 1e-12, "{time}: {value:?} {}", angle(time));
        largest = largest.max((clips[0].channels[index].curve().at(time)[0] - angle(time)).abs());
    }
    assert!(largest <= 1.01 * stated.size && stated.size < 1.2 * largest, "{largest:e} {stated}");
    let mut pose = Pose::default();
    evaluation.pose(0.35, &mut pose);
    assert!((pose.local[0].0[2][1].atan2(pose.local[0].0[1][1]) - angle(0.35)).abs() < 1e-12);
}

#[test]
fn a_clip_of_another_document_is_not_evaluated() {
    let stt = parse(MORPHED);
    let clip = &stt.clips()[0];
    let options = ClipOptions::default();
    let other = ClipOptions { order: anim_core::EulerOrder::Zyx, ..options };
    assert!(stt.evaluation(&other, clip).is_none());
    for (name, node) in [("neither", "n"), ("both", "m")] {
        let mut clip = clip.clone();
        (clip.name, clip.nodes[0].name) = (name.into(), node.into());
        assert!(stt.evaluation(&options, &clip).is_none());
    }
}

proptest! {
    #[test]
    fn evaluations_agree_with_the_player(stt in documents::stt(), time in 0.0..20.0f64) {
        let options = ClipOptions::default();
        let clips = stt.clips();
        for (index, clip) in clips.iter().enumerate() {
            let Some(mut evaluation) = stt.evaluation(&options, clip) else { continue };
            prop_assert_eq!(evaluation.channel_count(), clip.channels.len());
            if index == 0 {
                let mut player = Player::new(stt.clone(), &options).unwrap();
                player.advance(time);
                let names: Vec<String> = player.nodes().iter().map(|node| node.name.clone()).collect();
                let poses = player.node_poses().to_vec();
                for (channel, entry) in clip.channels.iter().enumerate() {
                    let node = names.iter().position(|name| *name == clip.nodes[entry.node()].name).unwrap();
                    let pose = poses[node];
                    let expected = match entry.property() {
                        Property::Displacement => pose.displacement,
                        Property::Translation => pose.translation,
                        _ => pose.orientation.map(|angles| angles.map(f64::to_radians)),
                    };
                    let mut found = [0.0; 3];
                    evaluation.sample(channel, time, &mut found);
                    let same = expected.unwrap_or_default().iter().zip(found).all(|(a, b)| a.to_bits() == b.to_bits());
                    prop_assert!(same, "{:?} {:?}", expected, found);
                }
            }
        }
    }
}
