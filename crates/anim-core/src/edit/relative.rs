//! The motion of a node relative to another parent.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use super::apart::baked_error;
use super::at_rest::at_rest;
use super::by_node::ByNode;
use super::codes;
use super::draft::{Draft, SAME};
use super::linear::{factors, left_factor, offsets, rows_after};
use super::nodes::motion_alone;
use super::pattern::upwards;
use super::quota::Quota;
use super::rounding::ROUNDING;
use super::survey::Survey;
use crate::{
    Affine, Channel, Clip, ClipError, Curve, Deviation, Ease, MAX_KEYS, Pose, Poser, Property, Report, Times,
    Transform, Winding, Wrap, bake_function, quaternion,
};

/// The motion of a node below a new parent.
pub(super) struct Moved {
    pub(super) rest: Transform,
    /// The channels of its transform, and its parent channels if it keeps them.
    pub(super) channels: Vec<Channel>,
}

/// The motion of a node relative to any node, or to the world, with unchanged world matrices.
///
/// If the nodes in between stand still, curves stay curves. Otherwise they are baked within the tolerance: in radians, in the
/// length unit, and as a ratio; a motion that consists of steps stays steps. A motion with shear becomes a matrix.
pub(super) fn relative(
    by_node: &ByNode<'_>,
    node: usize,
    parent: Option<usize>,
    quota: &Quota,
    report: &mut Report,
) -> Result<Moved, ClipError> {
    if let Some(constant) = constant_between(by_node, node, parent)
        && let Some(moved) = carried(by_node, node, &constant)?
    {
        return Ok(moved);
    }
    Motion::new(by_node, node, parent).baked(false, quota, report)
}

/// The motion of a node relative to its own parent as a matrix. Its rest and its parents stay, even if they are flat (scaled by 0).
pub(super) fn as_matrix(
    by_node: &ByNode<'_>,
    node: usize,
    quota: &Quota,
    report: &mut Report,
) -> Result<Moved, ClipError> {
    let moved = Motion::own(by_node, node, Property::is_spatial).baked(true, quota, report)?;
    Ok(moved.with(by_node.of(node).filter(|channel| *channel.property() == Property::Parent)))
}

/// The motion of a node without a matrix, its rotation as a quaternion. All else stays.
pub(super) fn as_quaternion(
    by_node: &ByNode<'_>,
    node: usize,
    quota: &Quota,
    report: &mut Report,
) -> Result<Moved, ClipError> {
    let moved = Motion::own(by_node, node, Property::is_rotation).baked(false, quota, report)?;
    let stays = |property: &Property| {
        *property == Property::Parent || property.is_spatial() && !property.is_rotation()
    };
    Ok(moved.with(by_node.of(node).filter(|channel| stays(channel.property()))))
}

impl Moved {
    fn with<'a>(mut self, channels: impl Iterator<Item = &'a Channel>) -> Self {
        self.channels.extend(channels.cloned());
        self
    }
}

/// The map from a node's parent to another ancestor, if it is constant.
pub(super) fn constant_between(by_node: &ByNode<'_>, node: usize, parent: Option<usize>) -> Option<Affine> {
    let nodes = &by_node.clip.nodes;
    let above: Vec<usize> = upwards(nodes, node).skip(1).take_while(|&up| Some(up) != parent).collect();
    let reaches = parent.is_none()
        || above.last().copied().or(Some(node)).and_then(|last| nodes[last].parent) == parent;
    let links = |property: &Property| matches!(property, Property::Parent | Property::Alive);
    let mut all_above = above.iter().flat_map(|&up| by_node.of(up).map(Channel::property));
    let moves = by_node.of(node).any(|channel| *channel.property() == Property::Parent)
        || all_above.any(|property| property.is_spatial() || links(property));
    // In a cycle, there is no chain of parents.
    let cycle = above
        .last()
        .is_some_and(|&last| parent.is_none() && nodes[last].parent.is_some_and(|up| up < nodes.len()));
    (reaches && !moves && !cycle)
        .then(|| above.iter().fold(Affine::IDENTITY, |map, &up| Affine::from(nodes[up].rest).after(&map)))
}

