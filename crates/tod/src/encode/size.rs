//! The size of a figure, and a unit that is fine enough for it.

use anim_core::{Affine, Channel, Clip, Pose, Poser, Property};

use super::channels::is_reference;
use super::keys::is_stepped;
use crate::clips::MODE;

/// The rounding error, relative to the size of the figure, up to which rounding is a note.
pub(super) const FINE: f64 = 1e-3;

/// The relative rounding error above which the clip is refused.
pub(super) const TOO_COARSE: f64 = 1e-2;

/// The largest distance by which rounding to whole units moves a point: half a diagonal of a unit, √¾.
const ROUNDING: f64 = 0.866_025_403_784_438_6;

/// The maximum number of poses of nodes that are sampled, over all times.
const POSES: usize = 1 << 18;
const TIMES: usize = 64;

/// The size of a figure and its largest coordinate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figure {
    /// The largest extent along an axis of all nodes at one time; for nodes at one point the extent of their path, or else the
    /// distance from the origin.
    pub(super) size: f64,
    /// The largest coordinate relative to a parent.
    far: f64,
    /// Whether all coordinates are whole numbers at any time.
    is_whole: bool,
}

impl Figure {
    pub(super) fn of(clip: &Clip) -> Self {
        let count = (POSES / clip.nodes.len().max(1)).clamp(2, TIMES);
        let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
        let (mut size, mut path) = (0.0_f64, Extent::default());
        let mut figure = Self { size: 0.0, far: 0.0, is_whole: is_whole(clip) };
        for step in 0..count {
            poser.pose(clip.duration * step as f64 / count as f64, &mut pose);
            let mut now = Extent::default();
            for (world, local) in pose.world.iter().zip(&pose.local) {
                now.add(world);
                path.add(world);
                for part in local.translation().into_iter().filter(|part| part.is_finite()) {
                    figure.far = figure.far.max(part.abs());
                }
            }
            size = size.max(now.size());
        }
        let points = clip.channels.iter().filter(|channel| is_reference(channel));
        for point in points.flat_map(|channel| channel.curve().values().as_chunks::<3>().0) {
            path.add(&Affine::new([[0.0; 3]; 3], *point));
        }
        let sizes = [size, path.size(), path.far];
        Self { size: sizes.into_iter().find(|&size| size > 0.0).unwrap_or_default(), ..figure }
    }

    /// Whether a clip came from a TOD, or all its numbers are whole and fit the file.
    pub(super) fn fits_as_it_is(&self, clip: &Clip) -> bool {
        clip.metadata(MODE).is_some() || self.size == 0.0 || self.is_whole && self.far <= f64::from(i32::MAX)
    }

    /// Whether rounding to whole numbers ruins the figure, or a coordinate exceeds the range of the file.
    pub(super) fn is_ruined(&self) -> bool {
        ROUNDING > TOO_COARSE * self.size || self.far > f64::from(i32::MAX)
    }

    /// Whether all coordinates times a factor fit the file, and rounding the result does not ruin the figure.
    pub(super) fn suits(&self, factor: f64) -> bool {
        ROUNDING <= TOO_COARSE * self.size * factor && self.far * factor <= f64::from(i32::MAX)
    }

    /// The largest coordinate relative to the size.
    pub(super) fn ratio(&self) -> f64 {
        self.far / self.size
    }

    /// The smallest power of ten, 1 or more, that as a factor makes rounding less than a thousandth of the size; below 1 if the
    /// largest coordinate would not fit 32 bits.
    pub(super) fn fine_factor(&self) -> f64 {
        let fine = power_of_ten(ROUNDING / FINE / self.size).max(0);
        let most = f64::from(i32::MAX) / self.far.max(self.size);
        let fits = power_of_ten(most);
        let fits = if 10.0_f64.powi(fits) > most { fits - 1 } else { fits };
        10.0_f64.powi(fine.min(fits))
    }
}

/// The exponent of the smallest power of ten that is not below a number, −300 to 300.
fn power_of_ten(number: f64) -> i32 {
    (-300..300).find(|exponent| 10.0_f64.powi(*exponent) >= number).unwrap_or(300)
}

