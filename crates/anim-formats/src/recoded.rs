//! Documents that were rebuilt from their own clips: what differs.

mod known;

use std::borrow::Cow;
use std::sync::Arc;

use anim_core::{Beside, Clip, Code, Document, FileNames, Loss, Options, Report, Unit};

use self::known::Known;
use crate::{Entry, Source, unlike};

/// A document was rebuilt from its clips.
static RECODED: Code = Code::note("anim::recoded", "a document was rebuilt from its clips");
/// Files next to the source are not next to the target.
static NEIGHBOURS: Code =
    Code::note("anim::neighbours", "a file is read together with others that are not next to the copy");

/// Whether two clips are the same apart from their metadata and, if `is_named_alike`, from their names.
pub(crate) fn is_same(a: &Clip, b: &Clip, is_named_alike: bool) -> bool {
    let mut bare = [a.clone(), b.clone()];
    for clip in &mut bare {
        clip.metadata.clear();
        if is_named_alike {
            clip.name.clear();
        }
    }
    bare[0] == bare[1]
}

/// Whether a source has the default clips of its document, apart from details, and from axes and units that a new document would
/// also have.
pub(crate) fn is_plain(
    target: &Entry,
    target_options: &Options,
    source: &Source,
    beside: &dyn Beside,
) -> bool {
    let defaults = target.options();
    let is_other =
        |(key, value): (&str, &str)| target.decides(key) && defaults.text(key).as_deref() != Some(value);
    let Some(document) = source.document.as_deref().filter(|_| source.options.iter_given().any(is_other))
    else {
        return true;
    };
    let plain = as_made(target, source, &Options::default());
    let Ok(plain) = document.clips_with(&plain, beside, &mut Report::new()) else { return false };
    let space = target.space(target_options, beside);
    let is_it = |(mut plain, clip): (Clip, &Clip)| {
        let is_space_kept = plain.space == clip.space || clip.is_in_space(space);
        (plain.metadata, plain.space) = (clip.metadata.clone(), clip.space);
        is_space_kept && plain == *clip
    };
    plain.len() == source.clips.len() && plain.into_iter().zip(&source.clips).all(is_it)
}

/// Reports that documents in the target's format were rebuilt from their clips, with the differences of the clips that no loss in
/// the report explains; `before` has the losses of operations. A single document that reads back the same is not a loss, nor is
/// one of which only the clips were replaced.
pub(crate) fn report(
    (target, options): (&Entry, &Options),
    (sources, before): (&[Source], &[Loss]),
    clips: &[Clip],
    (made, is_kept): (&dyn Document, bool),
    beside: &dyn Beside,
    report: &mut Report,
) {
    let Some(source) = sources.iter().find(|source| source.format == Some(target.info().id)) else { return };
    if target.retargets(options, beside) {
        return;
    }
    let clips_of = |document: &dyn Document, options: &Options| {
        document.clips_with(options, beside, &mut Report::new()).unwrap_or_default()
    };
    let as_made = as_made(target, source, options);
    let whole = source.document.as_deref().filter(|_| sources.len() == 1 && source.part.is_none());
    let as_it_was = whole.and_then(|document| {
        let again = read(target, source, made, beside)?;
        target.equal(document, &*again).then_some(again)
    });
    if let Some(again) = as_it_was.as_deref().filter(|_| source.is_plain) {
        if source.has_neighbours {
            report_unlike(clips, &clips_of(again, &as_made), report);
        }
        return;
    }
    let known = Known::new(&report.losses, before);
    let unlike = unlike::of(&rebuilt(target, sources, clips), &clips_of(made, &as_made), &known);
    let what = if is_kept {
        "the animations are rebuilt from the clips"
    } else if whole.is_some() {
        "the document is rebuilt from its clips"
    } else {
        "a document is rebuilt from the clips"
    };
    let mut found = Vec::new();
    if let Some(first) = unlike.missing.first().filter(|_| !known.has_dropped()) {
        let count = unlike.missing.len();
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        found.push(RECODED.dropped(format!("{what}, without {first}{more}")));
    }
    for error in unlike.largest.iter().filter(|error| !known.explains(**error)) {
        found.push(RECODED.approximated(*error, format!("{what}: their values differ")));
    }
    if !is_kept && report.losses.is_empty() && found.is_empty() && as_it_was.is_none() {
        let message = format!("{what}: it shows the same, but differs otherwise");
        found.push(RECODED.equivalent(Unit::Ratio, message));
    }
    report.losses.append(&mut found);
}

