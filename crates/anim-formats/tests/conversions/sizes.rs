//! The errors of a source's losses are those of the new file, whatever operations change the size and the speed of its clips.

use anim_core::{Clip, Fate, Report, Unit};
use anim_formats::{Conversion, Registry, operations};

/// A door that turns about a hinge at (1 0 0): its origin moves on a circle with this radius.
const DOOR: &str = r#"<Animdef TicksPerSecond="10">
    <TargetObject Path="SPATH: door" Pivot="[1 0 0]"><Animation Name="swing">
        <Timeline>0 10</Timeline>
        <AxisRotInterpolator Modifiers="[v 0 1 0]">0 300</AxisRotInterpolator>
    </Animation></TargetObject>
</Animdef>"#;

/// The largest error of a length that reading the door and these operations state, for a file of a format, and the largest
/// distance of the clip's door from its circle, which has this radius in the file.
fn stated_and_found(
    target: &str,
    edits: &[(&str, &str)],
    [source, made]: [&[(&str, &str)]; 2],
    radius: f64,
) -> Result<[f64; 2], Box<dyn std::error::Error>> {
    let mut conversion = Conversion::to(Registry::builtin(), target)?;
    conversion = conversion.with_edits(operations::edits(edits.iter().copied())?);
    for (key, value) in source {
        conversion = conversion.with_option(key, value)?;
    }
    for (key, value) in made {
        conversion = conversion.with_target_option(key, value)?;
    }
    let mut report = Report::new();
    let mut source = conversion.read(DOOR.as_bytes(), &("door.xml", ()), &mut report)?;
    let lengths = report.losses.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) if error.unit == Unit::Length => Some(error.size),
        _ => None,
    });
    let stated = lengths.fold(0.0, f64::max);
    let joined = conversion.join(std::mem::take(&mut source.clips), &mut Report::new())?;
    let space = conversion.target().space(conversion.target_options(), &());
    let made: Vec<Clip> = joined.into_iter().map(|clip| clip.into_space(space)).collect();
    let clip = made.first().ok_or("a clip")?;
    let place = |time: f64| clip.pose(time).world[0].translation();
    let off = |step: u32| {
        let [x, y, z] = place(clip.duration * f64::from(step) / 4000.0);
        ((x - radius).hypot(z) - radius).hypot(y)
    };
    Ok([stated, (0..=4000).map(off).fold(0.0, f64::max)])
}

#[test]
fn the_errors_of_a_source_grow_with_its_clips() -> Result<(), Box<dyn std::error::Error>> {
    let none: &[(&str, &str)] = &[];
    let metre: &[(&str, &str)] = &[("unit", "1")];
    let [usual, _] = stated_and_found("stt", &[], [none; 2], 1.0)?;
    for (target, edits, options, factor) in [
        ("stt", &[("scale", "1000")][..], [none; 2], 1000.0),
        ("stt", &[("join", ""), ("scale", "1000")], [none; 2], 1000.0),
        ("stt", &[("scale", "1000"), ("scale", "0.01")], [none; 2], 10.0),
        ("stt", &[("unit", "0.001")], [metre, none], 1000.0),
        ("stt", &[("join", ""), ("unit", "0.001")], [metre, none], 1000.0),
        ("stt", &[("unit", "0.001")], [metre, &[("unit", "0.01")]], 100.0),
        ("glb", &[("unit", "0.001")], [metre, none], 1.0),
        ("glb", &[("join", ""), ("unit", "0.001"), ("scale", "20")], [metre, none], 20.0),
    ] {
        let [stated, found] = stated_and_found(target, edits, options, factor)?;
        assert!((stated / (factor * usual) - 1.0).abs() < 1e-9, "{target} {edits:?}: {stated}");
        assert!(found <= stated && 0.2 * stated < found, "{target} {edits:?}: {found} and not {stated}");
    }
    Ok(())
}

/// The losses of a source, whose clips are joined, are those of the new file whether they are told with those of joining or not, and
/// name the nodes that it has.
#[test]
fn losses_of_joined_clips_are_restated_once() -> Result<(), Box<dyn std::error::Error>> {
    let told = |edits: &[(&str, &str)]| -> Result<Vec<(String, f64)>, Box<dyn std::error::Error>> {
        let conversion = Conversion::to(Registry::builtin(), "stt")?;
        let conversion = conversion.with_edits(operations::edits(edits.iter().copied())?);
        let mut report = Report::new();
        let source = conversion.read(DOOR.as_bytes(), &("door.xml", ()), &mut report)?;
        let _ = conversion.make(vec![source], "door.stt", &(), &mut report)?;
        let errors = report.losses.into_iter().filter_map(|loss| match loss.fate {
            Fate::Approximated(error) if loss.code.id == "hsf-xml::baked" => {
                Some((loss.node.unwrap_or_default(), error.size))
            }
            _ => None,
        });
        Ok(errors.collect())
    };
    let [(door, usual)] = &told(&[])?[..] else { return Err("one loss".into()) };
    let renaming = format!("{door}=gate");
    for (edits, node, factor) in [
        (&[("join", "")][..], door.as_str(), 1.0),
        (&[("join", ""), ("scale", "10")], door, 10.0),
        (&[("scale", "10"), ("join", ""), ("scale", "10")], door, 100.0),
        (&[("join", ""), ("rename", &renaming)], "gate", 1.0),
        (&[("join", ""), ("rename", &renaming), ("rename", "gate=post"), ("scale", "10")], "post", 10.0),
    ] {
        let [(name, size)] = &told(edits)?[..] else { return Err("one loss".into()) };
        assert_eq!(name, node, "{edits:?}");
        assert!((size / (factor * usual) - 1.0).abs() < 1e-9, "{edits:?}: {size} and not {factor} * {usual}");
    }
    Ok(())
}
