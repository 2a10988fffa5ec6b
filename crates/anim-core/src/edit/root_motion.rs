//! The travel of a figure over the ground.

mod roots;

use super::by_node::ByNode;
use super::distance::baked_error;
use super::draft::Draft;
use super::linear::factors;
use super::quota::Quota;
use super::relative::constant_between;
use super::stretch::stretch;
use super::whole_channels::wholes;
use super::{EditError, Pattern, codes};
use crate::merge::{Reach, stops};
use crate::{
    Affine, Baked, Change, Channel, Clip, ClipError, Code, Curve, Deviation, Fate, Fineness, Loss, Node,
    Property, Report, Sampler, Unit, Winding, bake,
};

/// What happens to the travel of a figure over the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RootMotion {
    /// It stays.
    Keep,
    /// The figure moves in place: horizontally, its root stays where it is at time 0.
    Remove,
    /// A new node with this name, between the root and its parent, carries it; the figure moves in place below. World matrices
    /// stay.
    Extract(String),
}

/// The clip with its root motion kept, removed or moved to a separate node.
///
/// The root is the node that the pattern matches, or the node with the fewest ancestors among those whose position moves. Its vertical
/// motion and its rotation stay. Curves stay curves, unless their handles do not allow that: then they are baked within the tolerance
/// in the length unit, and still repeat.
///
/// The position of a node that a matrix moves is the translation of the matrix. Other figures in the clip travel as before, and the
/// report names their roots.
///
/// Errors: [`EditError::Unfit`] if the clip does not state its axis up, if no position moves, if the pattern does not match exactly
/// one node, or if an ancestor of the root moves; [`EditError::Clip`] if baking takes too many keys.
pub fn root_motion(
    clip: &Clip,
    what: &RootMotion,
    root: Option<&Pattern>,
    fineness: impl Into<Fineness>,
    report: &mut Report,
) -> Result<Clip, EditError> {
    if *what == RootMotion::Keep {
        return Ok(clip.clone());
    }
    let unfit = |message: &str| EditError::Unfit(format!("clip `{}`: {message}", clip.name));
    let up = clip
        .space
        .up
        .ok_or_else(|| unfit("it does not state its axis up: expected the reading option `up`"))?;
    let root = roots::find(clip, root)?;
    let others = roots::others(clip, root);
    let name = &clip.nodes[root].name;
    let above = constant_between(&ByNode::new(clip), root, None)
        .ok_or_else(|| unfit(&format!("a node above `{name}` moves; select or drop nodes first")))?;
    let flat =
        |place: usize| [0, 1, 2].map(|other| f64::from(u8::from(place == other && place != up.index())));
    let ground = Affine::new([0, 1, 2].map(flat), [0.0; 3]);
    let level = Affine::new(above.linear(), [0.0; 3]);
    let back =
        level.inverse().ok_or_else(|| unfit(&format!("a node above `{name}` is flat (scaled by 0)")))?;
    // The horizontal part of a local position.
    let way = back.after(&ground).after(&level).linear();
    let takes = |channel: &&Channel| channel.node() == root && place_in(channel.property()).is_some();
    let quota = Quota::of(std::slice::from_ref(clip), fineness);
    let quota = &quota.for_channels(clip.channels.iter().filter(takes));
    let clip =
        wholes(clip.clone(), quota, report, |node, property| node == root && place_in(property).is_some())?;
    hand_over(&clip, root, (what, way), report);
    let has_matrix = clip.channels.iter().any(|channel| channel.node() == root && is_matrix(channel));
    let mut new = clip.clone();
    let mut extracted = Vec::new();
    new.channels.clear();
    for channel in &clip.channels {
        let place = place_in(channel.property()).filter(|_| channel.node() == root);
        let Some(place) = place.filter(|_| has_matrix == is_matrix(channel)) else {
            new.channels.push(channel.clone());
            continue;
        };
        let [stays, goes] =
            parted(channel, clip.duration, (place, way), quota).map_err(EditError::of(&clip.name))?;
        stays.report(&clip, &stays.channel, report);
        new.channels.push(stays.channel.clone());
        extracted.push(goes);
    }
    let message = match what {
        RootMotion::Extract(node) => {
            if clip.nodes.iter().any(|other| other.name == *node) {
                return Err(unfit(&format!("there is already a node `{node}`")));
            }
            let place = new.nodes.len();
            new.nodes.push(Node { parent: new.nodes[root].parent, ..Node::new(node.clone()) });
            new.nodes[root].parent = Some(place);
            for goes in extracted {
                let channel = goes.channel.with_node(place);
                goes.report(&new, &channel, report);
                new.channels.push(channel);
            }
            format!("the travel of `{}` is now in `{node}`{others}", clip.nodes[root].name)
        }
        _ => format!("`{}` moves in place{others}", clip.nodes[root].name),
    };
    report.change(Change::new("root-motion", message).in_clip(&clip));
    Ok(new)
}

/// The components of a property that are the coordinates of a position, if it has one.
fn place_in(property: &Property) -> Option<[usize; 3]> {
    match property {
        Property::Translation | Property::Displacement => Some([0, 1, 2]),
        Property::Matrix => Some([3, 7, 11]),
        _ => None,
    }
}

/// Whether the channel is a matrix, which replaces the node's other properties.
fn is_matrix(channel: &Channel) -> bool {
    *channel.property() == Property::Matrix
}

