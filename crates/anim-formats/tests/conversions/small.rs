//! Small files take little memory, whatever they are converted to: the number of keys is bounded, and the error of omitted keys
//! is stated.

use anim_core::Clip;
use anim_formats::{Conversion, ConvertError, Registry, Report};

/// The largest number of bytes that a conversion of these files may hold at once, and may make.
const MOST_HELD: u64 = 64 << 20;
const MOST_MADE: usize = 24 << 20;

/// A wheel that turns about a far pivot, too often for the tolerance.
const TURNS: &str = r#"<Animdef TicksPerSecond="20">
  <TargetObject Name="hand" Path="SPATH: clock/hand" Pivot="[0 90000 0]"/>
  <Animation Name="tick" Target="TOB: hand"><Timeline>0 40 160</Timeline>
    <AxisRotInterpolator Modifiers="[v 1 0 3]">0 40000 120</AxisRotInterpolator></Animation>
</Animdef>"#;

/// A door that moves for ten hours, and turns too fast to be followed.
const LONG: &str = r#"<Animdef TicksPerSecond="20">
  <Animation Name="door" Target="SPATH: door"><Timeline>0 40 720000</Timeline>
    <AxisRotInterpolator Modifiers="[v 0 1 0]">0 1e9 90</AxisRotInterpolator></Animation>
</Animdef>"#;

/// A fan that swings 170,000 times while a door opens once.
const SWINGS: &str = "#MINDRENDER 1.1
1
{swing}
SINGLE
2
{fan}
DYNAMIC
0 0 0
0 0 0
0 0 8
0 1 0
0 0 0
0 0 8
0 -80 0
0 110 0
1.75 0.25 7
{door}
DYNAMIC
0 0 0
0 0 0
0 0 8
0 1 0
0 0 0
0 0 8
0 0 0
0 90 0
300000 0 7
";

/// Forty weights with values for which single precision is coarser than the tolerance, each with its own keys.
fn weights() -> String {
    let tracks: Vec<String> = (0..40)
        .map(|index| {
            let key = |value: f64| format!(r#"[true, {value}, "bezier", "split", [1, 0], [-1, 0]]"#);
            format!(
                r#"{{"target": ["n", "instance", "blendshape", "w{index}", "value"], "timepoints": [1, {}, 300],
                "subtracks": [{{"keyframes": [[true, 0, "bezier", "split", [1, 0]], {}, {}]}}]}}"#,
                2.0 + f64::from(index) * 3.7,
                key(7e8),
                key(-3e8),
            )
        })
        .collect();
    format!(
        r#""a": {{"type": "stf.animation", "name": "faces", "loop": "none", "fps": 24, "range": [1, 300], "tracks": [{}]}}"#,
        tracks.join(",")
    )
}

#[test]
fn small_files_take_little_memory() {
    let weights = weights();
    let files =
        [("turns.xml", TURNS), ("long.xml", LONG), ("swings.stt", SWINGS), ("weights.stf", weights.as_str())];
    for (name, text) in files {
        let mut clips = Vec::new();
        let held = allocation_counter::measure(|| clips = read(name, text).unwrap());
        assert!(held.bytes_max < MOST_HELD, "{name}: {} bytes", held.bytes_max);
        assert!(
            clips.iter().any(|clip| clip.channels.iter().any(|channel| channel.curve().len() > 1)),
            "{name}"
        );
        for to in ["glb", "stf", "xml", "bvh", "stt", "tod", "anim"] {
            let mut made = Ok(0);
            let held = allocation_counter::measure(|| made = size(clips.clone(), to));
            assert!(held.bytes_max < MOST_HELD, "{name} to {to}: {} bytes", held.bytes_max);
            let may_refuse = ["stt", "tod", "anim"].contains(&to);
            assert!(made.as_ref().map_or(may_refuse, |size| *size < MOST_MADE), "{name} to {to}: {made:?}");
        }
    }
}

#[test]
fn what_is_not_followed_is_an_error_that_a_strict_conversion_refuses() {
    let registry = Registry::builtin();
    let conversion = Conversion::to(registry, "glb").unwrap();
    let mut report = Report::new();
    let source = conversion.read(SWINGS.as_bytes(), &("swings.stt", ()), &mut report).unwrap();
    let options = conversion.options_for([&source]);
    conversion.make(vec![source], "a.glb", &(), &mut report).unwrap();
    let tolerance = conversion.tolerance(&options);
    let angle =
        report.losses.iter().filter(|loss| !tolerance.allows(loss)).find_map(|loss| match &loss.fate {
            anim_core::Fate::Approximated(error) => Some(error.size),
            _ => None,
        });
    // It swings from -80 to 110 degrees, and stops at one of these angles.
    assert!(angle.is_some_and(|angle| angle > 1.5 && angle <= 190f64.to_radians() + 1e-3), "{angle:?}");
}

/// The clips of a file.
fn read(name: &str, text: &str) -> Result<Vec<Clip>, ConvertError> {
    let conversion = Conversion::to(Registry::builtin(), "glb")?;
    Ok(conversion.read(text.as_bytes(), &(name, ()), &mut Report::new())?.clips)
}

/// The size in bytes of all files made from clips.
fn size(clips: Vec<Clip>, to: &str) -> Result<usize, ConvertError> {
    let conversion = Conversion::to(Registry::builtin(), to)?;
    let (mut size, options) = (0, conversion.options_for([]));
    for (name, clips) in conversion.split("made", clips) {
        let made = conversion.encode(&[], clips, &options, &(name.as_str(), ()), &mut Report::new())?;
        size += made.to_bytes().len();
    }
    Ok(size)
}
