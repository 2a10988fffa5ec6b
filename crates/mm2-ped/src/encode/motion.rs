//! The losses in time: the motion that frames of 1/30 s leave out.

use anim_core::{Brief, Deviation, Property, Rate, Report, agreeing, counted};

use super::differences::Differences;
use super::instants::Instants;
use super::losses::Losses;
use super::tolerances::{ON_FRAME, ROUNDING};
use crate::anim::FRAMES_PER_SECOND;
use crate::{Anim, codes};

impl Losses<'_> {
    /// Reports key times that are not on a frame, a different length, and the motion that no frame shows: `within` and
    /// `outside` measure it inside the clip, and before and after it.
    pub(super) fn report_motion(
        &self,
        anim: &Anim,
        instants: &Instants<'_>,
        [within, outside]: &[Differences; 2],
        report: &mut Report,
    ) {
        self.report_keys(instants, report);
        self.report_length(anim, report);
        self.report_differences(within, &codes::HELD, "the file holds each frame until the next", report);
        let held = "the file holds its first frame before the start, and its last frame after the end";
        self.report_differences(outside, &codes::OUTSIDE, held, report);
    }

    /// Reports key times that are not on a frame, and a frame rate other than 30.
    fn report_keys(&self, instants: &Instants<'_>, report: &mut Report) {
        // Files round: 0.0333333 s per frame means 30 frames per second if the clip ends within the same frame.
        let drift = |hertz: &f64| (hertz / 30.0 - 1.0).abs() * self.clip.duration * 30.0;
        let hertz = self.clip.rate.map(Rate::hertz).filter(|hertz| drift(hertz) > ON_FRAME);
        let moved = instants.moved();
        if moved.seconds <= 0.0 {
            return;
        }
        let is_rounded = hertz.is_none() && moved.between == 0;
        let message = match hertz {
            Some(hertz) => format!("{hertz} frames per second become 30"),
            None if moved.between > 0 => {
                let (keys, lie) =
                    (counted(moved.between, "key time"), agreeing(moved.between, "lies", "lie"));
                format!("{keys} {lie} between the file's frames, 30 per second")
            }
            None if moved.rounded > 0 => {
                let (keys, are) = (counted(moved.rounded, "key time"), agreeing(moved.rounded, "is", "are"));
                format!("{keys} {are} rounded to the file's frames, 30 per second")
            }
            None => return,
        };
        let loss = codes::RESAMPLED.approximated(Deviation::time(moved.seconds), message).in_clip(self.clip);
        // Between frames, the file has other keys than the clip.
        report.lose(if is_rounded { loss.of_key_times() } else { loss });
    }

    /// Reports a length that is not a number of frames.
    fn report_length(&self, anim: &Anim, report: &mut Report) {
        let length = Rate::per_second(FRAMES_PER_SECOND).time(anim.frames() as f64);
        let longer = (length - self.clip.duration).abs();
        if Instants::differs(length, self.clip.duration) {
            let message = format!(
                "the clip lasts {} s, the file {}: {} s",
                Brief(self.clip.duration),
                counted(anim.frames(), "frame"),
                Brief(length)
            );
            let loss = codes::LENGTH.approximated(Deviation::time(longer), message);
            report.lose(loss.in_clip(self.clip));
        }
    }

    /// Reports the bones whose motion in the file differs from that of their nodes.
    fn report_differences(
        &self,
        differences: &Differences,
        code: &'static anim_core::Code,
        reason: &str,
        report: &mut Report,
    ) {
        if let Some(root) = self.nodes.first().copied().flatten()
            && differences.position > ROUNDING
        {
            let off = Deviation::length(differences.position);
            let message = format!("{reason}: the position differs");
            let moves = |property: &Property| matches!(property, Property::Translation);
            report.lose(self.of_node(code.approximated(off, message), root, moves));
        }
        for (node, angle) in self.nodes.iter().zip(&differences.angles) {
            let Some(node) = node.filter(|_| *angle > ROUNDING) else { continue };
            let message = format!("{reason}: the rotation differs");
            let loss = code.approximated(Deviation::angle(*angle), message);
            report.lose(self.of_node(loss, node, Property::is_rotation));
        }
    }
}
