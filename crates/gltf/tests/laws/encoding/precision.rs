//! The errors of the file, and those stated in losses.

use super::*;

/// The largest error in a unit that losses with a code state.
fn stated(found: &[Loss], code: &str, unit: Unit) -> Option<f64> {
    let sizes = found.iter().filter(|loss| loss.code.id == code).filter_map(|loss| match &loss.fate {
        Fate::Approximated(error) if error.unit == unit => Some(error.size),
        _ => None,
    });
    sizes.reduce(f64::max)
}

/// The largest distance of the node's origin, and of the tips of its axes, from where it should be.
fn off(clip: &Clip, document: &Gltf) -> [f64; 2] {
    let back = as_others_read(document).remove(0);
    let mut off = [0.0f64; 2];
    for step in 0..=20_000 {
        let time = clip.duration * f64::from(step) / 20_000.0;
        let (from, to) = (clip.pose(time).local[0].0, back.pose(time).local[0].0);
        let column = |c: usize| (0..3).map(|r| (from[r][c] - to[r][c]).powi(2)).sum::<f64>().sqrt();
        off = [off[0].max(column(3)), (0..3).map(column).fold(off[1], f64::max)];
    }
    off
}

/// Back and forth over 8,000 units in 0.3 s, at a time that single precision rounds.
fn fast(ease: Ease) -> Channel {
    let far = [[0.0, 0.0, 0.0], [8000.0, 1.0, 0.0], [0.0, 0.0, 0.0]].concat();
    channel(Property::Translation, curve(&[90.05, 90.35, 90.65], &far, ease))
}

#[test]
fn errors_of_key_times_are_part_of_the_stated_error() {
    for (ease, code) in [(Ease::Sine, "gltf::baked"), (Ease::Linear, "gltf::rounded")] {
        let clip = clip(vec![fast(ease)]);
        let (document, found) = encode_with(std::slice::from_ref(&clip), &styled(Interpolate::Linear));
        let stated = stated(&found, code, Unit::Length).unwrap();
        let [found, _] = off(&clip, &document);
        // Rounding alone makes it more than the tolerance.
        assert!(
            1e-3 < found && found <= stated && stated < 10.0 * found,
            "{ease:?}: {found}, {stated} stated"
        );
    }
}

#[test]
fn a_baked_curve_has_no_more_keys_than_options_allow() {
    // 100 swings over 16 units, each of which takes about 100 lines at the tolerance of 1 mm.
    let keys = 0..=100;
    let times: Vec<f64> = keys.clone().map(f64::from).collect();
    let values: Vec<f64> = keys.flat_map(|key| [if key % 2 == 0 { 8.0 } else { -8.0 }, 0.0, 0.0]).collect();
    let clips = [clip(vec![channel(Property::Translation, curve(&times, &values, Ease::Sine))])];
    for (baked_keys, is_near) in [(200, true), (1, false)] {
        let options =
            EncodeOptions { baked_keys: baked_keys.try_into().unwrap(), ..EncodeOptions::default() };
        let (document, found) = encode_with(&clips, &options);
        // 4,096 are free, and 101 are given.
        let keys = written(&document, 0)[0].2.len();
        assert_eq!(keys <= 4096 + 101, !is_near, "{keys} keys");
        assert_eq!(stated(&found, "gltf::baked", Unit::Length).unwrap() <= 1e-3, is_near, "{found:?}");
    }
}

