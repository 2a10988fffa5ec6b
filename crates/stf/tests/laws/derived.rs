//! Data derived from keys follows the keys.

use anim_core::Clip;
use anim_stf::{Animation, Ease, Handle, Key, Keyframe, Stf, Tangent};

use crate::clips::scene;

/// A Bézier curve from 0 at frame 10 to 4 at frame 30, and a bone that turns about z; both with baked values.
fn file() -> Stf {
    let ease = r#""bezier", "split", [0, 0]"#;
    let tracks = format!(
        r#"{{"target": ["face", "instance", "fov"], "timepoints": [10, 30], "interpolation": "bezier", "subtracks": [
            {{"keyframes": [[true, 0, {ease}], [true, 4, {ease}, [0, 0]]], "baked": 0}}]}},
        {{"target": ["rig", "instance", "hip", "r"], "timepoints": [10, 30], "interpolation": "bezier", "subtracks": [
            {{"keyframes": [[true, 0, {ease}], [true, 0, {ease}, [0, 0]]], "baked": 1}},
            {{"keyframes": [[true, 0, {ease}], [true, 0, {ease}, [0, 0]]], "baked": 2}},
            {{"keyframes": [[true, 0, {ease}], [true, 0, {ease}, [0, 0]]], "baked": 3}},
            {{"keyframes": [[true, 1, {ease}], [true, 1, {ease}, [0, 0]]], "baked": 4}}]}}"#
    );
    // Handles of length 0 make straight lines: x and y have the same weights.
    let line: Vec<f32> = (0..=20u8).map(|n| f32::from(n) / 5.0).collect();
    let (zero, one) = (vec![0.0; 21], vec![1.0; 21]);
    scene(&tracks, &[&line, &zero, &zero, &zero, &one])
}

fn values(stf: &Stf, track: usize, part: usize) -> Vec<f32> {
    let animation = stf.animation("move").unwrap();
    let subtrack = animation.tracks[track].subtracks[part].as_ref().unwrap();
    stf.baked_values(animation, subtrack).unwrap().collect()
}

fn value_of(animation: &mut Animation, track: usize, part: usize, index: usize) -> &mut Key {
    let keyframe = &mut animation.tracks[track].subtracks[part].as_mut().unwrap().keyframes[index];
    if let Keyframe::Key(key) = keyframe { Some(key) } else { None }.unwrap()
}

/// The angle of the hip about z at a time.
fn turn(clip: &Clip, time: f64) -> f64 {
    let hip = clip.nodes.iter().position(|node| node.name == "Hip").unwrap();
    let map = clip.pose(time).local[hip].linear();
    map[1][0].atan2(map[0][0])
}

/// Whether a file plays what the test changes: the field of view ends at 8, and the hip ends upside down.
fn plays_the_change(stf: &Stf) {
    let clips = stf.clips();
    let fov = clips[0].channels[0].curve();
    // A straight line from 0 to 8 over two seconds.
    for time in [0.0, 0.5, 1.05, 2.0] {
        assert!((fov.at(time)[0] - 4.0 * time).abs() < 1e-5, "{time}: {:?}", fov.at(time));
    }
    let line: Vec<f32> = (0..=20u8).map(|n| f32::from(n) / 2.5).collect();
    assert!(values(stf, 0, 0).iter().zip(&line).all(|(a, b)| (a - b).abs() < 1e-6));
    // The quaternion goes from (0, 0, 0, 1) to (0, 0, 1, 0) on a straight line: halfway it is a quarter turn.
    for (time, quaternion) in [(0.5, [0.25, 0.75]), (1.0, [0.5, 0.5]), (1.5, [0.75, 0.25])] {
        let expected = 2.0 * f64::atan2(quaternion[0], quaternion[1]);
        assert!((turn(&clips[0], time) - expected).abs() < 1e-6, "{time}: {}", turn(&clips[0], time));
    }
    let found = stf.check();
    assert!(found.iter().all(|finding| !finding.code.id.contains("baked")), "{found:?}");
}