/// Gives the losses of the root's position also to a new node, which gets its travel. `way` is the map from one to the other;
/// what it leaves of errors stays with the root.
fn hand_over(clip: &Clip, root: usize, (what, way): (&RootMotion, [[f64; 3]; 3]), report: &mut Report) {
    let names = [Property::Translation, Property::Displacement, Property::Matrix];
    let is_meant = |loss: &&Loss| {
        loss.clip.as_ref() == Some(&clip.name)
            && loss.node.as_ref() == Some(&clip.nodes[root].name)
            && names.iter().any(|property| loss.property.as_deref() == Some(property.name()))
    };
    let mut handed: Vec<Loss> = report.losses.iter().filter(is_meant).cloned().collect();
    let left =
        [0, 1, 2].map(|row| [0, 1, 2].map(|column| f64::from(u8::from(row == column)) - way[row][column]));
    for loss in report.losses.iter_mut().filter(|loss| is_meant(&&**loss)) {
        if let Fate::Approximated(Deviation { size, unit: Unit::Length }) = &mut loss.fate {
            *size *= stretch(&left);
        }
    }
    let RootMotion::Extract(node) = what else { return };
    for loss in &mut handed {
        loss.node = Some(node.clone());
        if loss.property.as_deref() == Some(Property::Matrix.name()) {
            loss.property = Some(Property::Translation.name().to_owned());
        }
        if let Fate::Approximated(error @ Deviation { unit: Unit::Length | Unit::Own, .. }) = &mut loss.fate {
            *error = Deviation::length(error.size * stretch(&way));
        }
    }
    report.losses.append(&mut handed);
}

/// A part of a position channel.
struct Part {
    channel: Channel,
    /// The error of a baked curve, and how long its jumps take in seconds; 0 for a curve that was not baked.
    error: f64,
    jump: f64,
    /// Whether it holds where the source continues.
    stops: bool,
}

impl Part {
    /// Reports the losses as those of a channel of a clip.
    fn report(&self, clip: &Clip, channel: &Channel, report: &mut Report) {
        let mut lose = |code: &'static Code, error: Deviation, message: &str| {
            if error.size > 0.0 {
                report.lose(code.approximated(error, message).of_channel(clip, channel));
            }
        };
        let error = Deviation::of(channel.property(), self.error);
        lose(&codes::CURVE, error, "handles of several lengths are baked");
        lose(&codes::JUMP, Deviation::time(self.jump), "a jump takes a moment");
        if self.stops {
            let message = "a baked curve holds its values before the clip and after its end";
            report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
        }
    }
}

/// Rows of a linear map: factors of the components of a value, and an offset.
type Rows = Vec<(Vec<f64>, f64)>;

/// A position channel split into the motion in place and the travel from time 0.
fn parted(
    channel: &Channel,
    duration: f64,
    (place, way): ([usize; 3], [[f64; 3]; 3]),
    quota: &Quota,
) -> Result<[Part; 2], ClipError> {
    let source = channel.curve();
    let start = source.at(0.0);
    // A coordinate of the travel, as factors of the channel's components and an offset.
    let coordinate = |r: usize| -> (Vec<f64>, f64) {
        let mut row = vec![0.0; start.len()];
        (0..3).for_each(|c| row[place[c]] = way[r][c]);
        (row, -(0..3).map(|c| way[r][c] * start[place[c]]).sum::<f64>())
    };
    let mut own = factors(start.len(), |_| 1.0);
    for (r, &part) in place.iter().enumerate() {
        let (less, offset) = coordinate(r);
        own[part].0.iter_mut().zip(less).for_each(|(factor, less)| *factor -= less);
        own[part].1 = -offset;
    }
    let way: Rows = (0..3).map(coordinate).collect();
    let property = match channel.property() {
        Property::Matrix => Property::Translation,
        other => other.clone(),
    };
    let parts = [(channel.property(), &own), (&property, &way)];
    let drafts = |curve: &Curve| Some([Draft::of(curve).mapped(&own)?, Draft::of(curve).mapped(&way)?]);
    let (mut both, mut errors, mut jump, mut halts) = (drafts(source), [0.0; 2], 0.0, false);
    if both.is_none() {
        let made = Reach::of_linear(&[source], duration).bake(source, |curve, span| {
            let made = bake(curve, span, quota.fineness())?;
            quota.spend(&made.curve);
            for (error, (property, rows)) in errors.iter_mut().zip(parts) {
                *error = error_of((property, rows), &made, curve, span)?;
            }
            Ok(made)
        })?;
        (jump, halts) = (made.jump, stops(&made.curve, &[source]));
        both = drafts(&made.curve);
    }
    let [stays, goes] = both.ok_or(ClipError::HandleTimes)?;
    let channels =
        [channel.with_curve(stays.curve()?)?, Channel::new(channel.node(), property.clone(), goes.curve()?)?];
    let mut errors = errors.into_iter();
    Ok(channels.map(|channel| Part { channel, error: errors.next().unwrap_or_default(), jump, stops: halts }))
}

/// The error of a part of a curve that was baked from a source over a span of seconds.
fn error_of(
    (property, rows): (&Property, &Rows),
    made: &Baked,
    source: &Curve,
    span: [f64; 2],
) -> Result<f64, ClipError> {
    let part = Draft::of(&made.curve).mapped(rows).ok_or(ClipError::HandleTimes)?;
    let part = Baked { curve: part.curve()?, ..made.clone() };
    let (mut sampler, mut value) = (Sampler::new(source), vec![0.0; source.width()]);
    let sample = |time: f64, out: &mut [f64]| {
        sampler.sample(time, &mut value);
        for (out, (factors, offset)) in out.iter_mut().zip(rows) {
            *out = factors.iter().zip(&value).map(|(factor, value)| factor * value).sum::<f64>() + offset;
        }
    };
    Ok(baked_error(property, &part, &[source], span, &mut Winding::new([]), sample))
}