/// The curves of a node with a constant map applied after them; `None` if they have to be baked.
fn carried(by_node: &ByNode<'_>, node: usize, map: &Affine) -> Result<Option<Moved>, ClipError> {
    let rest = by_node.clip.nodes[node].rest;
    let own = || by_node.of(node).filter(|channel| channel.property().is_spatial());
    if *map == Affine::IDENTITY {
        return Ok(Some(Moved { rest, channels: own().cloned().collect() }));
    }
    let Transform { translation, rotation, scale } = map.decompose();
    let size = scale[0];
    let even = scale.iter().all(|part| (part - size).abs() <= ROUNDING * size.abs()) && size > 0.0;
    let turns = quaternion::angle_between(rotation, quaternion::IDENTITY) > ROUNDING;
    if !even || map.distance(&Transform { translation, rotation, scale }.into()) > 1e-9 * size.max(1.0) {
        return Ok(None);
    }
    let linear = |offset: [f64; 3]| -> Vec<(Vec<f64>, f64)> {
        (0..3).map(|row| (map.0[row][..3].to_vec(), offset[row])).collect()
    };
    let mut channels = Vec::new();
    for channel in own() {
        let whole = channel.curve().width() == channel.property().width();
        let plain = !turns && size == 1.0;
        let rows = match channel.property() {
            Property::Translation if whole => linear(map.translation()),
            Property::Displacement if whole => linear([0.0; 3]),
            Property::Translation if plain => offsets(channel, map.translation()),
            Property::Displacement if plain => offsets(channel, [0.0; 3]),
            Property::Rotation if whole => left_factor(rotation),
            Property::Euler(_) | Property::Angle { .. } if !turns => offsets(channel, [0.0; 12]),
            Property::Scale => factors(channel.curve().width(), |_| size),
            Property::Matrix if whole => rows_after(map),
            _ => return Ok(None),
        };
        let Some(draft) = Draft::of(channel.curve()).mapped(&rows) else { return Ok(None) };
        channels.push(channel.with_curve(draft.curve()?)?);
    }
    let rest = Transform {
        translation: map.apply(rest.translation),
        rotation: quaternion::normalize(quaternion::multiply(rotation, rest.rotation)),
        scale: rest.scale.map(|part| part * size),
    };
    Ok(Some(Moved { rest, channels }))
}

/// Whether every value of a curve holds until the next one, and the ends hold.
fn is_stepped(curve: &Curve) -> bool {
    let steps = (0..curve.len() - 1).all(|key| curve.ease(key) == Ease::Step);
    steps && curve.wrap() == (Wrap::Hold, Wrap::Hold)
}

/// The motion of a node, in a clip reduced to the node and its ancestors.
struct Motion {
    clip: Clip,
    node: usize,
    parent: Option<usize>,
    /// Whether it is relative to the node's own parent.
    is_own: bool,
}

impl Motion {
    /// Relative to `parent`: with all possible ancestors of both nodes.
    fn new(by_node: &ByNode<'_>, node: usize, parent: Option<usize>) -> Self {
        let nodes = &by_node.clip.nodes;
        let mut needed: Vec<usize> = [Some(node), parent].into_iter().flatten().collect();
        let mut known: HashSet<usize> = needed.iter().copied().collect();
        let mut next = 0;
        while let Some(&one) = needed.get(next) {
            let above = by_node.parents(one).chain(nodes[one].parent);
            needed.extend(above.filter(|&up| up < nodes.len() && known.insert(up)));
            next += 1;
        }
        needed.sort_unstable();
        let place = |node: usize| needed.binary_search(&node).ok();
        let clip = motion_alone(by_node, &needed);
        Self { clip, node: place(node).unwrap_or_default(), parent: parent.and_then(place), is_own: false }
    }

