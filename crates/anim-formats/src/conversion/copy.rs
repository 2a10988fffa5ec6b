//! Documents that are copied, completely or in part, instead of being made from clips.

use anim_core::{Beside, Diagnostic, Document, Options, Report, Severity, Sink};

use super::Conversion;
use super::options::TOLERANCES;
use crate::{Source, recoded};

impl Conversion<'_> {
    /// The document of a source, if the conversion can copy it: the formats are the same, all clips are asked for without operations, every
    /// option of the target has its default, and no option of the source changes what the clips show. Then nothing is lost. Options in
    /// [`DETAIL`](anim_core::Format::DETAIL), such as the precision of clips, do not matter to a document.
    ///
    /// For another kind of file (`.glb` or `.gltf`), and for options such as `container`, it is the same document, stored in
    /// another way: see [`Encode::stored`](anim_core::Encode::stored). Otherwise the document is moved out of the source. An
    /// extension that the format does not have, such as that of a disc image, means no kind of file.
    ///
    /// To take one of several clips, the others are removed from the document, if the format can do that. The report receives
    /// what this loses, and the errors of the copy, which are those of the source.
    pub fn copy(
        &self,
        source: &mut Source,
        name: &str,
        files: &dyn Beside,
        report: &mut Report,
    ) -> Option<Box<dyn Document>> {
        let copied = self.copied(source, name, files, report)?;
        report_errors(&*copied, report);
        Some(copied)
    }

    fn copied(
        &self,
        source: &mut Source,
        name: &str,
        files: &dyn Beside,
        report: &mut Report,
    ) -> Option<Box<dyn Document>> {
        let is_as_read = self.edits.is_empty() && source.is_plain;
        source.document.as_deref().filter(|_| is_as_read && source.format == Some(self.target.info().id))?;
        let options = self.changes_of(source, &(name, files))?;
        let is_as_it_is = options.iter_given().next().is_none();
        let document = source.document.as_deref();
        let kind = document.and_then(Document::extension).or_else(|| self.kind(source.extension.as_deref()));
        let named = self.kind(name.rsplit_once('.').map(|(_, extension)| extension));
        let is_same_kind = kind == named || named.is_none() && kind == self.kind(Some(&self.extension));
        let part = match source.part {
            Some(index) => Some(self.part(source, index, files)?),
            None => None,
        };
        let document = part.as_deref().or(source.document.as_deref())?;
        let stored = if is_as_it_is && is_same_kind {
            None
        } else {
            self.target.stored(document, &options, &(name, files), report)
        };
        if stored.is_some() || !(is_as_it_is && (is_same_kind || kind.is_none())) {
            return stored;
        }
        recoded::report_neighbours(self.target, source, document, &(name, files), report);
        part.or_else(|| source.document.take())
    }

    /// The kind of file that an extension means, if it is an extension of the target.
    fn kind(&self, extension: Option<&str>) -> Option<&'static str> {
        let known = self.target.info().extensions;
        known.iter().copied().find(|known| extension.is_some_and(|given| known.eq_ignore_ascii_case(given)))
    }

    /// The document of a source with only the clip of this index; `None` if this is not possible.
    fn part(&self, source: &Source, index: usize, files: &dyn Beside) -> Option<Box<dyn Document>> {
        let part = self.target.part(source.document.as_deref()?, index)?;
        let clips = part.clips_with(&source.options, files, &mut Report::new()).ok()?;
        let [wanted] = source.clips.as_slice() else { return None };
        clips.iter().any(|clip| recoded::is_same(clip, wanted, false)).then_some(part)
    }

    /// The options of the target that would change the document of this source, or its storage.
    fn changes_of(&self, source: &Source, beside: &dyn Beside) -> Option<Options> {
        let (given, mut changes) = (self.given_options([source]), self.target.encode_options()?);
        for (key, value) in given.iter_given() {
            if !TOLERANCES.contains(&key) && !self.target.is_default(key, value, beside) {
                changes.set(key, value).ok()?;
            }
        }
        Some(changes)
    }
}

/// Reports the errors of a document that is kept, as `check` finds them: the new file has them too.
pub(super) fn report_errors(document: &dyn Document, report: &mut Report) {
    struct Errors<'a>(&'a mut Report);
    impl Sink for Errors<'_> {
        fn report(&mut self, finding: Diagnostic) {
            if finding.severity() == Severity::Error {
                self.0.push(finding);
            }
        }
    }
    document.check_with(&mut Errors(report));
}