#[test]
fn plain_curves_leave_the_keys_to_those_that_need_them() {
    // Half a wave 100 units high takes about 300 lines at the tolerance of 1 mm, wherever it is among 1,200 straight ones.
    let wave = |time: f64| 50.0 * (1.0 - (std::f64::consts::PI * time).cos());
    let line = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Linear);
    let arc = [quaternion::IDENTITY, quaternion::from_axis_angle([0.0, 1.0, 0.0], 0.05)].concat();
    let arc = curve(&[0.0, 1.0], &arc, Ease::Slerp);
    for place in [0, 599] {
        let mut clip = clip(Vec::new());
        clip.duration = 1.0;
        clip.nodes = (0..600).map(|node| Node::new(format!("n{node}"))).collect();
        for node in 0..600 {
            let moves = if node == place {
                curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 100.0, 0.0, 0.0], Ease::Sine)
            } else {
                line.clone()
            };
            clip.channels.push(Channel::new(node, Property::Translation, moves).unwrap());
            clip.channels.push(Channel::new(node, Property::Rotation, arc.clone()).unwrap());
        }
        let (document, found) = encode(std::slice::from_ref(&clip));
        let stated = stated(&found, "gltf::baked", Unit::Length).unwrap();
        let back = as_others_read(&document).remove(0);
        let node = back.nodes.iter().position(|node| node.name == format!("n{place}")).unwrap();
        let is_own =
            |channel: &&Channel| channel.node() == node && *channel.property() == Property::Translation;
        let own = back.channels.iter().find(is_own).unwrap();
        let off = |time: f64| (own.curve().at(time)[0] - wave(time)).abs();
        let off = (0..=10_000).map(|step| off(f64::from(step) * 1e-4)).fold(0.0, f64::max);
        assert!(off <= stated && stated <= 1e-3, "{place}: {off}, {stated} stated");
    }
}

#[test]
fn curves_that_single_precision_hardly_moves_are_no_losses() {
    let slow = curve(&[90.05, 90.35], &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0], Ease::Linear);
    let (_, found) = encode(&[clip(vec![channel(Property::Translation, slow)])]);
    assert_eq!(codes(&found), ["gltf::kept"], "the duration");
}

#[test]
fn errors_of_matrices_are_those_of_their_numbers() {
    // Turns by a quarter a fifth of a second, sheared and stretched, far from the origin.
    let rows = |angle: f64| {
        let (s, c) = angle.sin_cos();
        vec![3.0 * c, -s, 0.0, 900.0 * c, 3.0 * s, c, 0.0, 900.0 * s, 0.0, 0.2, 1.0, 0.0]
    };
    let times: Vec<f64> = (0..40).map(|key| 70.05 + f64::from(key) / 5.0).collect();
    let values: Vec<f64> = (0..40).flat_map(|key| rows(f64::from(key) * 1.57)).collect();
    let clip = clip(vec![channel(Property::Matrix, curve(&times, &values, Ease::Linear))]);
    let (document, found) = encode_with(std::slice::from_ref(&clip), &styled(Interpolate::Linear));
    let [place, axes] = off(&clip, &document);
    let axes_stated = stated(&found, "gltf::decomposed", Unit::Ratio).unwrap();
    // A column has three numbers.
    assert!(axes <= axes_stated * 3f64.sqrt() && axes_stated <= 3.0 * axes, "{axes}, {axes_stated} stated");
    let place_stated = stated(&found, "gltf::rounded", Unit::Length).unwrap();
    assert!(place <= place_stated && place_stated <= 10.0 * place, "{place}, {place_stated} stated");
}

#[test]
fn jumps_of_parts_that_are_merged_are_reported() {
    let part = |component: usize, times: &[f64], values: &[f64], ease: Ease| {
        Channel::part(0, Property::Translation, component, curve(times, values, ease)).unwrap()
    };
    let clip = clip(vec![
        part(0, &[0.0, 1.0, 2.0], &[0.0, 5.0, 7.0], Ease::Step),
        part(1, &[0.0, 2.0], &[0.0, 4.0], Ease::Linear),
    ]);
    for (style, expected) in [(Interpolate::Auto, Some(0.5e-3)), (Interpolate::Linear, None)] {
        let (_, found) = encode_with(std::slice::from_ref(&clip), &styled(style));
        let jump = stated(&found, "gltf::jumps", Unit::Time);
        assert_eq!(jump.is_some(), expected.is_some(), "{found:?}");
        assert!(jump.zip(expected).is_none_or(|(jump, expected)| (jump - expected).abs() < 1e-9), "{jump:?}");
    }
}

#[test]
fn every_weight_of_a_baked_curve_is_named() {
    let weight = |index: usize| {
        let start = index as f64 / 31.0;
        let wave = curve(&[start, start + 0.5, start + 1.0], &[0.0, 1.0, 0.0], Ease::Sine);
        Channel::part(0, Property::Weights { count: 3 }, index, wave).unwrap()
    };
    let mut clip = clip((0..3).map(weight).collect());
    clip.nodes[0].morphs = vec!["smile".into(), String::new()];
    let (document, found) = encode(std::slice::from_ref(&clip));
    let baked: Vec<_> = found.iter().filter(|loss| loss.code.id == "gltf::baked").map(names).collect();
    assert_eq!(baked.iter().map(|[_, _, property]| *property).collect::<Vec<_>>(), weight_names(&clip));
    // Two of three have names, one of which is empty: programs get all three, and our reader the two.
    let mesh = serde_json::to_value(&document.root().meshes[0]).unwrap();
    assert_eq!(mesh["extras"]["targetNames"], serde_json::json!(["smile", "", "2"]));
    assert_eq!(document.clips(), [clip]);
}

