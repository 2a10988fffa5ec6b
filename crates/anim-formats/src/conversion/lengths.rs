//! The lengths of losses in the unit of the new file.

use anim_core::{Clip, Deviation, Fate, Report, Space, Unit};

/// Converts the lengths of losses from the unit of the clips that they name to that of a space, where both are known.
pub(super) fn into_unit(report: &mut Report, clips: &[Clip], space: Space) {
    for loss in &mut report.losses {
        let Fate::Approximated(Deviation { size, unit: Unit::Length, .. }) = &mut loss.fate else { continue };
        let clip = clips.iter().find(|clip| loss.clip.as_ref().is_none_or(|name| *name == clip.name));
        if let Some((from, to)) = clip.and_then(|clip| clip.space.unit).zip(space.unit) {
            *size *= from / to;
        }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Code;

    use super::*;

    static TEST: Code = Code::note("test::baked", "values are baked");

    #[test]
    fn lengths_of_clips_of_any_unit_become_those_of_the_file() {
        let named = |name: &str, space: Space| Clip::new(name).with_space(space);
        let clips = [
            named("millimetres", Space::UNKNOWN.in_metres(0.001)),
            named("metres", Space::UNKNOWN.in_metres(1.0)),
            named("unknown", Space::UNKNOWN),
        ];
        let mut report = Report::new();
        for (clip, error) in clips
            .iter()
            .flat_map(|clip| [Deviation::length(3.0), Deviation::angle(3.0)].map(|error| (clip, error)))
        {
            report.lose(TEST.approximated(error, "baked").in_clip(clip));
        }
        into_unit(&mut report, &clips, Space::UNKNOWN.in_metres(0.5));
        let errors: Vec<f64> = report
            .losses
            .iter()
            .filter_map(|loss| match loss.fate {
                Fate::Approximated(error) => Some(error.size),
                _ => None,
            })
            .collect();
        assert_eq!(errors, [0.006, 3.0, 6.0, 3.0, 3.0, 3.0]);
    }
}