    /// Relative to the node's own parent at each time, with the channels of some properties.
    fn own(by_node: &ByNode<'_>, node: usize, is_meant: impl Fn(&Property) -> bool) -> Self {
        let mut clip = motion_alone(by_node, &[node]);
        clip.channels.retain(|channel| is_meant(channel.property()));
        Self { clip, node: 0, parent: None, is_own: true }
    }

    /// The span of the clip and of all keys of curves that hold.
    fn span(&self, sources: &[&Curve]) -> [f64; 2] {
        let start = sources.iter().filter(|curve| curve.wrap().0 == Wrap::Hold).map(|curve| curve.start());
        let end = sources.iter().filter(|curve| curve.wrap().1 == Wrap::Hold).map(|curve| curve.end());
        [start.fold(0.0, f64::min), end.fold(self.clip.duration, f64::max)]
    }

    /// Keys of the motion, as a matrix if it has shear or `matrix` asks for one.
    fn baked(&self, matrix: bool, quota: &Quota, report: &mut Report) -> Result<Moved, ClipError> {
        let sources: Vec<&Curve> = self.clip.channels.iter().map(Channel::curve).collect();
        let span = self.span(&sources);
        self.report_ends(&sources, report);
        let poser = RefCell::new((Poser::new(&self.clip), Pose::default()));
        let is_flat = Cell::new(false);
        let at = |time: f64| {
            let (poser, pose) = &mut *poser.borrow_mut();
            poser.pose(time, pose);
            // Without a change, nothing is computed: the parent may be flat.
            if pose.parent[self.node] == self.parent {
                return pose.local[self.node];
            }
            let under = self.parent.filter(|&parent| pose.alive[parent]).map(|parent| pose.world[parent]);
            let back = under.map_or(Some(Affine::IDENTITY), |world| world.inverse());
            is_flat.set(is_flat.get() || back.is_none());
            back.map_or(pose.local[self.node], |back| back.after(&pose.world[self.node]))
        };
        // The node's own transform keeps its scales: a matrix does not tell which of them are negative.
        let transform_at = |time: f64| -> Transform {
            let own = self.is_own.then(|| poser.borrow_mut().0.node(self.node, time));
            match own {
                Some(state) if state.matrix.is_none() => state.transform,
                _ => at(time).decompose(),
            }
        };
        let steps = sources.iter().all(|curve| is_stepped(curve));
        let is_rigid = self.is_rigid();
        let seen = Survey::of(&sources, span, quota.fineness(), is_rigid, at)?;
        let shears = matrix || seen.shears;
        if is_flat.get() {
            let message =
                "its new parent is flat (scaled by 0) at times, and there it moves as below its old parent";
            report.lose(codes::FLAT.dropped(message).of_node(&self.clip, self.node));
        }
        let mut draw =
            |property: Property, part: &mut dyn FnMut(f64, &mut [f64])| -> Result<Channel, ClipError> {
                let width = property.width();
                let mut sample = |time: f64, out: &mut [f64]| part(time, out);
                let (curve, jump, error) = if seen.is_still {
                    let mut value = vec![0.0; width];
                    sample(span[0], &mut value);
                    (Curve::constant(&value)?, 0.0, 0.0)
                } else if steps {
                    (stepped(&sources, width, span, sample)?, 0.0, 0.0)
                } else {
                    let ease = if property == Property::Rotation { Ease::Slerp } else { Ease::Linear };
                    let baked = bake_function(&sources, width, ease, span, quota.fineness(), &mut sample)?;
                    quota.spend(&baked.curve);
                    let winding = &mut Winding::new([]);
                    let error = baked_error(&property, &baked, &sources, span, winding, sample);
                    (baked.curve, baked.jump, error)
                };
                self.report_baked(&property, error, jump, report);
                Channel::new(self.node, property, curve)
            };
        if shears {
            let matrix = draw(Property::Matrix, &mut |time, out| out.copy_from_slice(&at(time).to_rows()))?;
            return Ok(Moved { rest: self.rest(), channels: vec![matrix] });
        }
        let mut last = quaternion::IDENTITY;
        let mut channels = vec![
            draw(Property::Translation, &mut |time, out| out.copy_from_slice(&at(time).translation()))?,
            draw(Property::Rotation, &mut |time, out| {
                last = quaternion::nearest(transform_at(time).rotation, last);
                out.copy_from_slice(&last);
            })?,
        ];
        if !is_rigid {
            let scale = &mut |time, out: &mut [f64]| out.copy_from_slice(&transform_at(time).scale);
            channels.push(draw(Property::Scale, scale)?);
        }
        at_rest(self.rest(), channels)
    }

