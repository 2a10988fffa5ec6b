//! Axes and units over several conversions: nothing is rotated or scaled twice.

use anim_core::{
    Affine, Axis, Channel, Clip, Curve, Document, Node, Options, Property, Report, Space, Transform,
};
use anim_formats::{Entry, Registry};

use crate::{clips_of, fixtures};

fn entry(id: &str) -> Option<&'static Entry> {
    Registry::builtin().by_id(id).ok()
}

/// The clips of a file in this format made from these clips.
fn through(id: &str, options: &Options, clips: &[Clip]) -> Option<Vec<Clip>> {
    let entry = entry(id)?;
    let made = entry.encode(clips, options, &(), &mut Report::new()).ok()?;
    let again: Box<dyn Document> = entry.read(&made.to_bytes(), &entry.options(), &(), &mut ()).ok()?;
    Some(again.clips())
}

/// The largest difference of a number in the poses of two clips at every tenth of a second, relative for numbers above 1.
fn apart(a: &Clip, b: &Clip) -> f64 {
    let mut most = 0.0_f64;
    for tenth in 0..20 {
        let (a, b) = (a.pose(f64::from(tenth) / 10.0), b.pose(f64::from(tenth) / 10.0));
        assert_eq!(a.world.len(), b.world.len());
        let size = |map: &Affine| map.to_rows().into_iter().fold(1.0_f64, |size, part| size.max(part.abs()));
        most = a.world.iter().zip(&b.world).map(|(a, b)| a.distance(b) / size(a)).fold(most, f64::max);
    }
    most
}

#[test]
fn the_way_through_gltf_and_back_gives_the_same_numbers() {
    let mut counts = [0; 2];
    for path in fixtures() {
        for (count, id) in counts.iter_mut().zip(["tod", "stf"]) {
            let is_own = path.iter().any(|folder| folder == id);
            let Some(clips) = clips_of(&path).filter(|clips| is_own && !clips.is_empty()) else { continue };
            // A glTF in the axes and the unit of the file, and one as glTF defines them.
            let space = clips.first().map(|clip| clip.space).unwrap_or_default();
            let axis = space.up.map_or("auto", Axis::name);
            let unit = space.unit.map_or("auto".to_owned(), |unit| unit.to_string());
            let options = entry("gltf").and_then(|entry| entry.encode_options()).unwrap_or_default();
            let own = options.clone().with("up", axis).and_then(|options| options.with("unit", &unit));
            let back =
                |options: &Options| through(id, &Options::default(), &through("gltf", options, &clips)?);
            let [Some(own), Some(usual)] = [own.ok().and_then(|own| back(&own)), back(&options)] else {
                assert!(through(id, &Options::default(), &clips).is_none(), "{}", path.display());
                continue;
            };
            assert_eq!((own.len(), usual.len()), (clips.len(), clips.len()), "{}", path.display());
            for ((own, usual), clip) in own.iter().zip(&usual).zip(&clips) {
                let apart = apart(own, usual);
                // Single precision.
                assert!(apart < 1e-6, "{}: {apart}", path.display());
                assert_eq!((usual.space, own.space), (clip.space, clip.space));
                *count += 1;
            }
        }
    }
    let expected = if fixtures().is_empty() { [0; 2] } else { [4; 2] };
    assert!(counts >= expected, "{counts:?}");
}

#[test]
fn a_figure_stands_upright_in_gltf() {
    for path in fixtures().iter().filter(|path| path.iter().any(|folder| folder == "tod")) {
        let Some(clips) = clips_of(path) else { continue };
        let glb = through("gltf", &Options::default(), &clips).unwrap_or_default();
        for (clip, glb) in clips.iter().zip(&glb) {
            assert_eq!((glb.space.up, glb.space.unit), (Some(Axis::Y), Some(1.0)));
            let (from, to) = (clip.pose(0.0), glb.pose(0.0));
            for (from, to) in from.world.iter().zip(&to.world) {
                let ([x, y, z], found) = (from.translation(), to.translation());
                let expected = [x / 1000.0, -y / 1000.0, -z / 1000.0];
                // The console's matrices are slightly sheared.
                let near = expected.iter().zip(found).all(|(a, b)| (a - b).abs() <= 1e-3 * a.abs().max(1.0));
                assert!(near, "{}: {expected:?} {found:?}", path.display());
            }
        }
    }
}

#[test]
fn a_forward_axis_along_the_axis_up_is_refused() -> Result<(), Box<dyn std::error::Error>> {
    let Some(gltf) = entry("gltf") else { return Ok(()) };
    let refused = "option `forward` cannot be `-y`: expected an axis across `up`, which is +y";
    let options = gltf.encode_options().ok_or("gltf is encoded")?.with("forward", "-y")?;
    let error = gltf.encode(&[], &options, &(), &mut Report::new()).err().ok_or("encoded")?;
    assert_eq!(error.to_string(), refused);
    let document = gltf.encode(&[], &Options::default(), &(), &mut Report::new())?;
    let options = gltf.options().with("forward", "-y")?;
    let error = document.clips_with(&options, &(), &mut Report::new()).err().ok_or("lowered")?;
    assert_eq!(error.to_string(), refused);
    // Another axis up replaces the one that the format defines.
    document.clips_with(&options.with("up", "z")?, &(), &mut Report::new())?;
    Ok(())
}

