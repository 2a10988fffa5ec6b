//! The laws that every format obeys.
//!
//! Property tests, fuzz targets and the maintainers' tools run these functions. Each function returns a description of the first
//! broken law. One more law has no code: no input makes these functions panic, hang or use excessive memory.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::{
    AnyFormat, Axis, Beside, Channel, Clip, ClipSampler, Code, Confidence, Curve, Diagnostic, Document,
    Extent, Loss, Options, Outline, Report, Severity, Space, Wrap, report::unrecorded::UNRECORDED,
};

/// The description of a broken law.
pub type Broken = String;

/// The laws of a file, for any bytes and any other files in its folder.
///
/// - A file that [`Format::extent`](crate::Format::extent) finds lies within the bytes, and the bytes after it do not matter.
/// - If the bytes parse, an exact format writes them back byte for byte.
/// - Reading and checking report the same as [`Format::inspect`](crate::Format::inspect).
/// - [`Format::read_clips`](crate::Format::read_clips) and [`Format::survey`](crate::Format::survey) make and report the same as
///   reading, checking and lowering one after the other.
/// - The laws of [`document`] hold.
pub fn file(format: &AnyFormat, bytes: &[u8], beside: &dyn Beside) -> Result<(), Broken> {
    let options = format.options();
    if let Extent::Complete { len, .. } = format.extent(bytes) {
        ensure(0 < len && len <= bytes.len(), || format!("a file of {len} bytes in {}", bytes.len()))?;
        ensure(format.extent(&bytes[..len]) == format.extent(bytes), || {
            "what comes behind a file matters".into()
        })?;
    }
    let sniffed = format.sniff(bytes);
    let mut found = Vec::new();
    let inspected = format.inspect(bytes, &options, beside, &mut found);
    let mut read = Vec::new();
    let document = match format.read(bytes, &options, beside, &mut read) {
        Ok(document) => document,
        Err(error) => {
            let error = Diagnostic::from(error);
            ensure(error.severity() == Severity::Error, || format!("refused without an error: {error}"))?;
            ensure(known(format, &error), || format!("the code {} is not listed", error.code.id))?;
            return ensure(inspected.is_err_and(|other| other == error), || {
                format!("reading says `{error}`, inspecting says otherwise")
            });
        }
    };
    ensure(inspected.is_ok(), || "inspecting fails where reading succeeds".into())?;
    ensure(sniffed > Confidence::No, || "sniffing denies what reading accepts".into())?;
    document.check_with(&mut read);
    ensure(read == found, || format!("reading and checking say {read:?}, inspecting says {found:?}"))?;
    if let Some(stranger) = found.iter().find(|diagnostic| !known(format, diagnostic)) {
        return Err(format!("the code {} is not listed", stranger.code.id));
    }
    if document.is_exact() {
        ensure(document.to_bytes() == bytes, || first_difference(bytes, &document.to_bytes()))?;
    }
    at_once(format, bytes, beside, &*document)?;
    self::document(format, &*document)
}

/// Functions that skip the document give the same results as those that build it.
fn at_once(
    format: &AnyFormat,
    bytes: &[u8],
    beside: &dyn Beside,
    document: &dyn Document,
) -> Result<(), Broken> {
    let options = format.options();
    let (mut reading, mut checks, mut report) = (Vec::new(), Vec::new(), Report::new());
    format.read(bytes, &options, beside, &mut reading).map_err(|error| error.to_string())?;
    document.check_with(&mut checks);
    let clips = document.clips_with(&options, beside, &mut report).map_err(|error| error.to_string())?;
    let (mut found, mut reported) = (Vec::new(), Report::new());
    let read = format.read_clips(bytes, &options, beside, &mut found, &mut reported);
    let read = read.map_err(|error| error.to_string())?;
    ensure(read.len() == clips.len() && read.iter().zip(&clips).all(|(a, b)| is_same(a, b)), || {
        "clips that are read at once are others".into()
    })?;
    ensure(found == reading && is_same_report(&reported, &report), || {
        format!("reading clips says {found:?} {reported:?}, reading and lowering {reading:?} {report:?}")
    })?;

    let (mut found, mut checked, mut reported) = (Vec::new(), Vec::new(), Report::new());
    let survey = format.survey(bytes, &options, beside, [&mut found, &mut checked], &mut reported);
    let outlines = survey.map_err(|error| error.to_string())?;
    let whole: Vec<_> = clips.iter().map(Outline::from).collect();
    ensure(outlines == whole, || format!("a survey says {outlines:?}, the clips {whole:?}"))?;
    ensure(found == reading && checked == checks && is_same_report(&reported, &report), || {
        format!(
            "a survey reports {found:?} {reported:?} and {checked:?}, not {reading:?} {report:?} and {checks:?}"
        )
    })
}

/// Whether two reports are the same. As numbers, an error that is NaN differs from itself, so reports that differ are also compared
/// as text.
fn is_same_report(a: &Report, b: &Report) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}

