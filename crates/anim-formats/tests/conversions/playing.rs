//! Clips compiled for playing show the poses of the clips, within the stated error.

use anim_core::{Clip, Poser, Wrap, quaternion};
use anim_runtime::Motion;

use crate::{clips_of, fixtures, made};

/// The error of single precision, relative to the largest number.
const SINGLE: f64 = 2e-6;

/// Errors are measured at three times between rows: at others they are slightly larger where handles are steep.
const STEEP: f64 = 1.5;

#[test]
fn clips_of_files_are_played_within_the_stated_error() {
    let files = fixtures();
    let expected = if files.is_empty() { 0 } else { 50 };
    let clips: Vec<_> = files.iter().filter_map(|path| clips_of(path)).flatten().collect();
    all_agree(&clips, expected);
}

#[test]
fn made_clips_are_played_within_the_stated_error() {
    let clips: Vec<_> = made::clips().unwrap_or_default().into_iter().flat_map(|(_, clips)| clips).collect();
    all_agree(&clips, 100);
}

fn all_agree(clips: &[Clip], expected: usize) {
    assert!(clips.len() >= expected, "{} clips", clips.len());
    let broken: Vec<_> = clips.iter().flat_map(differences).collect();
    assert!(broken.is_empty(), "{} differences:\n{}", broken.len(), broken.join("\n"));
}

/// The differences between a motion and its clip.
fn differences(clip: &Clip) -> Vec<String> {
    let Ok(motion) = Motion::compile(clip) else { return vec![format!("{} does not compile", clip.name)] };
    let mut poser = Poser::new(clip);
    let mut broken = Vec::new();
    let single = SINGLE * size(clip);
    let errors = motion.errors();
    for step in 0..40 {
        let time = (f64::from(step) * 0.618_034).fract() * clip.duration;
        if is_near_a_key(clip, time) {
            continue;
        }
        for joint in 0..motion.figure().len() {
            let state = poser.node(motion.figure().node(joint), time);
            let exact = state.matrix.map_or(state.transform, |matrix| matrix.decompose());
            let found = motion.joint(joint, time, Wrap::Hold);
            let apart = |a: [f64; 3], b: [f32; 3]| [0, 1, 2].map(|i| (a[i] - f64::from(b[i])).abs());
            let place = apart(exact.translation, found.translation);
            let length = place.iter().map(|part| part * part).sum::<f64>().sqrt();
            let angle = quaternion::angle_between(exact.rotation, found.rotation.map(f64::from));
            let ratio = apart(exact.scale, found.scale).into_iter().fold(0.0, f64::max);
            for (what, off, stated) in [
                ("place", length, errors.length),
                ("turn", angle, errors.angle),
                ("scale", ratio, errors.ratio),
            ] {
                if off > STEEP * stated + single {
                    let name = motion.figure().name(joint);
                    broken.push(format!("{} {name} {what} at {time}: {off} of {stated}", clip.name));
                }
            }
        }
    }
    broken
}

/// Whether a key is so near that the last bit of the time may decide the value.
fn is_near_a_key(clip: &Clip, time: f64) -> bool {
    let mut keys = clip.channels.iter().flat_map(|channel| channel.curve().times().iter());
    keys.any(|key| (key - time).abs() < 1e-5)
}

/// The largest number of a clip, at least 1.
fn size(clip: &Clip) -> f64 {
    let numbers = clip.channels.iter().flat_map(|channel| channel.curve().values());
    let rests = clip.nodes.iter().flat_map(|node| node.rest.translation.iter().chain(&node.rest.scale));
    numbers
        .chain(rests)
        .filter(|number| number.is_finite())
        .fold(1.0, |most: f64, number| most.max(number.abs()))
}
