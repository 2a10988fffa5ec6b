//! The severity of approximated losses, by the size of their errors.

use crate::{Affine, Clip, Deviation, Fate, Loss, Pose, Poser, Report, Severity, Space, Unit};

/// The fraction of a figure's size, or of the range of values, above which an error is a warning.
const PART: f64 = 0.01;

/// The angle in radians above which an error is a warning.
const ANGLE: f64 = 0.02;

impl Report {
    /// Gives each approximated loss that has not got one before its severity by one rule for all formats: a warning if the
    /// error is above 1 % of the size of the figure (lengths), above 0.02 rad (angles), or above 1 % of the range of the values,
    /// taken as at least 1 (ratios); otherwise a note. Losses that are errors, and those in other units, keep the severity of
    /// their code.
    ///
    /// `clips` are the clips that the losses name. The size of a figure is the diagonal of the bounding box of its nodes at the
    /// start, or of their path if they are all at one point, or the distance of a point that does not move from the origin. It is
    /// in the unit of `space`, if that unit and the clip's are known: errors of encoding are in the unit of the new file.
    pub fn set_severities(&mut self, clips: &[Clip], space: Space) {
        let mut sizes: Vec<Option<f64>> = vec![None; clips.len()];
        for loss in &mut self.losses {
            let was_final = std::mem::replace(&mut loss.has_final_severity, true);
            let Fate::Approximated(error) = loss.fate else { continue };
            if was_final || loss.severity == Severity::Error {
                continue;
            }
            let mut size = || {
                let named = |clip: &Clip| loss.clip.as_ref().is_none_or(|name| *name == clip.name);
                let sizes = clips.iter().zip(&mut sizes).filter(|(clip, _)| named(clip));
                sizes
                    .map(|(clip, size)| *size.get_or_insert_with(|| size_of(clip) * units(clip.space, space)))
                    .fold(0.0, f64::max)
            };
            let most = match error.unit {
                Unit::Length => PART * size(),
                Unit::Angle => ANGLE,
                Unit::Ratio => PART * range(clips, loss),
                Unit::Time | Unit::Own => continue,
            };
            loss.severity = severity(error, most);
        }
    }
}

/// NaN is not a small error.
fn severity(error: Deviation, most: f64) -> Severity {
    if error.size <= most { Severity::Note } else { Severity::Warning }
}

/// The length of a unit of one space in units of the other; 1 if either is unknown.
fn units(from: Space, to: Space) -> f64 {
    from.sound().unit.zip(to.sound().unit).map_or(1.0, |(from, to)| from / to)
}

/// The diagonal of the bounding box of all nodes at the start, or of their path if the box is empty, or the distance from the
/// origin.
fn size_of(clip: &Clip) -> f64 {
    /// The number of samples of the path.
    const STEPS: u32 = 64;
    let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
    let mut corners = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for step in 0..=STEPS {
        poser.pose(clip.duration * f64::from(step) / f64::from(STEPS), &mut pose);
        for place in
            pose.world.iter().map(Affine::translation).filter(|place| place.iter().all(|p| p.is_finite()))
        {
            for (axis, part) in place.into_iter().enumerate() {
                corners[0][axis] = corners[0][axis].min(part);
                corners[1][axis] = corners[1][axis].max(part);
            }
        }
        let [least, most] = corners;
        let size =
            least.iter().zip(most).map(|(least, most)| (most - least).max(0.0).powi(2)).sum::<f64>().sqrt();
        if size > 0.0 && (step == 0 || step == STEPS) {
            return size;
        }
    }
    let away = corners[0].iter().filter(|place| place.is_finite()).map(|place| place.powi(2)).sum::<f64>();
    away.sqrt()
}

