//! A tolerance applies to baking in the source and in the target.

use anim_core::Positive;
use anim_formats::{Clip, Conversion, ConvertError, Given, Registry, Report, Tolerance};

/// A flap that turns about a pivot: its position moves on a circle, which no curve of a clip represents.
const FLAP: &str = r#"<Animdef TicksPerSecond="10"><TargetObject Path="SPATH: MODEL/flap" Pivot="[2 0 0]">
<Animation Name="flap"><Timeline>0 30</Timeline><AxisRotInterpolator Modifiers="[v 0 1 0]">0 200</AxisRotInterpolator>
</Animation></TargetObject></Animdef>"#;

/// The number of keys of the clips.
fn keys(conversion: &Conversion<'_>) -> Result<usize, ConvertError> {
    let source = conversion.read(FLAP.as_bytes(), &("flap.xml", ()), &mut Report::new())?;
    Ok(source.clips.iter().map(Clip::key_count).sum())
}

#[test]
fn the_clips_of_a_source_are_baked_within_the_tolerance_unless_it_is_given_for_them()
-> Result<(), ConvertError> {
    let plain = Conversion::to(Registry::builtin(), "glb")?;
    let given = plain.clone().with_option("tolerance", "1e-6")?;
    let mut tolerance = Tolerance::default();
    tolerance.value = Positive::literal(1e-6);
    let (few, many) = (keys(&plain)?, keys(&given)?);
    assert!(few < many, "{few} {many}");
    assert_eq!(keys(&plain.clone().with_tolerance(tolerance))?, many);
    let coarse = plain.with_tolerance(tolerance).with_option("tolerance", "0.001")?;
    assert_eq!(keys(&coarse)?, few);
    Ok(())
}

#[test]
fn a_default_is_for_the_sources_that_have_it_and_comes_before_what_is_given() -> Result<(), ConvertError> {
    let plain = Conversion::to(Registry::builtin(), "glb")?;
    let many = keys(&plain.clone().with_option("tolerance", "1e-6")?)?;
    let few = keys(&plain)?;
    // Options of another format are ignored.
    let defaults = [Given::new("tolerance", "1e-6"), Given::new("mode", "ideal")];
    let defaulted = plain.clone().with_defaults(defaults);
    assert_eq!(keys(&defaulted)?, many);
    assert_eq!(keys(&defaulted.with_option("tolerance", "0.001")?)?, few);
    assert!(keys(&plain.with_defaults([Given::new("tolerence", "1e-6")])).is_err());
    Ok(())
}
