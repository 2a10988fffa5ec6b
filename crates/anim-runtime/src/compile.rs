//! Compiling clips to columns: the rate and the error.

use anim_core::{Affine, Clip, Deviation, Positive, Property, Report};

use crate::codes;
use crate::columns::Columns;
use crate::errors::Errors;
use crate::figure::Figure;
use crate::fit::{Fitted, Kind, Place, Size, Turn, fit};
use crate::pose::Joint;
use crate::track::{Track, Tracks, settled};
use crate::vector::IDENTITY;

/// The options of compiling.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompileOptions {
    /// The largest error of positions, in the clip's length unit. Default: 1e-3.
    pub tolerance: Positive,
    /// The largest error of rotations, in radians. Default: 1e-3.
    pub tolerance_angle: Positive,
    /// The largest error of scales. Default: 1e-3.
    pub tolerance_scale: Positive,
    /// The highest rate that is tried, in rows per second; a clip with a higher frame rate keeps its own. Default: 240.
    pub max_rate: Positive,
    /// The largest number of rows, at least 2, whatever the tolerance. Default: 65,536.
    pub max_rows: usize,
    /// The largest number of values, whatever the tolerance; it limits the memory, with 4 bytes per value. Rows have values for all
    /// four joints of a block in which one moves, and the keys of joints that jump count as their numbers and 3 values. What this does
    /// not limit is a pose, two rows, the keys of joints that jump, and four values for each that the clip's keys have, if that is more.
    /// Of curves that repeat, jumps are kept as far as half of the values suffice. Default: 16,777,216, which is 64 MiB.
    pub max_values: usize,
}

impl Default for CompileOptions {
    fn default() -> Self {
        let small = Positive::literal(1e-3);
        Self {
            tolerance: small,
            tolerance_angle: small,
            tolerance_scale: small,
            max_rate: Positive::literal(240.0),
            max_rows: 65_536,
            max_values: 1 << 24,
        }
    }
}

impl CompileOptions {
    /// The options with other tolerances: of positions in the clip's length unit, and of rotations in radians.
    #[must_use]
    pub const fn with_tolerance(self, length: Positive, angle: Positive) -> Self {
        Self { tolerance: length, tolerance_angle: angle, ..self }
    }
}

/// A compiled clip.
pub(crate) struct Compiled {
    pub(crate) translation: Columns<3>,
    pub(crate) rotation: Columns<4>,
    pub(crate) scale: Columns<3>,
    pub(crate) errors: Errors,
}

/// The largest relative difference of two matrices that counts as rounding.
const SHEAR: f64 = 1e-6;

/// Rows per second for clips without a rate.
const RATE: f64 = 30.0;

pub(crate) fn compile(
    clip: &Clip,
    figure: &Figure,
    options: &CompileOptions,
    report: &mut Report,
) -> Compiled {
    for channel in clip.channels.iter().filter(|channel| !channel.property().is_spatial()) {
        let message = "poses have translations, rotations and scales alone";
        report.lose(codes::DROPPED.dropped(message).of_channel(clip, channel));
    }
    report_shear(clip, report);
    let clip = &*settled(clip);
    let mut tracks = Tracks::new(clip, figure, options.max_values);
    let most_rows = tracks.most_rows(options.max_values, clip.duration).min(options.max_rows).max(2);
    let mut intervals = first_intervals(clip, &tracks).clamp(1, most_rows - 1);
    let most = (options.max_rate.get() * clip.duration).min((most_rows - 1) as f64) as usize;
    let tolerances = [options.tolerance, options.tolerance_angle, options.tolerance_scale].map(Positive::get);
    loop {
        let translation = column::<Place, 3>(&mut tracks.translation, clip.duration, intervals);
        let rotation = column::<Turn, 4>(&mut tracks.rotation, clip.duration, intervals);
        let scale = column::<Size, 3>(&mut tracks.scale, clip.duration, intervals);
        let errors = [&translation.errors, &rotation.errors, &scale.errors]
            .map(|errors| errors.iter().copied().fold(0.0, f64::max));
        let fits = errors.iter().zip(tolerances).all(|(error, tolerance)| *error <= tolerance);
        if !fits && 2 * intervals <= most {
            intervals *= 2;
            continue;
        }
        blame(clip, &tracks.translation, &translation.errors, tolerances[0], Deviation::length, report);
        blame(clip, &tracks.rotation, &rotation.errors, tolerances[1], Deviation::angle, report);
        let ratio = |size| Deviation::of(&Property::Scale, size);
        blame(clip, &tracks.scale, &scale.errors, tolerances[2], ratio, report);
        // Figures of one shape may rest differently: what does not move rests as in its own clip.
        let rest = (0..figure.len()).map(|joint| Joint::from(clip.nodes[figure.node(joint)].rest));
        let rest: Vec<_> = rest.collect();
        let places: Vec<_> = rest.iter().map(|joint| joint.translation).collect();
        let turns: Vec<_> = rest.iter().map(|joint| joint.rotation).collect();
        let scales: Vec<_> = rest.iter().map(|joint| joint.scale).collect();
        let [length, angle, ratio] = errors;
        return Compiled {
            translation: Columns::new(&places, [0.0; 3], translation.fitted, intervals, clip.duration),
            rotation: Columns::new(&turns, IDENTITY, rotation.fitted, intervals, clip.duration),
            scale: Columns::new(&scales, [1.0; 3], scale.fitted, intervals, clip.duration),
            errors: Errors { length, angle, ratio },
        };
    }
}