/// Whether two clips are the same, bit for bit where there are numbers. Properties and nodes are compared as text, in which NaN is
/// the same as itself.
fn is_same(a: &Clip, b: &Clip) -> bool {
    let bits = |curve: &Curve| curve.values().iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let channels = a.channels.iter().zip(&b.channels).all(|(a, b)| {
        let (own, other) = (a.curve(), b.curve());
        (a.node(), a.component(), own.times()) == (b.node(), b.component(), other.times())
            && format!("{:?}", a.property()) == format!("{:?}", b.property())
            && bits(own) == bits(other)
    });
    let rests = format!("{:?}", a.nodes) == format!("{:?}", b.nodes);
    Outline::from(a) == Outline::from(b) && a.metadata == b.metadata && rests && channels
}

/// The laws of a document.
///
/// - The written bytes parse to an equal document, and writing that document gives the same bytes.
/// - The clips have distinct names and obey [`clip`]; losses obey [`joins`].
/// - If the format encodes clips, it makes a document from these clips, or refuses them with a code in [`Encode::REFUSALS`]; it may
///   require a clip. The document can be written. It has the axes and the unit that the clips state, or a loss has the ones that it
///   does not record.
///
/// [`Encode::REFUSALS`]: crate::Encode::REFUSALS
pub fn document(format: &AnyFormat, document: &dyn Document) -> Result<(), Broken> {
    writing(format, document)?;
    let mut report = Report::new();
    let lowered = document.clips_with(&format.options(), &(), &mut report);
    let clips = lowered.map_err(|error| error.to_string())?;
    let mut names = HashSet::new();
    for clip in &clips {
        ensure(names.insert(&clip.name), || format!("two clips are named {:?}", clip.name))?;
        self::clip(clip).map_err(|broken| format!("clip {:?}: {broken}", clip.name))?;
        let evaluator = document.evaluator_with(&format.options(), &(), clip).map_err(|e| e.to_string())?;
        evaluation(ClipSampler::new(clip).with_evaluator(evaluator))
            .map_err(|broken| format!("clip {:?}: {broken}", clip.name))?;
    }
    joins(&report, &clips)?;
    let most = format.info().max_clips.unwrap_or(clips.len()).min(clips.len());
    // A space for what the format does not define, as other formats state it.
    let usual = Space::right_handed(Axis::Y).facing(Axis::X).in_metres(0.5);
    let stated = |clip: &Clip| clip.clone().with_space(clip.space.or(usual));
    let stated: Vec<Clip> = clips.iter().map(stated).collect();
    let encode = |report: &mut Report| {
        let encodes = format.encodes();
        encodes.then(|| format.encode(&stated[..most], &Options::default(), &(), report))
    };
    match encode(&mut report) {
        Some(Ok(encoded)) => {
            writing(format, &*encoded).map_err(|broken| format!("encoded again: {broken}"))?;
            let space = format.space(&Options::default(), &());
            spaces(&stated[..most], space, &*encoded, &report)
                .map_err(|broken| format!("encoded again: {broken}"))?;
        }
        Some(Err(error)) => {
            let error = Diagnostic::from(error);
            let message = || format!("clips of a document are refused: {error}");
            // A format may require a clip.
            ensure(clips.is_empty() || format.may_refuse(error.code), message)?;
            report.findings.push(error);
        }
        None => {}
    }
    joins(&report, &clips)?;
    let findings = report.findings.iter().map(|finding| finding.code);
    let mut codes = findings.chain(report.losses.iter().map(|loss| loss.code));
    let is_known = |code: &&Code| **code == UNRECORDED || format.info().conversion_codes.contains(code);
    let stranger = codes.find(|code| !is_known(code));
    stranger.map_or(Ok(()), |stranger| Err(format!("the conversion code {} is not listed", stranger.id)))
}

/// Whether a loss states one of the axes or the unit.
type IsStated = fn(&Space) -> bool;

/// The axes and the unit that clips state, converted to the space of a new file, are those of the file's clips, or one loss has
/// those that the file does not record.
fn spaces(clips: &[Clip], target: Space, made: &dyn Document, report: &Report) -> Result<(), Broken> {
    let Some(read) = made.clips().first().map(|clip| clip.space) else { return Ok(()) };
    for clip in clips {
        let stated = Clip::new("").with_space(clip.space).into_space(target).space;
        let facts: [(&str, bool, IsStated); 3] = [
            ("up", stated.up.is_none() || stated.up == read.up, |space| space.up.is_some()),
            ("forward", stated.forward.is_none() || stated.forward == read.forward, |space| {
                space.forward.is_some()
            }),
            ("unit", stated.unit.is_none() || stated.unit == read.unit, |space| space.unit.is_some()),
        ];
        for (key, is_kept, is_stated) in facts {
            let is_lost = |loss: &&Loss| {
                loss.space.as_ref().is_some_and(is_stated)
                    && loss.clip.as_ref().is_none_or(|name| *name == clip.name)
            };
            let lost = report.losses.iter().filter(is_lost).count();
            ensure(is_kept || lost > 0, || format!("no loss has `{key}` of the clip {:?}", clip.name))?;
            ensure(lost <= 1, || format!("{lost} losses have `{key}` of the clip {:?}", clip.name))?;
        }
    }
    Ok(())
}