/// Whether all coordinates of a clip are whole numbers at any time.
fn is_whole(clip: &Clip) -> bool {
    // Single precision and a change of the unit leave errors of this size.
    let whole = |number: &f64| (number - number.round()).abs() <= 1e-6 * number.abs();
    let has_places = |property: &Property| {
        matches!(property, Property::Translation | Property::Displacement) || property.name() == "reference"
    };
    let are_whole = |channel: &Channel| {
        let (property, width) = (channel.property(), channel.curve().width());
        let is_place = |&(index, _): &(usize, &f64)| {
            // The fourth column of a matrix is the position.
            has_places(property)
                || *property == Property::Matrix && (channel.component() + index % width) % 4 == 3
        };
        let mut places = channel.curve().values().iter().enumerate().filter(is_place).peekable();
        let is_held = channel.curve().len() == 1 || is_stepped(channel);
        places.peek().is_none() || is_held && places.all(|(_, value)| whole(value))
    };
    clip.nodes.iter().all(|node| node.rest.translation.iter().all(whole))
        && clip.channels.iter().all(are_whole)
}

/// The box around positions.
#[derive(Clone, Copy, Debug)]
struct Extent {
    low: [f64; 3],
    high: [f64; 3],
    /// The largest coordinate.
    far: f64,
}

impl Default for Extent {
    fn default() -> Self {
        Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3], far: 0.0 }
    }
}

impl Extent {
    fn add(&mut self, map: &Affine) {
        let place = map.translation();
        if place.iter().all(|part| part.is_finite()) {
            for (axis, part) in place.into_iter().enumerate() {
                self.low[axis] = self.low[axis].min(part);
                self.high[axis] = self.high[axis].max(part);
                self.far = self.far.max(part.abs());
            }
        }
    }

    fn size(&self) -> f64 {
        let sides = self.low.iter().zip(self.high).map(|(low, high)| high - low);
        sides.filter(|side| side.is_finite()).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Node, Transform};

    use super::*;

    #[test]
    fn the_unit_is_fine_enough_for_the_figure_and_fits_the_file() {
        for (height, expected) in [
            // A person in metres, in centimetres and in millimetres.
            (1.75, 1000.0),
            (175.5, 10.0),
            (1750.5, 1.0),
            (0.02, 100_000.0),
            (1e8 + 0.5, 1.0),
            (5e12, 1e-4),
            (300.0, 1.0),
            // A thousand times half the diagonal of a unit is between these.
            (866.02, 10.0),
            (866.03, 1.0),
        ] {
            let place = |y: f64| Transform { translation: [0.0, y, 0.0], ..Transform::IDENTITY };
            let nodes = vec![Node::new("foot"), Node::new("head").with_rest(place(height))];
            let clip = Clip::new("a").with_nodes(nodes);
            let figure = Figure::of(&clip);
            let factor = if figure.fits_as_it_is(&clip) { 1.0 } else { figure.fine_factor() };
            assert_eq!((figure.size, factor), (height, expected));
        }
    }

    #[test]
    fn rounding_ruins_a_figure_that_it_moves_by_more_than_a_hundredth() {
        for (size, expected) in [(50.5, true), (86.602, true), (86.603, false), (3e9, true)] {
            let figure = Figure { size, far: size, is_whole: false };
            assert_eq!(figure.is_ruined(), expected, "{size}");
            assert_eq!(figure.suits(1.0), !expected, "{size}");
        }
    }

    #[test]
    fn a_number_is_whole_up_to_a_millionth_of_itself() {
        for (x, expected) in [
            (0.0, true),
            (-2.0, true),
            (0.5, false),
            (0.0005, false),
            (2000.001, true),
            (-2000.001, true),
            (2000.003, false),
        ] {
            let rest = anim_core::Transform { translation: [x, 1.0, 0.0], ..anim_core::Transform::IDENTITY };
            let clip = Clip::new("").with_nodes(vec![anim_core::Node::new("a").with_rest(rest)]);
            assert_eq!(is_whole(&clip), expected, "{x}");
        }
    }
}