/// Reports matrix channels with keys that are not a scale and a rotation.
fn report_shear(clip: &Clip, report: &mut Report) {
    for channel in clip.channels.iter().filter(|channel| *channel.property() == Property::Matrix) {
        let shear = |rows: &[f64; 12]| {
            let map = Affine::from_rows(*rows);
            let size = map.linear().as_flattened().iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            let distance = map.distance(&map.decompose().into());
            if distance > SHEAR * size { distance } else { 0.0 }
        };
        // A channel of part of the matrix does not have complete maps.
        let maps = if channel.curve().width() == 12 { channel.curve().values() } else { &[] };
        let most = maps.as_chunks().0.iter().map(shear).fold(0.0, f64::max);
        if most > 0.0 {
            let message = "poses have no shear: the nearest rotation and scale are played";
            let deviation = Deviation::of(&Property::Matrix, most);
            report.lose(codes::SHEAR.approximated(deviation, message).of_channel(clip, channel));
        }
    }
}

/// The number of intervals to begin with: that of curves with a uniform rate, otherwise the frames of the clip.
fn first_intervals(clip: &Clip, tracks: &Tracks<'_>) -> usize {
    let of_places =
        tracks.translation.iter().chain(&tracks.scale).filter_map(|track| track.intervals(clip.duration));
    let of_turns = tracks.rotation.iter().filter_map(|track| track.intervals(clip.duration));
    of_places.chain(of_turns).max().unwrap_or_else(|| {
        let rate = clip.rate.map_or(RATE, anim_core::Rate::hertz);
        // A duration that is an integer number of frames up to rounding counts as that number.
        (clip.duration * rate - 1e-6).ceil().clamp(1.0, 1e9) as usize
    })
}

/// The fitted tracks of a property, and the error of each.
struct Column<const K: usize> {
    fitted: Vec<(usize, Fitted<K>)>,
    errors: Vec<f64>,
}

fn column<T: Kind<K>, const K: usize>(
    tracks: &mut [Track<'_, K>],
    duration: f64,
    intervals: usize,
) -> Column<K> {
    let fit = |track: &mut Track<'_, K>| {
        let (fitted, error) = fit::<T, K>(track, duration, intervals);
        ((track.joint, fitted), error)
    };
    let (fitted, errors) = tracks.iter_mut().map(fit).unzip();
    Column { fitted, errors }
}

/// Reports the tracks that are not within the tolerance.
fn blame<const K: usize>(
    clip: &Clip,
    tracks: &[Track<'_, K>],
    errors: &[f64],
    tolerance: f64,
    deviation: impl Fn(f64) -> Deviation,
    report: &mut Report,
) {
    for (track, &error) in tracks.iter().zip(errors).filter(|(_, error)| **error > tolerance) {
        if let Some(channel) = track.channels.last() {
            let message = "the highest rate is not enough for the tolerance";
            report.lose(codes::COARSE.approximated(deviation(error), message).of_channel(clip, channel));
        }
    }
}