    /// Reports wraps of the sources, which baked motion does not have.
    fn report_ends(&self, sources: &[&Curve], report: &mut Report) {
        if sources.iter().any(|curve| curve.len() > 1 && curve.wrap() != (Wrap::Hold, Wrap::Hold)) {
            let message = "baked motion holds its values before the clip and after its end";
            report.lose(codes::ENDS.dropped(message).of_node(&self.clip, self.node));
        }
    }

    /// Reports the error of a property's baked keys, and the duration of their jumps in seconds.
    fn report_baked(&self, property: &Property, error: f64, jump: f64, report: &mut Report) {
        let mut lose = |code: &'static crate::Code, error: Deviation, message: &str| {
            let loss = code.approximated(error, message);
            report.lose(loss.of_node(&self.clip, self.node).of_property(property));
        };
        if error > 0.0 {
            lose(&codes::CURVE, Deviation::of(property, error), "motion is baked");
        }
        if jump > 0.0 {
            lose(&codes::JUMP, Deviation::time(jump), "a jump takes a moment");
        }
    }

    /// The rest pose of the node: its own, or that relative to the new parent.
    fn rest(&self) -> Transform {
        let nodes = &self.clip.nodes;
        if self.is_own || nodes[self.node].parent == self.parent {
            return nodes[self.node].rest;
        }
        let world = |node: usize| {
            upwards(nodes, node).fold(Affine::IDENTITY, |map, up| Affine::from(nodes[up].rest).after(&map))
        };
        let under = self.parent.map_or(Some(Affine::IDENTITY), |parent| world(parent).inverse());
        under.map_or(nodes[self.node].rest, |under| under.after(&world(self.node)).decompose())
    }

    /// Whether nothing has another scale than 1, so that there is no shear.
    fn is_rigid(&self) -> bool {
        let keeps = |rest: &Transform| {
            let length = rest.rotation.iter().map(|part| part * part).sum::<f64>();
            rest.scale == [1.0; 3] && (length - 1.0).abs() <= ROUNDING
        };
        let scales = |channel: &Channel| matches!(channel.property(), Property::Scale | Property::Matrix);
        self.clip.nodes.iter().all(|node| keeps(&node.rest)) && !self.clip.channels.iter().any(scales)
    }
}

/// A function that only steps, as steps.
fn stepped(
    sources: &[&Curve],
    width: usize,
    [from, to]: [f64; 2],
    mut sample: impl FnMut(f64, &mut [f64]),
) -> Result<Curve, ClipError> {
    let mut times = vec![from];
    times.extend(
        sources.iter().flat_map(|curve| curve.times().iter()).filter(|time| from < *time && *time <= to),
    );
    times.sort_by(f64::total_cmp);
    times.dedup_by(|later, earlier| *later - *earlier < SAME);
    if times.len() > MAX_KEYS {
        return Err(ClipError::TooManyKeys { most: MAX_KEYS });
    }
    let mut values = vec![0.0; times.len() * width];
    times.iter().zip(values.chunks_exact_mut(width)).for_each(|(time, out)| sample(*time, out));
    Curve::new(Times::keys(times)?, width, values, Ease::Step)
}
