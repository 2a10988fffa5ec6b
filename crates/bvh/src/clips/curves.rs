//! The numbers of a joint over all frames as curves.

use std::f64::consts::TAU;

use anim_core::{Channel, ClipError, Curve, Ease, EulerOrder, Property, Times, quaternion};

use crate::{Angles, Axis, ChannelKind, ClipOptions, Interpolate, Joint, Position};

/// The angle in radians above which adding whole turns would lose visible digits.
const MAX_ANGLE: f64 = 1e6;

/// The frames of a document, to make curves of.
pub(super) struct Curves<'a> {
    pub(super) times: Times,
    /// The numbers, frame by frame.
    pub(super) values: &'a [f64],
    /// The number of channels, at least 1.
    pub(super) width: usize,
    pub(super) options: ClipOptions,
}

impl Curves<'_> {
    /// Adds the positions of a joint whose numbers begin at a column.
    pub(super) fn positions(
        &self,
        node: usize,
        joint: &Joint,
        start: usize,
        channels: &mut Vec<Channel>,
    ) -> Result<(), ClipError> {
        let base = match self.options.position {
            Position::Replace => [0.0; 3],
            Position::Add => joint.offset,
        };
        // Of several columns for one axis the last one counts.
        let column = |axis: usize| {
            let is_it =
                |kind: &ChannelKind| matches!(kind, ChannelKind::Position(found) if found.index() == axis);
            joint.channels().iter().rposition(is_it).map(|place| start + place)
        };
        let columns = [0, 1, 2].map(column);
        if let [Some(x), Some(y), Some(z)] = columns {
            let of_frame = |frame: &[f64]| [frame[x] + base[0], frame[y] + base[1], frame[z] + base[2]];
            channels.push(Channel::new(
                node,
                Property::Translation,
                self.curve(self.gather(of_frame), self.ease())?,
            )?);
            return Ok(());
        }
        for (axis, column) in columns.into_iter().enumerate() {
            let Some(column) = column else { continue };
            let values = self.gather(|frame: &[f64]| [frame[column] + base[axis]]);
            channels.push(Channel::part(
                node,
                Property::Translation,
                axis,
                self.curve(values, self.ease())?,
            )?);
        }
        Ok(())
    }

    /// Adds the rotations of a joint whose numbers begin at a column.
    pub(super) fn rotations(
        &self,
        node: usize,
        joint: &Joint,
        start: usize,
        channels: &mut Vec<Channel>,
    ) -> Result<(), ClipError> {
        let rotation = |(place, kind): (usize, &ChannelKind)| match kind {
            ChannelKind::Rotation(axis) => Some((*axis, start + place)),
            ChannelKind::Position(_) => None,
        };
        let rotations: Vec<_> = joint.channels().iter().enumerate().filter_map(rotation).collect();
        let (property, values) = match (&rotations[..], order(&rotations)) {
            ([], _) => return Ok(()),
            (&[(axis, column)], _) => (Property::Angle { axis: axis.unit() }, self.angle(column)),
            (_, Some(order)) => (Property::Euler(order), self.euler(order, &rotations)),
            (_, None) => (Property::Rotation, self.product(&rotations)),
        };
        let ease = if property == Property::Rotation && self.ease() == Ease::Linear {
            Ease::Slerp
        } else {
            self.ease()
        };
        channels.push(Channel::new(node, property, self.curve(values, ease)?)?);
        Ok(())
    }

    fn ease(&self) -> Ease {
        match self.options.interpolate {
            Interpolate::Linear => Ease::Linear,
            Interpolate::Hold => Ease::Step,
        }
    }

    fn curve(&self, values: Vec<f64>, ease: Ease) -> Result<Curve, ClipError> {
        Curve::new(self.times.clone(), values.len() / self.times.len(), values, ease)
    }

    /// A value of N numbers for each frame.
    fn gather<const N: usize>(&self, mut of_frame: impl FnMut(&[f64]) -> [f64; N]) -> Vec<f64> {
        let mut values = Vec::with_capacity(N * self.times.len());
        for frame in self.values.chunks_exact(self.width) {
            values.extend_from_slice(&of_frame(frame));
        }
        values
    }

    fn angle(&self, column: usize) -> Vec<f64> {
        let mut last = None;
        self.gather(|frame| {
            let mut angle = frame[column].to_radians();
            if let Some(last) = last.filter(|&last| self.is_followed(&[last, angle])) {
                angle += ((last - angle) / TAU).round() * TAU;
            }
            last = Some(angle);
            [angle]
        })
    }

    fn euler(&self, order: EulerOrder, rotations: &[(Axis, usize)]) -> Vec<f64> {
        let mut last: Option<[f64; 3]> = None;
        self.gather(|frame| {
            let mut angles = [0.0; 3];
            for &(axis, column) in rotations {
                angles[axis.index()] = frame[column].to_radians();
            }
            if let Some(last) = last.filter(|last| self.is_followed(last) && self.is_followed(&angles)) {
                angles = order.nearest(angles, last);
            }
            last = Some(angles);
            angles
        })
    }

    /// Whether the angles of the next frame are to be the nearest to these.
    fn is_followed(&self, angles: &[f64]) -> bool {
        self.options.angles == Angles::Continuous && angles.iter().all(|angle| angle.abs() < MAX_ANGLE)
    }

    /// The product of the rotations as quaternions.
    fn product(&self, rotations: &[(Axis, usize)]) -> Vec<f64> {
        let mut last = quaternion::IDENTITY;
        self.gather(|frame| {
            let product = rotations.iter().fold(quaternion::IDENTITY, |product, &(axis, column)| {
                let turn = quaternion::from_axis_angle(axis.unit(), frame[column].to_radians());
                quaternion::multiply(product, turn)
            });
            last = quaternion::nearest(quaternion::normalize(product), last);
            last
        })
    }
}

/// The order of two or three rotations about different axes. Of two rotations, the third axis comes last.
fn order(rotations: &[(Axis, usize)]) -> Option<EulerOrder> {
    let axes: Vec<_> = rotations.iter().map(|(axis, _)| axis.index()).collect();
    match axes[..] {
        [a, b] if a != b => EulerOrder::ALL.into_iter().find(|order| order.axes()[..2] == [a, b]),
        [a, b, c] => EulerOrder::ALL.into_iter().find(|order| order.axes() == [a, b, c]),
        _ => None,
    }
}