#[test]
fn an_edited_key_is_played() {
    let mut stf = file();
    stf.edit("move", |animation| {
        value_of(animation, 0, 0, 1).value = 8.0;
        value_of(animation, 1, 2, 1).value = 1.0;
        value_of(animation, 1, 3, 1).value = 0.0;
    })
    .unwrap();
    plays_the_change(&stf);
    // Only the changed components have new values, in the buffers that they had.
    assert_eq!((values(&stf, 1, 0), stf.buffer_ids().count()), (vec![0.0; 21], 5));
    assert_eq!(Stf::parse(&stf.to_bytes()).unwrap(), stf);
}

#[cfg(feature = "serde")]
#[test]
fn a_key_that_is_changed_in_a_dump_is_played() {
    let dump = serde_json::to_string(&file()).unwrap();
    let ease = r#""bezier", "split", [0, 0]"#;
    let first = |value: &str, last: &str| format!("[true, {value}, {ease}], [true, {last}, {ease}");
    let mut changed = dump.replacen(&first("0", "4"), &first("0", "8"), 1);
    changed = changed.replacen(&first("1", "1"), &first("1", "0"), 1);
    // The third component of the rotation.
    let at = changed.match_indices(&first("0", "0")).nth(2).unwrap().0;
    changed.replace_range(at..at + first("0", "0").len(), &first("0", "1"));
    let built: Stf = serde_json::from_str(&changed).unwrap();
    plays_the_change(&built);
    let built: Stf = serde_json::from_str(&dump).unwrap();
    assert_eq!(built, file());
}

#[test]
fn a_track_of_one_plain_kind_needs_no_baked_values() {
    let mut stf = file();
    stf.edit("move", |animation| {
        for index in 0..2 {
            *value_of(animation, 0, 0, index) = Key::new(index as f64, Ease::Linear);
        }
    })
    .unwrap();
    let animation = stf.animation("move").unwrap();
    assert_eq!(animation.tracks[0].subtracks[0].as_ref().unwrap().baked, None);
    assert_eq!(animation.tracks[0].interpolation.as_deref(), Some("linear"));
    assert_eq!((animation.referenced_buffers.len(), stf.buffer_ids().count()), (4, 4));
    assert!((stf.clips()[0].channels[0].curve().at(1.0)[0] - 0.5).abs() < 1e-12);
    // The other subtracks refer to the same values as before.
    assert_eq!((values(&stf, 1, 0), values(&stf, 1, 3)), (vec![0.0; 21], vec![1.0; 21]));
    assert_eq!(Stf::parse(&stf.to_bytes()).unwrap(), stf);
    // With Bézier keys again, there are baked values again.
    stf.edit("move", |animation| {
        let ease = Ease::Bezier { tangent: Tangent::Split, out: Handle::default() };
        let track = &mut animation.tracks[0];
        track.set_key(0, 10.0, Key::new(0.0, ease.clone()));
        track.set_key(0, 30.0, Key { into: Some(Handle::default()), ..Key::new(20.0, ease) });
    })
    .unwrap();
    assert!(values(&stf, 0, 0).iter().enumerate().all(|(n, value)| (value - n as f32).abs() < 1e-5));
}

#[test]
fn the_word_for_the_interpolation_follows_the_keys_if_it_was_theirs() {
    let word = |word: &str| Some(word.to_owned());
    for (before, change, expected) in [
        (word("bezier"), None, word("linear")),
        (word("bezier"), Some(word("mine")), word("mine")),
        (word("bezier"), Some(None), None),
        (word("other"), None, word("other")),
        (None, None, None),
    ] {
        let mut stf = file();
        stf.edit("move", |animation| animation.tracks[0].interpolation.clone_from(&before)).unwrap();
        stf.edit("move", |animation| {
            for index in 0..2 {
                *value_of(animation, 0, 0, index) = Key::new(1.0, Ease::Linear);
            }
            if let Some(word) = &change {
                animation.tracks[0].interpolation.clone_from(word);
            }
        })
        .unwrap();
        let found = &stf.animation("move").unwrap().tracks[0].interpolation;
        assert_eq!(*found, expected, "{before:?} {change:?}");
    }
}

