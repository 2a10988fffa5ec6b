//! Motions restored from clips whose curves another format has baked.

use anim_core::{Channel, Clip, Curve, Poser, Property, Times, Unit, merge, quaternion, to_rotation};
use anim_stt::{Body, ClipOptions, Sine};

use crate::encoding::{deviation, encode, losses};
use crate::examples::{MOVING, STANDING, lowered, parse};

/// A clip after a format without displacements, angles and repetitions: the sum of positions and a quaternion, as straight lines
/// in single precision that end with the clip.
pub(crate) fn baked(clip: &Clip) -> Clip {
    let narrow = |curve: &Curve| {
        let times: Vec<f64> = curve.times().iter().map(|time| f64::from(time as f32)).collect();
        let values = curve.values().iter().map(|value| f64::from(*value as f32)).collect();
        Curve::new(Times::keys(times).unwrap(), curve.width(), values, curve.uniform_ease().unwrap()).unwrap()
    };
    let mut baked = clip.clone();
    baked.channels.clear();
    for node in 0..clip.nodes.len() {
        let of = |property: &Property| -> Vec<&Channel> {
            clip.channels
                .iter()
                .filter(|channel| channel.node() == node && channel.property() == property)
                .collect()
        };
        let (parts, shifts) = (of(&Property::Translation), of(&Property::Displacement));
        if let Ok(sum) = merge::sum(&parts, &shifts, &[0.0; 3], clip.duration, 1e-3) {
            let sum = anim_core::bake(&sum.curve, [0.0, clip.duration], 1e-3).unwrap().curve;
            baked.channels.push(Channel::new(node, Property::Translation, narrow(&sum)).unwrap());
        }
        if let Some(turned) = clip.channels.iter().find(|channel| channel.property().is_rotation()) {
            let turned = to_rotation(turned.curve(), turned.property(), [0.0, clip.duration], 1e-3).unwrap();
            baked.channels.push(Channel::new(node, Property::Rotation, narrow(&turned.curve)).unwrap());
        }
    }
    baked
}

#[test]
fn baked_motion_comes_back_as_the_motion_that_the_metadata_state() {
    for text in [STANDING, MOVING] {
        let stt = parse(text);
        let clips: Vec<Clip> = stt.clips().iter().map(baked).collect();
        let (again, report) = encode(&clips);
        assert_eq!(again, stt);
        let moves = text == MOVING;
        assert_eq!(
            losses(&report).contains(&"stt::outside"),
            moves,
            "the clip ends, the motion does not: {report}"
        );
        for loss in report.losses.iter().filter(|loss| loss.code.id == "stt::restored") {
            let error = deviation(loss);
            assert!(error.size <= 1e-3 && error.unit == Unit::Angle, "{loss}");
        }
    }
}

#[test]
fn the_stated_error_of_restored_motion_is_the_largest() {
    let clip = &parse(MOVING).clips()[0];
    let curves = baked(clip);
    let (_, report) = encode(std::slice::from_ref(&curves));
    let stated = report.losses.iter().filter(|loss| loss.code.id == "stt::restored").map(deviation);
    let stated = stated.filter(|error| error.unit == Unit::Angle).map(|error| error.size).fold(0.0, f64::max);
    let (mut shown, mut held) = (Poser::new(clip), Poser::new(&curves));
    let angles = (0..clip.nodes.len()).flat_map(|node| (0..200_000).map(move |step| (node, step))).map(
        |(node, step)| {
            let time = clip.duration * (f64::from(step) + 0.5) / 200_000.0;
            let [a, b] = [&mut shown, &mut held].map(|poser| poser.node(node, time).transform.rotation);
            quaternion::angle_between(a, b)
        },
    );
    let largest = angles.fold(0.0, f64::max);
    assert!(largest > 1e-4 && (0.999..1.001).contains(&(stated / largest)), "{stated}, {largest} measured");
}

#[test]
fn what_the_metadata_state_is_not_believed_without_the_curves() {
    let clip = baked(&parse(MOVING).clips()[0]);
    // 0.01 more in one key out of many is more than the tolerance.
    let curve = clip.channels[0].curve();
    let mut values = curve.values().to_vec();
    values[4] += 0.01;
    let mut moved = clip.clone();
    let changed = Curve::new(curve.times().clone(), 3, values, curve.uniform_ease().unwrap()).unwrap();
    moved.channels[0] = Channel::new(0, Property::Translation, changed).unwrap();
    // Texts that are not motions, and those of other motions.
    let stated = clip.metadata("stt.node.my_dynamic_node").unwrap().to_owned();
    let texts = ["", "DYNAMIC", "STATIC 0 0 0 0 0 0 0 0 NaN", "STATIC 0 0 0 0 0 0 0 0 0"].map(str::to_owned);
    let others = [format!("{stated} 0"), stated.replace(" 7", " 3"), stated.replace(" 7", " 10")];
    let mut clips = vec![moved];
    for text in texts.into_iter().chain(others) {
        assert_ne!(text, stated);
        let mut other = clip.clone();
        let entry = other.metadata.iter_mut().find(|(key, _)| key == "stt.node.my_dynamic_node").unwrap();
        entry.1 = text;
        clips.push(other);
    }
    for clip in clips {
        let (stt, report) = encode(std::slice::from_ref(&clip));
        assert!(matches!(stt.states[0].body, Body::Keyframe(_)), "{:?}", clip.metadata);
        assert!(!losses(&report).contains(&"stt::restored"), "{report}");
    }
}

#[test]
fn metadata_state_motions_as_they_are_by_default() {
    // A sine that begins halfway has advanced by a quarter of its period.
    let swinging = ClipOptions { sine: Sine::Sin, ..ClipOptions::default() };
    let (clips, _) = lowered(&parse(MOVING), &swinging);
    let stated = "DYNAMIC 0 -50 0 0 50 0 2 0 3 0 0 0 0 0 0 0 0 8 0 -80 0 0 180 0 4 1 7";
    assert_eq!(clips[0].metadata("stt.node.my_dynamic_node"), Some(stated));
    let (again, _) = encode(&[baked(&clips[0])]);
    for time in [0.3, 1.7, 9.1] {
        let [expected, found] = [&clips[0], &again.clips()[0]].map(|clip| clip.pose(time).local[0]);
        assert!(expected.distance(&found) < 1e-12, "{time}");
    }
}