/// The clips that come from documents in the target's format. Of others the encoder reports what changes.
fn rebuilt<'a>(target: &Entry, sources: &[Source], clips: &'a [Clip]) -> Vec<&'a Clip> {
    let count: usize = sources.iter().map(|source| source.count).sum();
    if count != clips.len() {
        // There is one source, or operations made one clip of several.
        return clips.iter().collect();
    }
    let mut rest = clips.iter();
    let own = |source: &Source| {
        let clips: Vec<_> = rest.by_ref().take(source.count).collect();
        if source.format == Some(target.info().id) { clips } else { Vec::new() }
    };
    sources.iter().flat_map(own).collect()
}

/// The options for reading back a document made from a source. The effect of the source's options is already in its clips; a reader
/// needs what the target's options decide, such as its axes.
fn as_made(target: &Entry, source: &Source, target_options: &Options) -> Options {
    let mut options = target.options();
    let details = source.options.iter_given().filter(|(key, _)| !target.decides(key));
    let decided = target_options.iter_given().filter(|(key, _)| target.decides(key));
    for (key, value) in details.chain(decided) {
        // The source was read with this value, or the target was made with it, so it is valid.
        let _ = options.set(key, value);
    }
    options
}

/// Reports if a copy of the document of a source has other clips where it is written, because of the files next to it.
pub(crate) fn report_neighbours(
    target: &Entry,
    source: &Source,
    document: &dyn Document,
    beside: &dyn Beside,
    report: &mut Report,
) {
    if source.has_neighbours {
        let again = read(target, source, document, beside);
        let results =
            again.and_then(|again| again.clips_with(&source.options, beside, &mut Report::new()).ok());
        report_unlike(&source.clips, &results.unwrap_or_default(), report);
    }
}

/// Reports if the copied document has other clips.
fn report_unlike(clips: &[Clip], results: &[Clip], report: &mut Report) {
    // A clip may be named after its file.
    let is_one = clips.len() == 1 && results.len() == 1;
    let is_there = |clip: &Clip| results.iter().any(|result| is_same(clip, result, is_one));
    if !clips.iter().all(is_there) {
        let message =
            "the file is the same, but the files that were read with it are not next to the new one";
        report.lose(NEIGHBOURS.kept(message));
    }
}

/// A document read back from where it is written, with the options of the source; `None` if it cannot be read.
fn read(
    target: &Entry,
    source: &Source,
    document: &dyn Document,
    beside: &dyn Beside,
) -> Option<Box<dyn Document>> {
    let owned = |(name, bytes): (String, Cow<'_, [u8]>)| (name, bytes.into_owned());
    let companions: Vec<_> = document.companions().into_iter().map(owned).collect();
    let there = Written { companions, beside };
    target.read(&document.to_bytes(), &source.options, &there, &mut ()).ok()
}

/// The files of a document that is written next to others.
struct Written<'a> {
    companions: Vec<(String, Vec<u8>)>,
    beside: &'a dyn Beside,
}

impl Beside for Written<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.companions.read(path).or_else(|| self.beside.read(path))
    }

    fn name(&self) -> Option<&str> {
        self.beside.name()
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        let (there, written) = (self.beside.names(extension), self.companions.names(extension));
        if written.is_empty() {
            return there;
        }
        there.iter().chain(&*written).cloned().collect::<FileNames>().with_extension(extension)
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.beside.given(path)
    }
}

#[cfg(test)]
#[cfg(feature = "gltf")]
mod tests {
    use anim_core::{Channel, Curve, Deviation, Ease, Event, Node, Property, Times};

    use super::*;
    use crate::Registry;