#[test]
fn baked_values_that_an_edit_states_itself_stay() {
    let mut stf = file();
    let own = [9f32; 21];
    let id = stf.add_buffer(own.iter().flat_map(|value| value.to_le_bytes()).collect()).unwrap();
    stf.edit("move", |animation| {
        value_of(animation, 0, 0, 1).value = 8.0;
        let reference = animation.reference_buffer(&id);
        animation.tracks[0].subtracks[0].as_mut().unwrap().baked = Some(reference);
    })
    .unwrap();
    assert_eq!(values(&stf, 0, 0), own);
}

#[test]
fn a_longer_range_has_more_values() {
    let mut stf = file();
    stf.edit("move", |animation| animation.range = Some([9.0, 32.0])).unwrap();
    let found = values(&stf, 0, 0);
    assert_eq!((found.len(), found[0], found[1], found[2], found[23]), (24, 0.0, 0.0, 0.2, 4.0));
    assert_eq!(values(&stf, 1, 3), vec![1.0; 24]);
}

#[test]
fn what_only_baked_values_show_keeps_its_shape() {
    // A parabola between keys of an unknown kind, and a rise after the last key.
    let track = r#"{"target": ["face", "instance", "fov"], "timepoints": [10, 20], "subtracks": [
        {"keyframes": [[true, 0], [true, 1]], "baked": 0}]}"#;
    let shape = |n: u8| if n <= 10 { (f32::from(n) / 10.0).powi(2) } else { f32::from(n) / 10.0 };
    let baked: Vec<f32> = (0..=20).map(shape).collect();
    let mut stf = scene(track, &[&baked]);
    stf.edit("move", |animation| value_of(animation, 0, 0, 1).value = 3.0).unwrap();
    for (n, found) in (0..=20u8).zip(values(&stf, 0, 0)) {
        let expected = if n <= 10 { 3.0 * shape(n) } else { 2.0 + shape(n) };
        assert!((found - expected).abs() < 1e-5, "{n}: {found} {expected}");
    }
    // The key moves to frame 15: the parabola takes half the time.
    stf.edit("move", |animation| animation.tracks[0].timepoints[1] = 15.0).unwrap();
    let found = values(&stf, 0, 0);
    assert!((found[2] - 3.0 * 0.16).abs() < 1e-5 && (found[5] - 3.0).abs() < 1e-5, "{found:?}");
    assert!((found[7] - 3.2).abs() < 1e-5, "{found:?}");
    // It moves to frame 25, which takes three times as long: there are straight lines between the values of frames 10 to 15.
    let before = found;
    stf.edit("move", |animation| animation.tracks[0].timepoints[1] = 25.0).unwrap();
    for (n, found) in values(&stf, 0, 0).into_iter().enumerate().take(15) {
        let [left, right] = [before[n / 3], before[n / 3 + 1]];
        let expected = left + (right - left) * (n % 3) as f32 / 3.0;
        assert!((found - expected).abs() < 1e-5, "{n}: {found} {expected}");
    }
}

/// A field of view with keys at frames 12.5 and 26.5 and the values of a curve at the frames of its range.
fn between_frames(keys: &str, curve: impl Fn(f64) -> f64) -> Stf {
    let track = format!(
        r#"{{"target": ["face", "instance", "fov"], "timepoints": [12.5, 26.5], "subtracks": [{{"keyframes": {keys}, "baked": 0}}]}}"#
    );
    let baked: Vec<f32> = (10..=30).map(|frame| curve(f64::from(frame)) as f32).collect();
    scene(&track, &[&baked])
}

