//! The numbers of a joint over all frames as curves.

use std::f64::consts::TAU;

use anim_core::{Channel, ClipError, Curve, Ease, EulerOrder, Property, Times, quaternion};

use crate::{Angles, Axis, ChannelKind, ClipOptions, Interpolate, Joint, Position};

/// The angle in radians above which adding full turns would lose visible digits.
const MAX_ANGLE: f64 = 1e6;

/// The number of values of frames that all curves read before the next such block, so that the values stay in the processor's
/// cache.
const BLOCK: usize = 1 << 13;

/// The frames of a document, from which curves are made.
pub(super) struct Curves<'a> {
    pub(super) times: Times,
    /// The numbers, frame by frame.
    pub(super) values: &'a [f64],
    /// The number of channels, at least 1.
    pub(super) width: usize,
    pub(super) options: ClipOptions,
}

/// A channel under construction, with the values of the frames so far.
struct Track<'a> {
    node: usize,
    property: Property,
    component: usize,
    /// The number of components of a value.
    width: usize,
    values: Vec<f64>,
    /// Adds the values of some frames.
    gather: Box<Gather<'a>>,
}

type Gather<'a> = dyn FnMut(&[f64], &mut Vec<f64>) + 'a;

impl Curves<'_> {
    /// The channels of joints, each with the column at which its numbers begin.
    pub(super) fn channels<'j>(
        &self,
        joints: impl Iterator<Item = (&'j Joint, usize)>,
    ) -> Result<Vec<Channel>, ClipError> {
        let mut tracks = Vec::new();
        for (node, (joint, start)) in joints.enumerate() {
            self.positions(node, joint, start, &mut tracks);
            tracks.extend(self.rotations(node, joint, start));
        }
        for frames in self.values.chunks(self.width * (BLOCK / self.width).max(1)) {
            for Track { values, gather, .. } in &mut tracks {
                gather(frames, values);
            }
        }
        let channel = |Track { node, property, component, width, values, .. }| {
            let ease = match (self.options.interpolate, &property) {
                (Interpolate::Hold, _) => Ease::Step,
                (Interpolate::Linear, Property::Rotation) => Ease::Slerp,
                (Interpolate::Linear, _) => Ease::Linear,
            };
            let curve = Curve::new(self.times.clone(), width, values, ease)?;
            Channel::part(node, property, component, curve)
        };
        tracks.into_iter().map(channel).collect()
    }

    /// Adds the positions of a joint.
    fn positions<'t>(&'t self, node: usize, joint: &Joint, start: usize, tracks: &mut Vec<Track<'t>>) {
        let base = match self.options.position {
            Position::Replace => [0.0; 3],
            Position::Add => joint.offset,
        };
        // If several columns drive one axis, the last one is used.
        let column = |axis: usize| {
            let is_it =
                |kind: &ChannelKind| matches!(kind, ChannelKind::Position(found) if found.index() == axis);
            joint.channels().iter().rposition(is_it).map(|place| start + place)
        };
        let columns = [0, 1, 2].map(column);
        if let [Some(x), Some(y), Some(z)] = columns {
            let of_frame = move |frame: &[f64]| [frame[x] + base[0], frame[y] + base[1], frame[z] + base[2]];
            tracks.push(self.track(node, Property::Translation, of_frame));
            return;
        }
        for (axis, column) in columns.into_iter().enumerate() {
            let Some(column) = column else { continue };
            let part = self.track(node, Property::Translation, move |frame| [frame[column] + base[axis]]);
            tracks.push(Track { component: axis, ..part });
        }
    }

    /// The rotations of a joint, if it has any.
    fn rotations(&self, node: usize, joint: &Joint, start: usize) -> Option<Track<'_>> {
        let rotation = |(place, kind): (usize, &ChannelKind)| match kind {
            ChannelKind::Rotation(axis) => Some((*axis, start + place)),
            ChannelKind::Position(_) => None,
        };
        let rotations: Vec<_> = joint.channels().iter().enumerate().filter_map(rotation).collect();
        Some(match (&rotations[..], order(&rotations)) {
            ([], _) => return None,
            (&[(axis, column)], _) => {
                self.track(node, Property::Angle { axis: axis.unit() }, self.angle(column))
            }
            (_, Some(order)) => self.track(node, Property::Euler(order), self.euler(order, &rotations)),
            (_, None) => self.track(node, Property::Rotation, product(rotations)),
        })
    }

    /// A track whose values have N numbers for each frame.
    fn track<'t, const N: usize>(
        &self,
        node: usize,
        property: Property,
        mut of_frame: impl FnMut(&[f64]) -> [f64; N] + 't,
    ) -> Track<'t> {
        let width = self.width;
        let gather = move |frames: &[f64], values: &mut Vec<f64>| {
            for frame in frames.chunks_exact(width) {
                values.extend_from_slice(&of_frame(frame));
            }
        };
        let values = Vec::with_capacity(N * self.times.len());
        Track { node, property, component: 0, width: N, values, gather: Box::new(gather) }
    }

    fn angle(&self, column: usize) -> impl FnMut(&[f64]) -> [f64; 1] + '_ {
        let mut last = None;
        move |frame| {
            let mut angle = frame[column].to_radians();
            if let Some(last) = last.filter(|&last| self.is_followed(&[last, angle])) {
                angle += ((last - angle) / TAU).round() * TAU;
            }
            last = Some(angle);
            [angle]
        }
    }

    fn euler(&self, order: EulerOrder, rotations: &[(Axis, usize)]) -> impl FnMut(&[f64]) -> [f64; 3] + '_ {
        let column =
            |axis| rotations.iter().find(|(found, _)| found.index() == axis).map(|(_, column)| *column);
        let columns = [0, 1, 2].map(column);
        let mut last: Option<[f64; 3]> = None;
        move |frame| {
            let mut angles = columns.map(|column| column.map_or(0.0, |column| frame[column].to_radians()));
            if let Some(last) = last.filter(|last| self.is_followed(last) && self.is_followed(&angles)) {
                angles = order.nearest(angles, last);
            }
            last = Some(angles);
            angles
        }
    }

    /// Whether the angles of the next frame are chosen nearest to these.
    fn is_followed(&self, angles: &[f64]) -> bool {
        self.options.angles == Angles::Continuous && angles.iter().all(|angle| angle.abs() < MAX_ANGLE)
    }
}

/// The product of rotations as quaternions.
fn product(rotations: Vec<(Axis, usize)>) -> impl FnMut(&[f64]) -> [f64; 4] {
    let mut last = quaternion::IDENTITY;
    move |frame| {
        let product = rotations.iter().fold(quaternion::IDENTITY, |product, &(axis, column)| {
            let turn = quaternion::from_axis_angle(axis.unit(), frame[column].to_radians());
            quaternion::multiply(product, turn)
        });
        last = quaternion::nearest(quaternion::normalize(product), last);
        last
    }
}

/// The order of two or three rotations about different axes. For two rotations, the third axis comes last.
fn order(rotations: &[(Axis, usize)]) -> Option<EulerOrder> {
    let axes: Vec<_> = rotations.iter().map(|(axis, _)| axis.index()).collect();
    match axes[..] {
        [a, b] if a != b => EulerOrder::ALL.into_iter().find(|order| order.axes()[..2] == [a, b]),
        [a, b, c] => EulerOrder::ALL.into_iter().find(|order| order.axes() == [a, b, c]),
        _ => None,
    }
}