    /// A node that goes to `end`.
    fn walk(end: f64) -> Clip {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let way = Curve::new(times, 3, vec![0.0, 0.0, 0.0, end, 0.0, 0.0], Ease::Linear).unwrap();
        Clip::new("walk")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("hip")])
            .with_channels(vec![Channel::new(0, Property::Translation, way).unwrap()])
            .with_events(vec![Event::named(0.5, "step", Vec::new())])
    }

    fn gltf() -> &'static Entry {
        Registry::builtin().formats().iter().find(|entry| entry.info().id == "gltf").unwrap()
    }

    /// A document made from clips; another generator name makes it differ from a rebuilt one.
    fn document(clips: &[Clip], generator: Option<&str>) -> Box<dyn Document> {
        let entry = gltf();
        let options = entry.encode_options().unwrap();
        let made = entry.encode(clips, &options, &("a.gltf", ()), &mut Report::new()).unwrap();
        let text = String::from_utf8(made.to_bytes().into_owned()).unwrap();
        assert!(text.contains("\"anim\""));
        let text =
            generator.map_or(text.clone(), |name| text.replacen("\"anim\"", &format!("\"{name}\""), 1));
        entry.read(text.as_bytes(), &entry.options(), &(), &mut ()).unwrap()
    }

    /// The losses reported for a document made from clips, after those of an encoder, as `CODE: MESSAGE FATE`.
    fn reported(sources: usize, clips: &[Clip], made: &dyn Document, lost: Vec<Loss>) -> Vec<String> {
        let entry = gltf();
        let source = || {
            let document = document(&[walk(1.0)], Some("another"));
            Source::lowered(entry, Some(document), vec![walk(1.0)], entry.options(), &("a.gltf", ()))
        };
        let sources: Vec<Source> = (0..sources).map(|_| source()).collect();
        let known = lost.len();
        let mut all = Report::new();
        all.losses = lost;
        let options = entry.encode_options().unwrap();
        report((entry, &options), (&sources, &[]), clips, (made, false), &("a.gltf", ()), &mut all);
        all.losses[known..].iter().map(ToString::to_string).collect()
    }

    #[test]
    fn clips_that_go_to_another_figure_have_other_numbers_there() {
        let entry = gltf();
        let source = Source::lowered(
            entry,
            Some(document(&[walk(1.0)], Some("another"))),
            vec![walk(1.0)],
            entry.options(),
            &("a.gltf", ()),
        );
        let made = document(&[walk(1.25)], None);
        let with = |key, value| entry.encode_options().unwrap().with(key, value).unwrap();
        for (options, name) in [
            (with("into", "figure.glb"), "a.glb"),
            (with("profile", "vrma"), "a.glb"),
            (entry.encode_options().unwrap(), "a.vrma"),
        ] {
            let mut all = Report::new();
            let sources = std::slice::from_ref(&source);
            let figure = vec![("figure.glb".to_owned(), made.to_bytes().into_owned())];
            let beside = (name, figure);
            report((entry, &options), (sources, &[]), &[walk(1.0)], (&*made, false), &beside, &mut all);
            assert!(all.is_empty(), "{name}: {all}");
        }
    }

    #[test]
    fn a_document_that_comes_out_as_it_was_is_no_loss() {
        let same = document(&[walk(1.0)], Some("another"));
        assert_eq!(reported(1, &[walk(1.0)], &*same, Vec::new()), [""; 0]);
    }

    #[test]
    fn another_document_that_shows_the_same_is_reported_unless_there_are_losses() {
        let made = document(&[walk(1.0)], None);
        let expected = "note[anim::recoded]: the document is rebuilt from its clips: it shows the same, but differs otherwise (in another form, without error)";
        assert_eq!(reported(1, &[walk(1.0)], &*made, Vec::new()), [expected]);
        let kept = RECODED.kept("something else");
        assert_eq!(reported(1, &[walk(1.0)], &*made, vec![kept]), [""; 0]);
        // With several sources, none stays as it was.
        let same = document(&[walk(1.0)], Some("another"));
        let expected = expected
            .replace("the document is rebuilt from its clips", "a document is rebuilt from the clips");
        assert_eq!(reported(2, &[walk(1.0)], &*same, Vec::new()), [expected]);
    }

    #[test]
    fn values_that_differ_are_measured_unless_a_loss_explains_them() {
        let made = document(&[walk(1.25)], None);
        let expected = "note[anim::recoded]: the document is rebuilt from its clips: their values differ (approximated, 0.25 units)";
        assert_eq!(reported(1, &[walk(1.0)], &*made, Vec::new()), [expected]);
        let lost = |error| vec![RECODED.approximated(error, "known")];
        assert_eq!(reported(1, &[walk(1.0)], &*made, lost(Deviation::length(0.25))), [""; 0]);
        assert_eq!(reported(1, &[walk(1.0)], &*made, lost(Deviation::length(0.125))), [expected]);
        assert_eq!(reported(1, &[walk(1.0)], &*made, lost(Deviation::angle(0.25))), [expected]);
    }

    #[test]
    fn what_is_missing_is_named_unless_something_is_known_to_be() {
        let mut bare = walk(1.0);
        bare.events.clear();
        let made = document(&[bare], None);
        let expected = "note[anim::recoded]: the document is rebuilt from its clips, without the event `step` at 0.5 s (dropped)";
        assert_eq!(reported(1, &[walk(1.0)], &*made, Vec::new()), [expected]);
        assert_eq!(reported(1, &[walk(1.0)], &*made, vec![RECODED.dropped("known")]), [""; 0]);
    }

    #[test]
    fn a_clip_that_was_renamed_is_compared_under_its_new_name() {
        let mut renamed = walk(1.0);
        renamed.name = "walk (2)".into();
        let made = document(&[walk(5.0), renamed], None);
        let loss = || RECODED.dropped("renamed").in_clip_named("walk");
        assert_eq!(reported(1, &[walk(1.0)], &*made, vec![loss().renamed("walk (2)")]), [""; 0]);
        let found = reported(1, &[walk(1.0)], &*made, vec![loss()]);
        assert!(found.len() == 1 && found[0].contains("4 units"), "{found:?}");
    }
}