/// The clip of a file with these options, and the messages of the losses that state a space.
fn made(id: &str, options: &[(&str, &str)], clip: &Clip) -> Option<(Clip, Vec<String>)> {
    let entry = entry(id)?;
    let mut all = entry.encode_options()?;
    options.iter().try_for_each(|(key, value)| all.set(key, value)).ok()?;
    let mut report = Report::new();
    let document = entry.encode(std::slice::from_ref(clip), &all, &(), &mut report).ok()?;
    let stated = report.losses.into_iter().filter(|loss| loss.code.id == "anim::space");
    Some((document.clips().into_iter().next()?, stated.map(|loss| loss.message).collect()))
}

#[test]
fn every_target_takes_axes_and_a_unit_and_tells_what_it_does_not_record() {
    // 2 m up, and 1 m to the front.
    let place = Transform { translation: [0.0, -2000.0, -1000.0], ..Transform::IDENTITY };
    let space = Space::right_handed(Axis::NegY).facing(Axis::NegZ).in_metres(0.001);
    let nodes = vec![Node::new("object 1"), Node::new("object 2").with_parent(0).with_rest(place)];
    let turn =
        Curve::constant(&[0.0, 0.0, 0.0, 1.0]).and_then(|curve| Channel::new(1, Property::Rotation, curve));
    let clip = Clip::new("a").with_duration(1.0).with_nodes(nodes).with_space(space);
    let clip = clip.with_channels(turn.into_iter().collect());
    let asked = [("up", "+z"), ("forward", "-x"), ("unit", "0.01")];
    // The facts that each target does not record: of those that the clip states, and of those that the options ask for.
    let mut count = 0;
    for (id, usual, [own, other]) in [
        ("gltf", [0.0, 2.0, 1.0], [None, None]),
        ("stf", [0.0, 2.0, 1.0], [None, Some("`up=+z` `forward=-x`")]),
        // The unit has its own code.
        ("tod", [0.0, -2000.0, -1000.0], [Some("`forward=-z`"), Some("`up=+z` `forward=-x`")]),
        ("mm2-ped", [0.0, 2.0, -1.0], [None, Some("`up=+z` `forward=-x` `unit=0.01`")]),
        // The loss has its own code.
        ("bvh", [0.0, -2000.0, -1000.0], [None, None]),
        (
            "stt",
            [0.0, -2000.0, -1000.0],
            [Some("`up=-y` `forward=-z` `unit=0.001`"), Some("`up=+z` `forward=-x` `unit=0.01`")],
        ),
        (
            "hsf-xml",
            [0.0, -2000.0, -1000.0],
            [Some("`up=-y` `forward=-z` `unit=0.001`"), Some("`up=+z` `forward=-x` `unit=0.01`")],
        ),
    ] {
        for (options, expected_place, stated) in
            [(&[][..], usual, own), (&asked, [-100.0, 0.0, 200.0], other)]
        {
            let Some((made, losses)) = made(id, options, &clip) else { continue };
            let found = made.pose(0.0).world.last().map(Affine::translation).unwrap_or_default();
            // A pedestrian's offsets are in its skeleton.
            let near = id == "mm2-ped" || found.iter().zip(expected_place).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(near, "{id} {options:?}: {found:?}");
            let told = |options| {
                format!("the file does not record its axes and its unit: it is read with {options}")
            };
            assert_eq!(losses, Vec::from_iter(stated.map(told)), "{id}");
            count += 1;
        }
    }
    assert!(count >= 12 || fixtures().is_empty(), "{count}");
}

#[test]
fn what_stays_left_handed_is_told() -> Result<(), Box<dyn std::error::Error>> {
    let left = Space::left_handed(Axis::Y);
    let mut unknown = left;
    unknown.up = None;
    // Targets that know both the axis up and the handedness mirror the figure.
    for (id, mirrors) in
        [("gltf", true), ("stf", true), ("tod", true), ("mm2-ped", true), ("bvh", false), ("stt", false)]
    {
        for (space, expected) in
            [(left, usize::from(!mirrors)), (unknown, 1), (Space::right_handed(Axis::Y), 0)]
        {
            if entry(id).is_none() {
                continue;
            }
            let place = Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY };
            let nodes = vec![Node::new("object 1").with_rest(place)];
            let clip = Clip::new("a").with_duration(1.0).with_nodes(nodes).with_space(space);
            let (_, stated) = made(id, &[], &clip).ok_or(id)?;
            let told = stated.iter().filter(|message| message.contains("left-handed")).count();
            assert_eq!(told, expected, "{id} {space:?} {stated:?}");
        }
    }
    Ok(())
}
