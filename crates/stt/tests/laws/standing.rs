//! Recordings in which a figure mostly stands.

use std::num::NonZeroU32;
use std::ops::Range;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Report, Times};
use anim_stt::{Body, ClipOptions, Stt};

use crate::encoding::{distance, encode};

/// A recording at 30 frames a second of nodes that move in some frames, through so many poses again and again, and stand before them
/// and after them.
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
fn a_file_that_needs_more_pieces_says_so() {
    for (frames, expected) in [(30, false), (1500, true)] {
        let (stt, report) = encode(&[recording(20, frames, 0..frames, 5)]);
        let found = report.findings.iter().any(|finding| finding.code.id == "stt::limit");
        let empty = stt.clips()[0].channels.is_empty();
        assert_eq!((found, empty), (expected, expected), "{report}");
        let options = ClipOptions { pieces: NonZeroU32::new(4096).unwrap(), ..ClipOptions::default() };
        assert_eq!(stt.clips_with(&options, &mut Report::new())[0].nodes.len(), 20);
    }
}
