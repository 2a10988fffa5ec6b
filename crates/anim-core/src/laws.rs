//! The laws that every format obeys, written once.
//!
//! Property tests, fuzz targets and the maintainers' tools run these functions; each returns the first law that is broken,
//! in words. That no input panics, hangs or eats memory is the fourth law: it needs no code here beyond being run.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::{Beside, Clip, Confidence, Curve, Diagnostic, Document, Extent, Options, Row, Severity, Wrap};

/// A broken law, in words.
pub type Broken = String;

/// The laws of a file: whatever bytes these are, and whatever files are beside them.
///
/// If [`Format::extent`](crate::Format::extent) finds a whole file it lies within the bytes, whatever comes behind it.
/// If they parse: an exact format writes them back byte for byte, any other writes a form that is stable; what was
/// written parses to an equal document; checks agree with [`Format::inspect`](crate::Format::inspect); the laws of
/// [`clip`] hold.
pub fn file(row: &Row, bytes: &[u8], beside: &dyn Beside) -> Result<(), Broken> {
    let options = Options::new(row.info.options);
    if let Extent::Whole { len, .. } = (row.extent)(bytes) {
        ensure(0 < len && len <= bytes.len(), || format!("a file of {len} bytes in {}", bytes.len()))?;
        ensure((row.extent)(&bytes[..len]) == (row.extent)(bytes), || {
            "what comes behind a file matters".into()
        })?;
    }
    let sniffed = (row.sniff)(bytes);
    let mut found = Vec::new();
    let inspected = (row.inspect)(bytes, &options, beside, &mut found);
    let mut read = Vec::new();
    let document = match (row.open)(bytes, &options, beside, &mut read) {
        Ok(document) => document,
        Err(error) => {
            ensure(error.severity() == Severity::Error, || format!("refused without an error: {error}"))?;
            ensure(known(row, &error), || format!("the code {} is not listed", error.code.id))?;
            return ensure(inspected.is_err_and(|other| other == error), || {
                format!("reading says `{error}`, inspecting says otherwise")
            });
        }
    };
    ensure(inspected.is_ok(), || "inspecting fails where reading succeeds".into())?;
    ensure(sniffed > Confidence::No, || "sniffing denies what reading accepts".into())?;
    document.check(&mut read);
    ensure(read == found, || format!("reading and checking say {read:?}, inspecting says {found:?}"))?;
    if let Some(stranger) = found.iter().find(|diagnostic| !known(row, diagnostic)) {
        return Err(format!("the code {} is not listed", stranger.code.id));
    }
    if document.is_exact() {
        ensure(document.to_bytes() == bytes, || first_difference(bytes, &document.to_bytes()))?;
    }
    self::document(row, &*document)
}

/// The laws of a document, however it was made: what it writes parses to an equal one, and writing again changes
/// nothing; its clips obey [`clip`]; and if the format encodes clips, a document made of them can be written too.
pub fn document(row: &Row, document: &dyn Document) -> Result<(), Broken> {
    writing(row, document)?;
    let mut findings = Vec::new();
    let clips = document.to_clips(&Options::new(row.info.options), &mut findings);
    let mut names = HashSet::new();
    for clip in &clips {
        ensure(names.insert(&clip.name), || format!("two clips are named {:?}", clip.name))?;
        self::clip(clip).map_err(|broken| format!("clip {:?}: {broken}", clip.name))?;
    }
    if let Some(from_clips) = row.from_clips {
        let clips = &clips[..row.info.max_clips.unwrap_or(clips.len()).min(clips.len())];
        match from_clips(clips, &Options::new(row.info.target_options), &(), &mut findings) {
            Ok(encoded) => writing(row, &*encoded).map_err(|broken| format!("encoded again: {broken}"))?,
            Err(error) => findings.push(error),
        }
    }
    let stranger = findings.iter().find(|finding| !row.info.conversion_codes.contains(&finding.code));
    stranger.map_or(Ok(()), |stranger| Err(format!("the conversion code {} is not listed", stranger.code.id)))
}

