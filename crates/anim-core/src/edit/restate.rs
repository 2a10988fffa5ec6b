//! The errors of losses, as operations change the lengths, the times and the parents of clips.

use std::collections::HashMap;

use super::Edit;
use super::by_node::ByNode;
use super::differences::{add_up, differ};
use super::forgotten::forget;
use super::inherited::hand_down;
use super::nodes::orphans;
use super::pattern::meant;
use super::reroot::uprooted;
use crate::{Clip, Fate, Loss, Node, Property, Report, Unit};

impl Edit {
    /// Converts the errors of losses that these clips had before the operation to errors of the clips after it: lengths grow with
    /// the clips and are in their unit, times become shorter with the speed. The error of a matrix, whose numbers have different
    /// units, stays a bound. Where nodes get other parents, their motion has the errors of their former parents besides. Losses
    /// of dropped nodes are dropped with them, unless a node that is kept is below them.
    ///
    /// [`Edit::apply`] does this with the losses that the report already has.
    pub fn restate(&self, clips: &[Clip], losses: &mut Vec<Loss>) {
        if losses.is_empty() {
            return;
        }
        for loss in losses.iter_mut() {
            let of_loss = |clip: &&Clip| loss.clip.as_ref().is_none_or(|name| *name == clip.name);
            let clip = clips.iter().find(of_loss).or(clips.first());
            let (length, time) = clip.map_or((1.0, 1.0), |clip| self.factors(clip));
            let Fate::Approximated(error) = &mut loss.fate else { continue };
            error.size *= match error.unit {
                Unit::Length => length,
                Unit::Time => time,
                Unit::Own if loss.property.as_deref() == Some(Property::Matrix.name()) => length.max(1.0),
                _ => 1.0,
            };
        }
        match self {
            Self::Additive(pose) => clips.iter().for_each(|clip| differ(clip, *pose, losses)),
            Self::Absolute => clips.iter().for_each(|clip| add_up(clip, losses)),
            _ => {}
        }
        for clip in clips {
            let moves = self.moves(clip);
            if !moves.is_empty() {
                hand_down(clip, &moves, losses);
            }
            if let Some(dropped) = self.dropped(clip) {
                forget(clip, &dropped, losses);
            }
        }
    }

