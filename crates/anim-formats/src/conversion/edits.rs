//! Operations on clips between reading and encoding.

use anim_core::edit::Edit;
use anim_core::{Clip, Report, Space};

use super::Conversion;
use crate::ConvertError;
use crate::joined_losses::follow;

impl Conversion<'_> {
    /// The conversion with operations on the clips of each source, after a clip is chosen. Baked motion stays within the tolerance
    /// of values. Beginning with the first operation that joins clips, they apply to the clips of all sources together: see
    /// [`Conversion::join`].
    #[must_use]
    pub fn with_edits(self, edits: Vec<Edit>) -> Self {
        Self { edits, ..self }
    }

    /// Applies the operations for each separate source to the clips of one source. The losses in the report become those of the
    /// clips after all operations, also after those that apply to the clips of all sources together.
    pub(super) fn edit(&self, clips: &mut Vec<Clip>, report: &mut Report) -> Result<(), ConvertError> {
        let [own, common] = self.own_and_common();
        *clips = self.edited(own, std::mem::take(clips), report)?;
        follow(common, clips, self.tolerance.value, &mut report.losses);
        Ok(())
    }

    /// The space that operations on the clips of all sources together give them.
    pub(super) fn common_space(&self) -> Space {
        let [_, common] = self.own_and_common();
        let spaces = common.iter().map(|edit| match edit {
            Edit::Space(space) => *space,
            _ => Space::UNKNOWN,
        });
        spaces.fold(Space::UNKNOWN, |before, space| space.or(before))
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
        let clips = Edit::apply_all(edits, clips, self.tolerance.value, report)?;
        report.set_severities(&clips, Space::UNKNOWN);
        Ok(clips)
    }

    /// The operations for each separate source, and those for the clips of all sources together: the first that joins clips, and
    /// all that follow.
    pub(super) fn own_and_common(&self) -> [&[Edit]; 2] {
        let join = self.edits.iter().position(|edit| matches!(edit, Edit::Join { .. }));
        let (own, common) = self.edits.split_at(join.unwrap_or(self.edits.len()));
        [own, common]
    }

    /// The clips of all sources after the operations that apply to them together: the first that joins clips, and those that
    /// follow. Losses that the report already has are those of reading, and stay: they were those of the joined clips already.
    ///
    /// Errors: [`ConvertError::Edit`].
    pub fn join(&self, clips: Vec<Clip>, report: &mut Report) -> Result<Vec<Clip>, ConvertError> {
        let mut known = std::mem::take(&mut report.losses);
        let [_, common] = self.own_and_common();
        let joined = self.edited(common, clips, report);
        known.append(&mut report.losses);
        report.losses = known;
        joined
    }
}