/// The range of the values that a loss concerns, at least 1.
fn range(clips: &[Clip], loss: &Loss) -> f64 {
    let is_meant = |own: &str, name: &Option<String>| name.as_ref().is_none_or(|name| name == own);
    let mut range = 1.0f64;
    for clip in clips.iter().filter(|clip| is_meant(&clip.name, &loss.clip)) {
        let channels = clip.channels.iter().filter(|channel| {
            loss.property.as_ref().is_some_and(|property| *property == clip.channel_name(channel))
                && clip.nodes.get(channel.node()).is_some_and(|node| is_meant(&node.name, &loss.node))
        });
        for values in channels.map(|channel| channel.curve().values()) {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for &value in values {
                least = if value < least && value > f64::NEG_INFINITY { value } else { least };
                most = if value > most && value < f64::INFINITY { value } else { most };
            }
            range = range.max(most - least);
        }
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Channel, Code, Curve, Node, Property, Times, Transform};

    static TEST: Code = Code::warning("test::rounded", "values are rounded");

    /// Two bones five apart, the second of which is scaled from 1 to 11.
    fn clip() -> Clip {
        let rest = Transform { translation: [3.0, 4.0, 0.0], ..Transform::IDENTITY };
        let times = Times::keys([0.0, 1.0]).unwrap();
        let values = vec![1.0, 1.0, 1.0, 11.0, 1.0, 1.0];
        let scale = Curve::new(times, 3, values, crate::Ease::Linear).unwrap();
        Clip::new("walk")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("hip"), Node::new("leg").with_parent(0).with_rest(rest)])
            .with_channels(vec![Channel::new(1, Property::Scale, scale).unwrap()])
    }

    #[test]
    fn errors_are_warnings_from_a_part_of_what_they_are_errors_of() {
        let clip = clip();
        let scaled =
            |size| TEST.approximated(Deviation::ratio(size), "").of_channel(&clip, &clip.channels[0]);
        let of_clip = |error| TEST.approximated(error, "").in_clip(&clip);
        for (loss, expected) in [
            (of_clip(Deviation::length(0.049)), Severity::Note),
            (of_clip(Deviation::length(0.051)), Severity::Warning),
            (of_clip(Deviation::length(f64::NAN)), Severity::Warning),
            (TEST.approximated(Deviation::length(0.049), ""), Severity::Note),
            (of_clip(Deviation::angle(0.019)), Severity::Note),
            (of_clip(Deviation::angle(0.021)), Severity::Warning),
            (scaled(0.099), Severity::Note),
            (scaled(0.101), Severity::Warning),
            (of_clip(Deviation::ratio(0.0101)), Severity::Warning),
            // As their code says.
            (of_clip(Deviation::time(1e-9)), Severity::Warning),
            (TEST.dropped("").in_clip(&clip), Severity::Warning),
        ] {
            let mut report = Report::new();
            report.lose(loss);
            report.set_severities(std::slice::from_ref(&clip), Space::UNKNOWN);
            assert_eq!(report.losses[0].severity(), expected, "{report}");
        }
    }

    #[test]
    fn lengths_are_those_of_the_new_file() {
        let metres = clip().with_space(Space::UNKNOWN.in_metres(1.0));
        // Compared with 5 m, 30 mm are little and 30 m are a lot.
        for (unit, expected) in [(0.001, Severity::Note), (1.0, Severity::Warning)] {
            let mut report = Report::new();
            report.lose(TEST.approximated(Deviation::length(30.0), "").in_clip(&metres));
            report.set_severities(std::slice::from_ref(&metres), Space::UNKNOWN.in_metres(unit));
            assert_eq!(report.losses[0].severity(), expected, "{unit}");
        }
    }

    #[test]
    fn a_node_alone_is_as_large_as_its_way() {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let way = Curve::new(times, 3, vec![0.0, 0.0, 0.0, 0.0, 7.0, 0.0], crate::Ease::Linear).unwrap();
        let clip = Clip::new("fall")
            .with_duration(1.0)
            .with_nodes(vec![Node::new("ball")])
            .with_channels(vec![Channel::new(0, Property::Translation, way).unwrap()]);
        assert!((size_of(&clip) - 7.0).abs() < 1e-9);
        assert_eq!(size_of(&Clip::new("")), 0.0);
        let mut still = Clip::new("still").with_nodes(vec![Node::new("lamp")]);
        still.nodes[0].rest.translation = [3.0, 0.0, 4.0];
        assert_eq!(size_of(&still), 5.0);
        assert!((size_of(&self::clip()) - 5.0).abs() < 1e-9);
    }
}
