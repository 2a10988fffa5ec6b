//! How many rows a motion has at most.

use std::sync::Arc;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Report, Times, Wrap};
use anim_runtime::{CompileOptions, Figure, Motion};

use crate::clips::spin;

#[test]
fn memory_is_bounded_whatever_the_clip_is() {
    let curve =
        Curve::new(Times::keys([0.0, 1e12]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1e9, 0.0, 0.0], Ease::Sine);
    let channel = Channel::new(0, Property::Translation, curve.unwrap()).unwrap();
    let nodes = vec![Node::new("a")];
    let clip = Clip::new("age").with_duration(1e12).with_nodes(nodes).with_channels(vec![channel]);
    let mut options = CompileOptions::default();
    options.max_values = 1 << 18;
    for joints in [1, 100, 2000] {
        let nodes = (0..joints).map(|joint| Node::new(joint.to_string())).collect();
        let channels = (0..joints).map(|joint| clip.channels[0].with_node(joint)).collect();
        let clip = clip.clone().with_nodes(nodes).with_channels(channels);
        let figure = Arc::new(Figure::new(&clip));
        let motion = Motion::compile_with(&clip, &figure, &options, &mut Report::new()).unwrap();
        // Four bytes a value, in blocks of four joints.
        let most = 4 * options.max_values * joints.next_multiple_of(4) / joints;
        assert!(motion.bytes() <= most + 200 * joints, "{} bytes of {joints} joints", motion.bytes());
        assert!(motion.errors().length > 0.0);
    }
}

/// Joints that jump: each steps, or repeats a line.
fn jumping(joints: usize, keys: usize, ease: Ease, wrap: Wrap, duration: f64) -> Clip {
    let times = Times::keys((0..keys).map(|key| key as f64).collect::<Vec<_>>()).unwrap();
    let values = (0..3 * keys).map(|part| (part % 7) as f64).collect();
    let curve = Curve::new(times, 3, values, ease).unwrap().with_wrap(Wrap::Hold, wrap);
    let channel = |joint| Channel::new(joint, Property::Translation, curve.clone()).unwrap();
    let nodes = (0..joints).map(|joint| Node::new(joint.to_string())).collect();
    let clip = Clip::new("jumping").with_duration(duration).with_nodes(nodes);
    let mut clip = clip.with_channels((0..joints).map(channel).collect());
    clip.channels.extend(spin(0.3, duration).channels);
    clip
}

#[test]
fn the_number_of_rows_is_limited_exactly() {
    // A curve that no number of rows fits.
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1e9, 0.0, 0.0], Ease::Sine);
    let channel = Channel::new(0, Property::Translation, curve.unwrap()).unwrap();
    let clip =
        Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("a")]).with_channels(vec![channel]);
    let figure = Arc::new(Figure::new(&clip));
    let bytes = |rows: usize| {
        let mut options = CompileOptions::default();
        options.max_rows = rows;
        Motion::compile_with(&clip, &figure, &options, &mut Report::new()).unwrap().bytes()
    };
    // A row has three numbers for each of four joints.
    let rows = |most: usize| (bytes(most) - (bytes(2) - 2 * 48)) / 48;
    for most in [2, 3, 4, 5, 16, 100] {
        assert!((2..=most).contains(&rows(most)), "{} rows of {most}", rows(most));
    }
    assert_eq!([0, 1, 2].map(bytes), [bytes(2); 3], "a motion has two rows");
    assert!(bytes(2) <= 2 * 48 + 200, "{} bytes of two rows and a pose", bytes(2));
}

#[test]
fn joints_that_jump_count_with_their_keys() {
    for (joints, keys, ease, wrap, duration) in [
        (1, 20, Ease::Step, Wrap::Hold, 19.37),
        (9, 20, Ease::Step, Wrap::Hold, 19.37),
        (9, 3, Ease::Linear, Wrap::Repeat, 37.0),
        (9, 3, Ease::Linear, Wrap::Repeat, 1e4),
        (9, 3, Ease::Step, Wrap::Repeat, 1e6),
        (60, 2, Ease::Step, Wrap::Repeat, 2e4),
    ] {
        let clip = jumping(joints, keys, ease, wrap, duration);
        let figure = Arc::new(Figure::new(&clip));
        for max_values in [1_000, 3_000, 1 << 14] {
            let mut options = CompileOptions::default();
            options.max_values = max_values;
            let motion = Motion::compile_with(&clip, &figure, &options, &mut Report::new()).unwrap();
            let pose = 4 * (3 + 4 + 3) * joints.next_multiple_of(4);
            let stored: usize = clip.channels.iter().map(|channel| channel.curve().values().len()).sum();
            let own = if wrap == Wrap::Hold { 2 * stored } else { 0 };
            let least = 4 * (2 * (7 * joints + 28) + own + 12 * joints);
            let most = (4 * max_values.max(4 * stored)).max(least) + pose;
            assert!(
                motion.bytes() <= most,
                "{} of {most} bytes: {joints} joints, {keys} keys, {ease:?} {wrap:?}, {max_values} values",
                motion.bytes()
            );
        }
    }
}