/// What a document writes parses to an equal one, and writing again changes nothing.
fn writing(row: &Row, document: &dyn Document) -> Result<(), Broken> {
    let bytes = document.to_bytes();
    let owned = |(name, bytes): (String, Cow<'_, [u8]>)| (name, bytes.into_owned());
    let beside: Vec<_> = document.companions().into_iter().map(owned).collect();
    let again = (row.open)(&bytes, &Options::new(row.info.options), &beside, &mut ())
        .map_err(|error| format!("what was written does not read: {error}"))?;
    ensure((row.equal)(document, &*again), || "what was written reads as another document".into())?;
    ensure(again.to_bytes() == bytes, || first_difference(&bytes, &again.to_bytes()))
}

/// The laws of a clip: its indices and numbers hold together; sampling at a key gives the key; times outside follow the
/// wrap; every time has a pose.
pub fn clip(clip: &Clip) -> Result<(), Broken> {
    clip.validate().map_err(|error| error.to_string())?;
    for (index, channel) in clip.channels.iter().enumerate() {
        let curve = channel.curve();
        let place = || format!("channel {index} ({})", channel.property().name());
        // A sample of the keys: checking all of a long curve would cost more than reading it.
        let stride = curve.len() / 64 + 1;
        for key in (0..curve.len() - 1).step_by(stride) {
            let time = curve.times().get(key).unwrap_or_default();
            let same = curve
                .at(time)
                .iter()
                .zip(curve.value(key))
                .all(|(a, b)| a.to_bits() == b.to_bits() || close(*a, *b));
            ensure(same, || format!("{}: the sample at key {key} is not the key", place()))?;
        }
        let (first, last) = (curve.value(0), curve.value(curve.len() - 1));
        for (wrap, time, held) in
            [(curve.wrap().0, curve.start() - 1.0, first), (curve.wrap().1, curve.end() + 1.0, last)]
        {
            let same = curve.at(time).iter().zip(held).all(|(a, b)| a.to_bits() == b.to_bits());
            ensure(wrap != Wrap::Hold || same, || format!("{}: the value outside is not held", place()))?;
        }
        periods(curve).map_err(|broken| format!("{}: {broken}", place()))?;
    }
    for time in [-1.0, 0.0, clip.duration / 2.0, clip.duration, clip.duration + 1.0] {
        let pose = clip.pose(time);
        ensure(pose.world.len() == clip.nodes.len(), || format!("the pose at {time} s lacks nodes"))?;
    }
    Ok(())
}

/// Two periods on, and two back, a curve that repeats in any way is where it was, but for the offset.
fn periods(curve: &Curve) -> Result<(), Broken> {
    let (first, last) = (curve.value(0), curve.value(curve.len() - 1));
    let period = curve.end() - curve.start();
    // Well inside the first segment, where no rounding of times leads over a jump.
    let Some(next) = curve.times().get(1) else { return Ok(()) };
    if next - curve.start() < 1e-3 * (period + curve.start().abs()) {
        return Ok(());
    }
    let time = f64::midpoint(curve.start(), next);
    // Of a period beyond half of all numbers there is no second one.
    if !(2.0 * period + time.abs()).is_finite() {
        return Ok(());
    }
    for (wrap, turns) in [(curve.wrap().0, -2.0), (curve.wrap().1, 2.0)] {
        let rise = if wrap == Wrap::RepeatWithOffset { turns } else { 0.0 };
        let same = (curve.at(time).iter().zip(curve.at(time + turns * period)))
            .zip(first.iter().zip(last))
            .all(|((inside, outside), (first, last))| {
                let expected = inside + rise * (last - first);
                let size = expected.abs().max(first.abs()).max(last.abs()).max(1.0);
                !expected.is_finite() || (outside - expected).abs() <= 1e-4 * size
            });
        ensure(wrap == Wrap::Hold || same, || format!("the value outside does not follow {}", wrap.name()))?;
    }
    Ok(())
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

fn known(row: &Row, diagnostic: &Diagnostic) -> bool {
    row.info.codes.contains(&diagnostic.code)
}

fn ensure(holds: bool, broken: impl FnOnce() -> Broken) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn first_difference(expected: &[u8], found: &[u8]) -> Broken {
    let at = expected.iter().zip(found).position(|(a, b)| a != b).unwrap_or(expected.len().min(found.len()));
    format!(
        "written bytes differ from byte {at} on ({} bytes expected, {} written)",
        expected.len(),
        found.len()
    )
}
