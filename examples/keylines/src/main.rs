//! A format of one's own in one file: a line for each node, its name and then keys `TIME:X,Y,Z` of its position.
//!
//! ```text
//! ball 0:0,0,0 0.5:0,2,0 1:0,0,0
//! ```
//!
//! `cargo run` converts such a text to BVH and back through the registry, as the command `anim` does for its own formats.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use anim_core::{
    Beside, Channel, Clip, Code, Confidence, Curve, Ease, Encode, Format, FormatInfo, Location, Node,
    Property, Report, Sink, Times,
};
use anim_formats::{Conversion, Entry, Registry};

/// A text of keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Keylines {
    /// The nodes in the order of their lines.
    pub lines: Vec<Line>,
}

/// A node and its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The node's name, without white space.
    pub name: String,
    /// Seconds and positions, by ascending time.
    pub keys: Vec<(f64, [f64; 3])>,
}

anim_core::options! {
    /// Nothing to choose.
    pub struct ReadOptions {}
}

anim_core::options! {
    /// How a text becomes a clip.
    pub struct ClipOptions {
        /// How a node moves between keys: `line` or `step`.
        motion: Motion = Motion::Line,
    }
}

anim_core::options! {
    /// Nothing to choose.
    #[derive(PartialEq)]
    pub struct EncodeOptions {}
}

anim_core::choice! {
    /// How a node moves between keys.
    pub enum Motion {
        /// In straight lines.
        #[default]
        Line = "line",
        /// Not at all: it jumps from key to key.
        Step = "step",
    }
}

/// Why a text is not one of keys.
#[derive(Debug)]
pub struct Broken(String);

/// Why a text cannot be read, and where.
pub type Error = anim_core::Error<Broken>;

static KEY: Code = Code::error("keylines::key", "a key is not `TIME:X,Y,Z`");
static DROPPED: Code = Code::warning("keylines::dropped", "the format holds positions alone");
static READING: &[&Code] = &[&KEY];
static CONVERSION: &[&Code] = &[&DROPPED];

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a key `TIME:X,Y,Z`, found `{}`", self.0)
    }
}

impl anim_core::ErrorKind for Broken {
    fn code(&self) -> &'static Code {
        &KEY
    }
}

anim_core::verbs!(Keylines, encode);

impl Format for Keylines {
    const INFO: FormatInfo =
        FormatInfo::new("keylines", "Lines of keys", &["keys"]).with_codes(READING, CONVERSION);
    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    fn sniff(_: &[u8]) -> Confidence {
        Confidence::Maybe
    }

    fn read(bytes: &[u8], _: &ReadOptions, _: &dyn Beside, _: &mut dyn Sink) -> Result<Self, Error> {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let line = |(number, line): (usize, &str)| {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default().to_owned();
            let at = Location::path(format!("line {}", number + 1));
            let keys =
                words.map(|word| key(word).ok_or_else(|| Error::new(Broken(word.to_owned()), at.clone())));
            Ok(Line { name, keys: keys.collect::<Result<_, _>>()? })
        };
        Ok(Self { lines: lines.map(line).collect::<Result<_, _>>()? })
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        let mut text = String::new();
        for Line { name, keys } in &self.lines {
            text.push_str(name);
            for (time, [x, y, z]) in keys {
                let _ = write!(text, " {time}:{x},{y},{z}");
            }
            text.push('\n');
        }
        Cow::Owned(text.into_bytes())
    }

    fn check_with(&self, _: &mut dyn Sink) {}

    fn lower(&self, options: &ClipOptions, _: &mut Report) -> Vec<Clip> {
        let ease = if options.motion == Motion::Step { Ease::Step } else { Ease::Linear };
        let channel = |(node, line): (usize, &Line)| {
            let times: Vec<f64> = line.keys.iter().map(|(time, _)| *time).collect();
            let times = Times::keys(times).ok()?;
            let places = line.keys.iter().flat_map(|(_, place)| *place).collect();
            Channel::new(node, Property::Translation, Curve::new(times, 3, places, ease).ok()?).ok()
        };
        let ends = self.lines.iter().filter_map(|line| line.keys.last());
        let clip = Clip::new("keys").with_duration(ends.map(|(time, _)| *time).fold(0.0, f64::max));
        let nodes = self.lines.iter().map(|line| Node::new(&line.name)).collect();
        vec![
            clip.with_nodes(nodes).with_channels(self.lines.iter().enumerate().filter_map(channel).collect()),
        ]
    }
}

impl Encode for Keylines {
    type EncodeOptions = EncodeOptions;

    fn encode(clips: &[Clip], _: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        let mut lines = Vec::new();
        for clip in clips {
            let name = |node: &Node| node.name.replace(char::is_whitespace, "_");
            let first = lines.len();
            lines.extend(clip.nodes.iter().map(|node| Line { name: name(node), keys: Vec::new() }));
            for channel in &clip.channels {
                let (curve, whole) = (channel.curve(), channel.property() == &Property::Translation);
                if !whole || curve.width() != 3 {
                    report.lose(DROPPED.dropped("only positions are in the file").of_channel(clip, channel));
                    continue;
                }
                let keys = curve.times().iter().enumerate();
                let place = |key| std::array::from_fn(|axis| curve.value(key)[axis]);
                lines[first + channel.node()].keys = keys.map(|(key, time)| (time, place(key))).collect();
            }
        }
        Ok(Self { lines })
    }
}

fn key(word: &str) -> Option<(f64, [f64; 3])> {
    let (time, place) = word.split_once(':')?;
    let mut parts = place.splitn(3, ',').map(|part| part.parse().ok());
    Some((time.parse().ok()?, [parts.next()??, parts.next()??, parts.next()??]))
}

/// The formats of anim, and this one.
fn registry() -> Registry {
    let mut registry = Registry::builtin().clone();
    registry.add(Entry::encoder::<Keylines>());
    registry
}

fn convert(from: &str, bytes: &[u8], to: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let registry = registry();
    let extension = to.rsplit_once('.').map_or(to, |(_, extension)| extension);
    let conversion = Conversion::to(&registry, extension)?;
    let mut report = Report::new();
    let source = conversion.read(bytes, &(from, ()), &mut report)?;
    let made = conversion.make(vec![source], to, &(), &mut report)?;
    eprint!("{report}");
    Ok(made.document.to_bytes().into_owned())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bvh = convert("ball.keys", b"ball 0:0,0,0 0.5:0,2,0 1:0,0,0\n", "ball.bvh")?;
    let keys = convert("ball.bvh", &bvh, "ball.keys")?;
    println!("{}{}", String::from_utf8(bvh)?, String::from_utf8(keys)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_motion_capture_and_comes_back() {
        let keys = b"ball 0:0,0,0 0.5:0,2,0 1:0,0,0\n";
        let bvh = convert("ball.keys", keys, "ball.bvh").unwrap();
        assert!(bvh.starts_with(b"HIERARCHY\nROOT ball"));
        let again = Keylines::parse(&convert("ball.bvh", &bvh, "ball.keys").unwrap()).unwrap();
        let [clip] = again.clips().try_into().unwrap();
        assert!((clip.pose(0.25).world[0].translation()[1] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_registry_knows_it() {
        let registry = registry();
        assert_eq!(registry.detect(b"ball 0:0,0,0", Some("keys")).unwrap().info().id, "keylines");
        let error = convert("a.keys", b"ball 0:0,0", "a.bvh").unwrap_err();
        assert_eq!(
            error.to_string(),
            "error[keylines::key]: expected a key `TIME:X,Y,Z`, found `0:0,0` (line 1)"
        );
    }
}