#[test]
fn keys_between_frames_keep_what_is_beyond_them() {
    let keys = r#"[[true, 1, "bezier", "split", [0, 0]], [true, 15, "bezier", "split", [0, 0], [0, 0]]]"#;
    let holding: fn(f64) -> f64 = |frame: f64| frame.clamp(12.5, 26.5) - 11.5;
    let rising = |frame: f64| frame - 11.5;
    let cycle = |frame: f64| 1.0 + (frame - 12.5).rem_euclid(14.0);
    for name in ["holding", "rising", "cycle"] {
        let curve = match name {
            "holding" => holding,
            "rising" => rising,
            _ => cycle,
        };
        let file = between_frames(keys, curve);
        // Outside of the former range, the nearest sample holds.
        let mut ranged = file.clone();
        ranged.edit("move", |animation| animation.range = Some([8.0, 32.0])).unwrap();
        for (frame, found) in (8u8..=32).zip(values(&ranged, 0, 0)) {
            let expected = curve(f64::from(frame).clamp(10.0, 30.0));
            assert!((f64::from(found) - expected).abs() < 1e-5, "{name} {frame}: {found} {expected}");
        }
        // A modifier that repeats the keys cannot follow one of them.
        if name == "cycle" {
            continue;
        }
        let mut changed = file.clone();
        changed.edit("move", |animation| value_of(animation, 0, 0, 1).value += 7.0).unwrap();
        for (frame, found) in (10u8..=30).zip(values(&changed, 0, 0)) {
            let frame = f64::from(frame);
            let added = 7.0 * ((frame - 12.5) / 14.0).clamp(0.0, 1.0);
            let expected = curve(frame) + added;
            assert!((f64::from(found) - expected).abs() < 1e-5, "{name} {frame}: {found} {expected}");
        }
        #[cfg(feature = "serde")]
        {
            let dump = serde_json::to_string(&file).unwrap();
            let built: Stf = serde_json::from_str(&dump.replacen("[true, 15, ", "[true, 22, ", 1)).unwrap();
            assert_eq!(values(&built, 0, 0), values(&changed, 0, 0));
        }
    }
}

#[test]
fn keys_outside_of_the_range_have_no_samples_beyond_them() {
    let key = |value: u8, into: &str| format!(r#"[true, {value}, "bezier", "split", [0, 0]{into}]"#);
    let keys = format!("{}, {}", key(1, ""), key(15, ", [0, 0]"));
    let curve = |frame: f64| 1.0 + (frame.clamp(8.5, 32.5) - 8.5) * 14.0 / 24.0;
    let track = format!(
        r#"{{"target": ["face", "instance", "fov"], "timepoints": [8.5, 32.5], "subtracks": [{{"keyframes": [{keys}], "baked": 0}}]}}"#
    );
    let baked: Vec<f32> = (10..=30).map(|frame| curve(f64::from(frame)) as f32).collect();
    let mut stf = scene(&track, &[&baked]);
    stf.edit("move", |animation| animation.range = Some([5.0, 36.0])).unwrap();
    for (frame, found) in (5u8..=36).zip(values(&stf, 0, 0)) {
        assert!((f64::from(found) - curve(f64::from(frame))).abs() < 1e-5, "{frame}: {found}");
    }
}

#[test]
fn segments_of_unknown_kinds_between_frames_keep_their_shape() {
    // Outside of the keys the samples differ much from those inside.
    let curve = |frame: f64| {
        if (12.5..=26.5).contains(&frame) { ((frame - 12.5) / 2.0).powi(2) } else { 900.0 }
    };
    let file = between_frames("[[true, 0], [true, 49]]", curve);
    let mut ranged = file.clone();
    ranged.edit("move", |animation| animation.range = Some([9.0, 31.0])).unwrap();
    assert_eq!(values(&ranged, 0, 0)[4..18], values(&file, 0, 0)[3..17]);
    for end in [50.0, 98.0] {
        let mut changed = file.clone();
        changed.edit("move", |animation| value_of(animation, 0, 0, 1).value = end).unwrap();
        for (frame, found) in (13u8..=26).zip(&values(&changed, 0, 0)[3..]) {
            // The key that was there is known to within the bend between two samples, a hundredth of the way.
            let expected = end / 49.0 * curve(f64::from(frame));
            assert!((f64::from(*found) - expected).abs() < 0.5, "{frame}: {found} {expected}");
        }
    }
    #[cfg(feature = "serde")]
    {
        let dump = serde_json::to_string(&file).unwrap();
        let longer = dump.replacen("\"range\": [10, 30]", "\"range\": [9, 31]", 1);
        assert_ne!(longer, dump);
        let built: Stf = serde_json::from_str(&longer).unwrap();
        assert_eq!(values(&built, 0, 0), values(&ranged, 0, 0));
    }
}

#[test]
fn a_buffer_that_others_use_stays() {
    let track = |name: &str| {
        format!(
            r#"{{"target": ["face", "instance", "{name}"], "timepoints": [10, 30], "subtracks": [
            {{"keyframes": [[true, 0, "bezier", "auto", [0, 0]], [true, 0, "bezier", "auto", [0, 0], [0, 0]]], "baked": 0}}]}}"#
        )
    };
    let mut stf = scene(&format!("{}, {}", track("fov"), track("range")), &[&[0.0; 21]]);
    stf.edit("move", |animation| value_of(animation, 0, 0, 1).value = 20.0).unwrap();
    assert_eq!((values(&stf, 0, 0)[20], values(&stf, 1, 0)[20]), (20.0, 0.0));
    assert_eq!(stf.buffer_ids().count(), 2);
    // Without its track, the new buffer is removed.
    stf.edit("move", |animation| drop(animation.tracks.remove(0))).unwrap();
    assert_eq!(stf.buffer_ids().count(), 1);
    assert_eq!(Stf::parse(&stf.to_bytes()).unwrap(), stf);
}