/// Every loss names an existing clip, node and channel, so that programs can join them.
pub fn joins(report: &Report, clips: &[Clip]) -> Result<(), Broken> {
    for loss in &report.losses {
        let Some(name) = &loss.clip else {
            ensure(loss.node.is_none() && loss.property.is_none(), || {
                format!("{loss}: a node or a property without a clip")
            })?;
            continue;
        };
        let Some(clip) = clips.iter().find(|clip| clip.name == *name) else {
            return Err(format!("{loss}: there is no clip {name:?}"));
        };
        let is_named = |index: usize| {
            loss.node.as_ref().is_none_or(|name| clip.nodes.get(index).is_some_and(|node| node.name == *name))
        };
        ensure((0..clip.nodes.len()).any(is_named) || loss.node.is_none(), || {
            format!("{loss}: there is no such node")
        })?;
        let is_meant = |channel: &Channel| {
            is_named(channel.node())
                && loss.property.as_ref().is_none_or(|name| {
                    channel.property().name() == name || clip.channel_name(channel) == name.as_str()
                })
        };
        ensure(loss.property.is_none() || clip.channels.iter().any(is_meant), || {
            format!("{loss}: there is no such channel")
        })?;
    }
    Ok(())
}

/// The written bytes parse to an equal document, and writing that document gives the same bytes.
fn writing(format: &AnyFormat, document: &dyn Document) -> Result<(), Broken> {
    let bytes = document.to_bytes();
    let owned = |(name, bytes): (String, Cow<'_, [u8]>)| (name, bytes.into_owned());
    let beside: Vec<_> = document.companions().into_iter().map(owned).collect();
    let again = format
        .read(&bytes, &format.options(), &beside, &mut ())
        .map_err(|error| format!("what was written does not read: {error}"))?;
    ensure(format.equal(document, &*again), || "what was written reads as another document".into())?;
    ensure(again.to_bytes() == bytes, || first_difference(&bytes, &again.to_bytes()))
}

/// The laws of a clip: it is valid; the sample at a key is the value of the key; samples outside the keys follow the wrap; every
/// time has a pose.
pub fn clip(clip: &Clip) -> Result<(), Broken> {
    clip.validate().map_err(|error| error.to_string())?;
    for (index, channel) in clip.channels.iter().enumerate() {
        let curve = channel.curve();
        let place = || format!("channel {index} ({})", channel.property().name());
        // Only some keys: checking all keys of a long curve would take longer than reading the file.
        let (stride, last) = (curve.len() / 64 + 1, curve.len() - 1);
        // At the time of the last key, a curve that repeats begins again.
        let at_end = if curve.wrap().1 == Wrap::Repeat { 0 } else { last };
        // The offset between two infinite ends is not a number.
        let is_finite = |key: usize| curve.value(key).iter().all(|value| value.is_finite());
        let ends = curve.wrap().1 != Wrap::RepeatWithOffset || is_finite(0) && is_finite(last);
        let end = ends.then_some((last, at_end));
        let keys = (0..last).step_by(stride).map(|key| (key, key)).chain(end);
        for (key, shown) in keys {
            let time = curve.times().get(key).unwrap_or_default();
            let same = curve
                .at(time)
                .iter()
                .zip(curve.value(shown))
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

/// An evaluator computes all components of its channels at every time.
fn evaluation(mut sampler: ClipSampler<'_>) -> Result<(), Broken> {
    let clip = sampler.clip();
    for (index, channel) in clip.channels.iter().enumerate() {
        if !sampler.is_evaluated(index) {
            continue;
        }
        let curve = channel.curve();
        for time in [-1.0, 0.0, clip.duration / 2.0, clip.duration, clip.duration + 1.0] {
            let mut value = vec![f64::NAN; curve.width()];
            sampler.sample(index, time, &mut value);
            let is_known = |(value, key): (&f64, &f64)| !value.is_nan() || key.is_nan() || key.is_infinite();
            ensure(value.iter().zip(curve.value(0)).all(is_known), || {
                format!("channel {index} ({}) has no value at {time} s", channel.property().name())
            })?;
        }
    }
    Ok(())
}

/// A curve that repeats has the same value two periods later and two periods earlier, plus the offset of its wrap.
fn periods(curve: &Curve) -> Result<(), Broken> {
    let (first, last) = (curve.value(0), curve.value(curve.len() - 1));
    let period = curve.end() - curve.start();
    // In the middle of the first segment, rounding of the time cannot cross a jump.
    let Some(next) = curve.times().get(1) else { return Ok(()) };
    if next - curve.start() < 1e-3 * (period + curve.start().abs()) {
        return Ok(());
    }
    let time = f64::midpoint(curve.start(), next);
    // The end of the second period must be a finite number.
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

fn known(format: &AnyFormat, diagnostic: &Diagnostic) -> bool {
    format.info().codes.contains(&diagnostic.code)
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