    /// The nodes of a clip that get other parents, with these.
    fn moves(&self, clip: &Clip) -> Vec<(usize, Option<usize>)> {
        let by_node = ByNode::new(clip);
        match (self, self.dropped(clip)) {
            (_, Some(dropped)) => orphans(&by_node, &dropped),
            (Self::Reroot(patterns), None) => {
                uprooted(&by_node, &meant(patterns, clip)).into_iter().map(|node| (node, None)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// For each node of a clip, whether the operation drops it; `None` if the operation drops none of any clip.
    fn dropped(&self, clip: &Clip) -> Option<Vec<bool>> {
        match self {
            Self::Drop(patterns) => Some(meant(patterns, clip)),
            Self::Select(patterns) => Some(meant(patterns, clip).iter().map(|keep| !keep).collect()),
            _ => None,
        }
    }

    /// The factors by which the lengths and the times of a clip change.
    fn factors(&self, clip: &Clip) -> (f64, f64) {
        match self {
            Self::Scale(factor) => (factor.get(), 1.0),
            Self::Speed(factor) => (1.0, 1.0 / factor.get()),
            Self::Space(space) => {
                let units = clip.space.sound().unit.zip(space.sound().unit);
                (units.map_or(1.0, |(from, to)| from / to), 1.0)
            }
            _ => (1.0, 1.0),
        }
    }
}

/// Gives the losses that a clip had before an operation to the nodes that have its motion afterwards: for each node of the clip, one
/// of `nodes`.
pub(super) fn hand_over<'a>(clip: &Clip, nodes: impl Iterator<Item = &'a Node>, report: &mut Report) {
    let mut names = HashMap::with_capacity(clip.nodes.len());
    for (own, new) in clip.nodes.iter().zip(nodes) {
        names.entry(own.name.as_str()).or_insert(new.name.as_str());
    }
    for loss in report.losses.iter_mut().filter(|loss| loss.clip.as_ref() == Some(&clip.name)) {
        if let Some(node) = &mut loss.node
            && let Some(new) = names.get(node.as_str())
        {
            *node = (*new).to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Mirror, Moment, Pattern};
    use crate::{Code, Deviation, Positive, Space};

    static TEST: Code = Code::note("test::baked", "values are baked");

    #[test]
    fn errors_change_with_the_lengths_and_times_of_their_clip() {
        let metres = |name: &str, unit: f64| Clip::new(name).with_space(Space::UNKNOWN.in_metres(unit));
        let clips = [metres("small", 0.01), metres("large", 2.0)];
        let five = Positive::literal(5.0);
        let inches = Space::stated(None, None, Positive::new(0.02));
        // The errors of 8 units, radians and seconds of the first clip, and of 8 units of the second one and of a matrix of it.
        for (edit, expected) in [
            (Edit::Scale(five), [40.0, 8.0, 8.0, 40.0, 40.0]),
            (Edit::Scale(Positive::literal(0.5)), [4.0, 8.0, 8.0, 4.0, 8.0]),
            (Edit::Speed(five), [8.0, 8.0, 1.6, 8.0, 8.0]),
            (Edit::Space(inches), [4.0, 8.0, 8.0, 800.0, 800.0]),
            (Edit::Reverse, [8.0; 5]),
        ] {
            let lost =
                [Deviation::length(8.0), Deviation { size: 8.0, unit: Unit::Angle }, Deviation::time(8.0)]
                    .map(|error| TEST.approximated(error, "baked").in_clip(&clips[0]));
            let matrix = Deviation::of(&Property::Matrix, 8.0);
            let others = [
                TEST.approximated(Deviation::length(8.0), "baked").in_clip(&clips[1]),
                TEST.approximated(matrix, "baked").in_clip(&clips[1]).of_property(&Property::Matrix),
            ];
            let mut report = Report::new();
            report.losses.extend(lost.into_iter().chain(others));
            report.lose(TEST.dropped("gone"));
            let _ = edit.apply(&clips, five, &mut report).unwrap();
            let sizes = report.losses.iter().filter_map(|loss| match loss.fate {
                Fate::Approximated(error) => Some(error.size),
                _ => None,
            });
            let sizes: Vec<f64> = sizes.collect();
            assert!(
                sizes.len() == 5 && sizes.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9),
                "{edit:?}: {sizes:?}"
            );
        }
    }

    #[test]
    fn losses_go_with_the_motion_of_their_node() {
        let nodes = ["arm.L", "arm.R", "hip"].map(Node::new).to_vec();
        let clip = Clip::new("wave").with_nodes(nodes);
        let other = Clip::new("walk").with_nodes(clip.nodes.clone());
        let rename = Edit::Rename(vec![(Pattern::new("arm.*"), "*_arm".to_owned())]);
        for (edit, expected) in [
            (Edit::Mirror(Mirror::default()), ["arm.R", "hip", "arm.L"]),
            (rename, ["L_arm", "hip", "R_arm"]),
        ] {
            let mut report = Report::new();
            for node in [0, 2, 1] {
                report.lose(TEST.dropped("gone").of_node(&clip, node));
            }
            report.lose(TEST.dropped("gone").in_clip(&other));
            let _ = edit.apply(std::slice::from_ref(&clip), Positive::literal(1.0), &mut report).unwrap();
            let named: Vec<&str> = report.losses.iter().filter_map(|loss| loss.node.as_deref()).collect();
            assert_eq!(named, expected, "{edit:?}");
        }
    }
    #[test]
    fn parts_have_the_losses_of_their_clip() {
        let clip = Clip::new("walk").with_duration(2.0).with_nodes(vec![Node::new("hip")]);
        let mut report = Report::new();
        report.lose(TEST.dropped("gone").of_node(&clip, 0));
        report.lose(TEST.dropped("gone").of_node(&clip, 0).at_time(1.5));
        report.lose(TEST.dropped("other").in_clip_named("run"));
        let cuts = crate::edit::Cuts::Moments(vec![Moment::Seconds(1.0)]);
        let _ = Edit::Split(cuts).apply(&[clip], Positive::literal(1.0), &mut report).unwrap();
        let told: Vec<_> =
            report.losses.iter().map(|loss| (loss.clip.as_deref().unwrap(), loss.time)).collect();
        assert_eq!(told, [("run", None), ("walk.1", None), ("walk.2", None), ("walk.2", Some(0.5))]);
    }
}
