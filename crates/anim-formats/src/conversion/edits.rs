//! Operations on clips between reading and encoding.

use anim_core::edit::Edit;
use anim_core::{Clip, Report, Space};

use super::Conversion;
use crate::ConvertError;
use crate::operations::apply;

impl Conversion<'_> {
    /// The conversion with operations on the clips of each source, after a clip is chosen. Baked motion stays within the tolerance
    /// of values. Beginning with the first operation that joins clips, they apply to the clips of all sources together: see
    /// [`Conversion::join`].
    #[must_use]
    pub fn with_edits(self, edits: Vec<Edit>) -> Self {
        Self { edits, ..self }
    }

    /// Applies the operations for each separate source to the clips of one source.
    pub(super) fn edit(&self, clips: &mut Vec<Clip>, report: &mut Report) -> Result<(), ConvertError> {
        let edits = &self.edits[..self.joint()];
        *clips = self.edited(edits, std::mem::take(clips), report)?;
        Ok(())
    }

    /// The clips after some operations.
    fn edited(
        &self,
        edits: &[Edit],
        clips: Vec<Clip>,
        report: &mut Report,
    ) -> Result<Vec<Clip>, ConvertError> {
        if edits.is_empty() {
            return Ok(clips);
        }
        let mut edited = Report::new();
        let clips = apply(edits, clips, self.tolerance.value, &mut edited)?;
        edited.weigh(&clips, Space::UNKNOWN);
        report.losses.append(&mut edited.losses);
        report.changes.append(&mut edited.changes);
        Ok(clips)
    }

    /// The number of operations for each separate source: those before the first that joins clips.
    pub(super) fn joint(&self) -> usize {
        let join = self.edits.iter().position(|edit| matches!(edit, Edit::Join { .. }));
        join.unwrap_or(self.edits.len())
    }

    /// The clips of all sources after the operations that apply to them together: the first that joins clips, and those that
    /// follow.
    ///
    /// Errors: [`ConvertError::Edit`].
    pub fn join(&self, clips: Vec<Clip>, report: &mut Report) -> Result<Vec<Clip>, ConvertError> {
        self.edited(&self.edits[self.joint()..], clips, report)
    }
}