#[test]
fn each_weight_of_a_baked_curve_states_its_own_error() {
    let weights = Property::Weights { count: 4 };
    let part = |component: usize, times: &[f64], values: &[f64], ease: Ease| {
        Channel::part(0, weights.clone(), component, curve(times, values, ease)).unwrap()
    };
    let mut clip = clip(vec![
        part(0, &[0.0, 2.0], &[0.0, 1.0], Ease::Linear),
        part(1, &[0.0, 0.7, 2.0], &[0.0, 0.01, 0.0], Ease::Sine),
        part(2, &[0.0, 1.3, 2.0], &[0.0, 1.0, 0.0], Ease::Sine),
        part(3, &[0.0, 1.1, 2.0], &[0.0, 0.25, 0.5], Ease::Step),
    ]);
    clip.nodes[0].morphs = ["line", "small", "large", "step"].map(str::to_owned).to_vec();
    let options = EncodeOptions { tolerance: Positive::literal(0.05), ..EncodeOptions::default() };
    let (document, found) = encode_with(std::slice::from_ref(&clip), &options);
    let written = as_others_read(&document).remove(0);
    for (index, source) in clip.channels.iter().enumerate() {
        let name = clip.channel_name(source);
        let own: Vec<_> =
            found.iter().filter(|loss| loss.property.as_deref() == Some(&*name)).cloned().collect();
        let baked = stated(&own, "gltf::baked", Unit::Ratio).unwrap();
        let off =
            |time: f64| (written.channels[0].curve().at(time)[index] - source.curve().at(time)[0]).abs();
        // A jump takes half a millisecond, at its two keys in the case of the steps.
        let is_jump = |time: &f64| index == 3 && [1.1, 2.0].iter().any(|jump| (time - jump).abs() < 1e-3);
        let times = (0..=20_000).map(|step| f64::from(step) * 1e-4).filter(|time| !is_jump(time));
        let worst = times.map(off).fold(0.0, f64::max);
        assert!(
            worst <= baked * 1.01 + 1e-9 && baked <= worst * 1.01 + 3e-7,
            "{name}: {worst}, {baked} stated"
        );
        assert_eq!(stated(&own, "gltf::jumps", Unit::Time).is_some(), index == 3, "{name}: {own:?}");
    }
}

fn weight_names(clip: &Clip) -> Vec<String> {
    clip.channels.iter().map(|channel| clip.channel_name(channel).into_owned()).collect()
}

#[test]
fn components_that_were_baked_keep_their_near_keys() {
    let third = |seconds: f64| Handles { into: [-seconds, 0.0], out: [seconds, 0.0] };
    let pop = curve(&[0.0, 1.0, 1.0 + 1.0 / 60.0, 2.0], &[0.0, 0.2, 2.0, 2.1], Ease::Bezier);
    let pop = pop.with_handles([0.0, 1.0 / 180.0, 1.0 / 180.0, 0.0].map(third).to_vec()).unwrap();
    let pop = pop.with_eases(vec![Ease::Step, Ease::Bezier, Ease::Linear, Ease::Linear]).unwrap();
    let clip = clip(vec![Channel::part(0, Property::Translation, 0, pop.clone()).unwrap()]);
    let (document, found) = encode(std::slice::from_ref(&clip));
    assert!(stated(&found, "gltf::baked", Unit::Length).unwrap() <= 1e-3, "{found:?}");
    let written = as_others_read(&document).remove(0);
    for time in (0..4000).map(|n| f64::from(n) * 5e-4).filter(|time| (time - 1.0).abs() > 1e-6) {
        let off = written.channels[0].curve().at(time)[0] - pop.at(time)[0];
        assert!(off.abs() <= 1.1e-3, "{off} at {time}");
    }
}