#[test]
fn a_baked_track_does_not_hide_an_edit() {
    let line = r#"{"target": ["face", "instance", "fov"], "timepoints": [10, 30], "subtracks": [
        {"keyframes": [[true, 0, "linear"], [true, 4, "linear"]]}]}"#;
    let mut stf = scene(line, &[]);
    stf.edit("move", |animation| animation.tracks_baked.clone_from(&animation.tracks)).unwrap();
    let dump = cfg!(feature = "serde").then(|| stf.clone());
    stf.edit("move", |animation| value_of(animation, 0, 0, 1).value = 8.0).unwrap();
    assert!(stf.animation("move").unwrap().tracks_baked.is_empty());
    assert_eq!(stf.clips()[0].channels[0].curve().at(1.0), [4.0]);
    #[cfg(feature = "serde")]
    {
        let dump = serde_json::to_string(&dump).unwrap();
        let built: Stf = serde_json::from_str(&dump.replacen("[true, 4, ", "[true, 8, ", 1)).unwrap();
        assert_eq!(built.clips()[0].channels[0].curve().at(1.0), [4.0]);
    }
    let _ = dump;
}

#[test]
fn only_baked_tracks_that_hide_an_edit_go() {
    let line = |name: &str| {
        format!(
            r#"{{"target": ["face", "instance", "{name}"], "timepoints": [10, 30], "subtracks": [
            {{"keyframes": [[true, 0, "linear"], [true, 4, "linear"]]}}]}}"#
        )
    };
    let mut stf = scene(&[line("fov"), line("range")].join(","), &[]);
    let names = |stf: &Stf| {
        let baked = &stf.animation("move").unwrap().tracks_baked;
        baked.iter().map(|track| track.target.name(2).unwrap().to_owned()).collect::<Vec<_>>()
    };
    stf.edit("move", |animation| animation.tracks_baked.clone_from(&animation.tracks)).unwrap();
    stf.edit("move", |animation| value_of(animation, 0, 0, 1).value = 8.0).unwrap();
    assert_eq!(names(&stf), ["range"]);
    // A new baked track that came with the keys belongs to these keys.
    stf.edit("move", |animation| {
        value_of(animation, 0, 0, 1).value = 9.0;
        animation.tracks_baked.push(animation.tracks[0].clone());
    })
    .unwrap();
    assert_eq!(names(&stf), ["range", "fov"]);
}
