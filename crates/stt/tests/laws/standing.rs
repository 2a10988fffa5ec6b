//! Recordings in which a figure mostly stands.

use std::num::NonZeroU32;
use std::ops::Range;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Report, Times};
use anim_stt::{Body, ClipOptions, Stt};

use crate::encoding::{distance, encode};

/// A recording at 30 frames a second of nodes that move in some frames, repeatedly through a number of poses, and do not move before
/// and after.
fn recording(nodes: usize, frames: usize, moving: Range<usize>, poses: usize) -> Clip {
    let times = Times::uniform(0.0, Rate::new(30.0, 1.0).unwrap(), frames).unwrap();
    let channel = |node: usize| {
        let x = |frame: usize| {
            let moved = frame.clamp(moving.start, moving.end) - moving.start;
            (moved * moved % poses) as f64 + node as f64
        };
        let values = (0..frames).flat_map(|frame| [x(frame), 0.0, 0.0]).collect::<Vec<_>>();
        let curve = Curve::new(times.clone(), 3, values, Ease::Linear).unwrap();
        Channel::new(node, Property::Translation, curve).unwrap()
    };
    Clip::new("c")
        .with_duration((frames - 1) as f64 / 30.0)
        .with_nodes((0..nodes).map(|node| Node::new(format!("n{node}"))).collect())
        .with_channels((0..nodes).map(channel).collect())
}

#[test]
fn a_figure_that_stands_takes_two_keys() {
    for (nodes, frames, moving) in
        [(3, 800, 0..30), (3, 6000, 500..530), (20, 1800, 0..300), (1, 900, 870..899)]
    {
        let source = recording(nodes, frames, moving.clone(), 1009);
        let (stt, report) = encode(std::slice::from_ref(&source));
        let Body::Keyframe(keyframes) = &stt.states[0].body else { unreachable!("{report}") };
        // Those that move, and the ends of the time before and after.
        assert!(keyframes.keys.len() <= moving.len() + 3, "{}: {report}", keyframes.keys.len());
        let mut report = Report::new();
        let again = Stt::parse(&stt.to_bytes()).unwrap();
        let clips = again.clips_with(&ClipOptions::default(), &mut report);
        let found = &clips[0];
        assert_eq!((found.nodes.len(), found.channels.is_empty()), (nodes, false), "{report}");
        for step in 0..200 {
            let time = source.duration * (f64::from(step) + 0.3) / 200.0;
            let [expected, found] = [&source, found].map(|clip| clip.pose(time).local[0]);
            assert!(distance(&expected, &found) <= 1e-3, "{time}: {expected:?} {found:?}");
        }
    }
}

#[test]
fn few_poses_over_and_over_are_a_clip_up_to_where_the_pieces_end() {
    // 20 nodes that go from pose to pose with each frame: the last one takes 120,000 pieces.
    for (frames, is_whole) in [(30, true), (1500, true), (6000, false)] {
        let source = recording(20, frames, 0..frames, 5);
        let (stt, report) = encode(std::slice::from_ref(&source));
        let is_told = report.findings.iter().any(|finding| finding.code.id == "stt::limit");
        assert_eq!(is_told, !is_whole, "{report}");
        let read = |options: &ClipOptions| {
            let mut report = Report::new();
            let clip = stt.clips_with(options, &mut report).remove(0);
            let limit =
                report.losses.iter().find(|loss| loss.code.id == "stt::limit").and_then(|loss| loss.time);
            (clip, limit)
        };
        let all = ClipOptions { pieces: NonZeroU32::new(4096).unwrap(), ..ClipOptions::default() };
        for (clip, until) in [read(&ClipOptions::default()), read(&all)] {
            assert_eq!((clip.nodes.len(), clip.duration), (20, source.duration), "{until:?}");
            assert!(until.is_none_or(|until| !is_whole && until > source.duration / 5.0), "{until:?}");
            for step in 0..200 {
                let time = source.duration * (f64::from(step) + 0.3) / 200.0;
                let shown = until.map_or(time, |until| time.min(until));
                let [expected, found] =
                    [(&source, shown), (&clip, time)].map(|(clip, time)| clip.pose(time).local[7]);
                assert!(distance(&expected, &found) <= 1e-3, "{time}: {expected:?} {found:?}");
            }
        }
        assert_eq!(read(&all).1, None);
    }
}
