//! Clips compared with their conversions.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use anim_core::{Affine, Clip, Fate, Loss, Options, Poser, Report, Unit};
use anim_formats::Entry;

use crate::bones;

/// The relative error of single precision.
const SINGLE: f64 = 2e-6;

/// The duration of a jump in formats that have only straight lines, in seconds.
const JUMP: f64 = 4e-6;

/// The duration of a jump, in seconds, where keys are far enough apart that no program merges them. Motion outside the clip that
/// is kept for our own reader does not exist for others.
const WIDE_JUMP: f64 = 6e-4;

/// The times before a clip and after its end at which poses are compared, as fractions of its duration.
const OUTSIDE: [f64; 4] = [0.004, 0.24, 0.61, 0.97];

/// The largest number of keys of a clip that are examined.
const MAX_KEYS: usize = 24;

/// The differences that no report states; `None` if the format refuses the clips.
pub(crate) fn compare(target: &Entry, clips: &[Clip]) -> Option<Vec<String>> {
    let mut report = Report::new();
    let name = format!("x.{}", target.info().extensions[0]);
    let document = target.encode(clips, &Options::default(), &(name.as_str(), ()), &mut report).ok()?;
    let owned = |(name, bytes): (String, Cow<'_, [u8]>)| (name, bytes.into_owned());
    let mut beside: Vec<_> = document.companions().into_iter().map(owned).collect();
    let is_figure = target.info().id == "mm2-ped";
    if is_figure {
        // A pedestrian's bones are in another file, made from the same clip.
        let skeleton = target.encode(clips, &Options::default(), &("x.skel", ()), &mut report);
        beside.extend(skeleton.ok().map(|skeleton| ("x.skel".to_owned(), skeleton.to_bytes().into_owned())));
    }
    let bytes = document.to_bytes();
    let again = match target.read(&bytes, &target.options(), &(name.as_str(), beside), &mut ()) {
        Ok(again) => again,
        Err(error) => return Some(vec![error.to_string()]),
    };
    if let Err(broken) = anim_core::laws::joins(&report, clips) {
        return Some(vec![broken]);
    }
    let results = again.clips_with(&target.options(), &(), &mut report).ok()?;
    let losses = report.losses;
    let names = names(target.info().id, &bytes, &results, clips);
    let mut readings = vec![(results, JUMP)];
    // The motion that other programs see, if the file also keeps exact curves.
    if let Ok(options) = target.options().with("exact", "false") {
        readings.push((again.clips_with(&options, &(), &mut Report::new()).ok()?, WIDE_JUMP));
    }
    let mut broken = Vec::new();
    for (results, jump) in &readings {
        broken.extend(differences(target, clips, results, &losses, &names, *jump));
    }
    Some(broken)
}

/// The differences between clips and their conversions.
fn differences(
    target: &Entry,
    clips: &[Clip],
    results: &[Clip],
    losses: &[Loss],
    names: &HashMap<String, String>,
    jump: f64,
) -> Vec<String> {
    let mut broken = Vec::new();
    let is_figure = target.info().id == "mm2-ped";
    for (index, clip) in clips.iter().enumerate() {
        let result = match results.iter().find(|result| result.name == clip.name) {
            Some(result) => result,
            None if target.info().max_clips == Some(1) && results.len() == 1 => &results[0],
            None if clip.name.is_empty() && results.len() == clips.len() => &results[index],
            None if losses.iter().any(|loss| is_of(loss, clip) && loss.node.is_none()) => continue,
            None => {
                broken.push(format!("the clip {:?} is not there", clip.name));
                continue;
            }
        };
        let clip = &in_units_of(result, clip, losses);
        let said = Said { clip, losses, is_figure, jump };
        broken.extend(
            said.compare(result, names).into_iter().map(|line| format!("clip {:?}, {line}", clip.name)),
        );
    }
    broken
}

/// The clip in the axes and the unit of the result, as errors are. A report states a unit that the file does not record: in metres, or
/// relative to the unit of a clip without metres.
fn in_units_of(result: &Clip, clip: &Clip, losses: &[Loss]) -> Clip {
    let told = losses.iter().find(|loss| is_of(loss, clip) && loss.code.id == "tod::unit");
    let number = told.and_then(|loss| loss.message.split(' ').find_map(|word| word.parse::<f64>().ok()));
    let (mut clip, mut space) = (clip.clone(), result.space);
    match (clip.space.unit, number) {
        (Some(_), Some(metres)) => space.unit = Some(metres),
        (None, Some(factor)) => clip.space.unit = space.unit.map(|metres| metres * factor),
        (_, None) => {}
    }
    clip.in_space(space).into_owned()
}

/// A clip, with the report about all clips of its file.
struct Said<'a> {
    clip: &'a Clip,
    losses: &'a [Loss],
    /// Whether the result is a figure of bones that are unrotated at rest.
    is_figure: bool,
    /// The duration of a jump in the result, in seconds.
    jump: f64,
}

/// The allowed difference of a node.
#[derive(Default)]
struct Allowed {
    is_dropped: bool,
    error: f64,
    /// The additional error before the clip and after its end.
    outside: f64,
    seconds: f64,
}

impl Said<'_> {
    fn compare(&self, result: &Clip, names: &HashMap<String, String>) -> Vec<String> {
        let mut broken = Vec::new();
        let places = places(result, names);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let times = times(self.clip);
        for (node, name) in self.clip.nodes.iter().map(|node| node.name.as_str()).enumerate() {
            let number = seen.entry(name).or_default();
            let place = places.get(&(name, *number)).copied();
            *number += 1;
            let mut allowed = self.allowed(node);
            // Below a dropped transform, local positions differ so that the world matrices are right.
            allowed.is_dropped |= self.above(node).any(|above| self.allowed(above).is_dropped);
            // The report has a changed name with the new one, which may be the old name of another node.
            let Some(place) = self.renamed(node, result).or(place) else {
                if !allowed.is_dropped {
                    broken.push(format!("node {name:?} is not there"));
                }
                continue;
            };
            if !allowed.is_dropped && self.is_figure {
                broken.extend(self.worst_bone(node, result, place, &times));
            } else if !allowed.is_dropped {
                broken.extend(self.worst(node, result, place, &allowed, &times));
            }
        }
        broken
    }

    /// The largest excess over the allowed difference. Motion sampled to frames is right at each frame; in between it is
    /// interpolated, except for rotations, which readers may interpolate as three angles.
    fn worst(
        &self,
        node: usize,
        result: &Clip,
        place: usize,
        allowed: &Allowed,
        times: &[f64],
    ) -> Option<String> {
        let (mut source, mut target) = (Poser::new(self.clip), Poser::new(result));
        let rate = result.rate.filter(|_| allowed.seconds > 0.0);
        let frames = rate.map_or(0, |rate| result.frame_count(rate)).min(MAX_KEYS as u64);
        let frames = (0..frames).filter_map(|frame| Some((rate?.time(frame as f64), 0.0)));
        let frames = frames.filter(|&(time, _)| time <= self.clip.duration);
        let mut worst: Option<(f64, f64)> = None;
        for (time, seconds) in times.iter().map(|&time| (time, allowed.seconds)).chain(frames) {
            let found = target.node(place, time).local();
            let mut range = |seconds: f64| Range::new(&mut source, node, time, seconds);
            let (Some(at_once), Some(around)) = (range(self.jump), range(seconds.max(self.jump))) else {
                continue;
            };
            // Within a jump the expected value is undefined.
            if at_once.width() > 1e-3 {
                continue;
            }
            // A rotation turns each axis, whose length is a scale.
            let length =
                |axis: usize| found.linear().iter().map(|row| row[axis] * row[axis]).sum::<f64>().sqrt();
            let size = (0..3).map(length).fold(1.0, f64::max);
            let slack = at_once.width() + if seconds > 0.0 { around.width() } else { 0.0 };
            let is_outside = !(0.0..=self.clip.duration).contains(&time);
            if is_outside && self.jump == WIDE_JUMP {
                continue;
            }
            let error = allowed.error + if is_outside { allowed.outside } else { 0.0 };
            let over = around.distance(&found, seconds > 0.0) - error * size - slack;
            if over > worst.map_or(0.0, |(most, _)| most) || over.is_nan() {
                worst = Some((over, time));
            }
        }
        let name = &self.clip.nodes[node].name;
        worst.map(|(over, time)| {
            format!("node {name:?} is off by {over:.1e} more than {:.1e} at {time} s", allowed.error)
        })
    }

    /// [`Said::worst`] for a bone: in the world, with the errors of all bones above it.
    fn worst_bone(&self, node: usize, result: &Clip, place: usize, times: &[f64]) -> Option<String> {
        let mut allowed = bones::Allowed { seconds: self.jump, ..bones::Allowed::default() };
        for (depth, node) in std::iter::once(node).chain(self.above(node)).enumerate() {
            for loss in self.losses.iter().filter(|loss| is_of(loss, self.clip)) {
                let Fate::Approximated(error) = loss.fate else { continue };
                let of_node = loss.node.as_ref() == Some(&self.clip.nodes[node].name);
                if !(of_node || loss.node.is_none() && depth == 0) {
                    continue;
                }
                match error.unit {
                    Unit::Time => allowed.seconds = allowed.seconds.max(error.size),
                    Unit::Angle => allowed.angle += error.size,
                    _ => allowed.length += error.size,
                }
            }
        }
        let offsets =
            result.nodes.iter().map(|node| node.rest.translation.iter().map(|c| c.abs()).sum::<f64>());
        let reach = offsets.sum();
        let pair = [(self.clip, node), (result, place)];
        let over = |&time: &f64| (bones::over(pair, time, reach, allowed), time);
        let worst = times.iter().map(over).max_by(|a, b| a.0.total_cmp(&b.0));
        worst.filter(|(over, _)| *over > 0.0 || over.is_nan()).map(|(over, time)| {
            let name = &self.clip.nodes[node].name;
            format!(
                "bone {name:?} is off by {over:.1e} more than {:.1e}, {:.1e} rad at {time} s",
                allowed.length, allowed.angle
            )
        })
    }

    /// The ancestors of a node, up to the first repeated one.
    fn above(&self, node: usize) -> impl Iterator<Item = usize> {
        let parent = |&node: &usize| self.clip.nodes[node].parent;
        std::iter::successors(parent(&node), parent).take(self.clip.nodes.len())
    }

    fn allowed(&self, node: usize) -> Allowed {
        let mut allowed = Allowed::default();
        for loss in self.losses.iter().filter(|loss| is_of(loss, self.clip)) {
            let of_clip = loss.node.is_none();
            // A node without a name cannot be named.
            let name = &self.clip.nodes[node].name;
            let of_node = loss.node.as_ref() == Some(name) || name.is_empty() && !of_clip;
            match loss.fate {
                // A changing parent becomes motion that is right only in the world.
                _ if of_node && loss.code.id.ends_with("::reparented") => allowed.is_dropped = true,
                Fate::Approximated(error) if error.unit == Unit::Time && (of_clip || of_node) => {
                    allowed.seconds = allowed.seconds.max(error.size);
                }
                Fate::Approximated(error) if (of_node || of_clip) && loss.code.id.ends_with("::ends") => {
                    allowed.outside += error.size;
                }
                Fate::Approximated(error) if of_node || of_clip => allowed.error += error.size,
                Fate::Dropped if of_node && loss.renamed.is_none() => allowed.is_dropped = true,
                _ => {}
            }
        }
        allowed
    }

    /// The node of the result that the report names for a renamed node.
    fn renamed(&self, node: usize, result: &Clip) -> Option<usize> {
        let name = &self.clip.nodes[node].name;
        let mut losses = self.losses.iter().filter(|loss| is_of(loss, self.clip));
        let renamed = losses.find(|loss| loss.node.as_ref() == Some(name) && loss.renamed.is_some())?;
        result.nodes.iter().position(|node| Some(&node.name) == renamed.renamed.as_ref())
    }
}

/// Whether a loss concerns this clip, or no clip in particular.
fn is_of(loss: &Loss, clip: &Clip) -> bool {
    loss.clip.as_ref() == Some(&clip.name)
}

/// The smallest and the largest value of each number of a node's matrices around a time; `None` if the node does not exist or is
/// not finite.
struct Range([[f64; 2]; 12]);

impl Range {
    fn new(source: &mut Poser<'_>, node: usize, time: f64, seconds: f64) -> Option<Self> {
        const STEPS: i32 = 6;
        let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 12];
        for step in -STEPS..=STEPS {
            let state = source.node(node, time + seconds * f64::from(step) / f64::from(STEPS));
            let rows = state.local().to_rows();
            if !state.alive || rows.iter().any(|part| !part.is_finite()) {
                return None;
            }
            for ([least, most], part) in range.iter_mut().zip(rows) {
                (*least, *most) = (least.min(part), most.max(part));
            }
        }
        Some(Self(range))
    }

    fn width(&self) -> f64 {
        self.0.iter().fold(0.0, |width: f64, [least, most]| width.max(most - least))
    }

    /// The distance of a matrix, or only of its position, from the range.
    fn distance(&self, map: &Affine, place_alone: bool) -> f64 {
        let parts = self.0.iter().zip(map.to_rows()).enumerate();
        let parts = parts.filter(|(index, _)| !place_alone || index % 4 == 3);
        parts.fold(0.0, |distance: f64, (_, ([least, most], part))| {
            let slack = SINGLE * part.abs().max(1.0);
            distance.max(least - slack - part).max(part - most - slack)
        })
    }
}

/// Times at keys and between them, before the clip and after its end.
fn times(clip: &Clip) -> Vec<f64> {
    let keys = clip.channels.iter().filter(|channel| channel.property().is_spatial());
    let mut keys: Vec<f64> = keys.flat_map(|channel| channel.curve().times().iter()).collect();
    keys.extend([0.0, clip.duration]);
    keys.retain(|key| (0.0..=clip.duration).contains(key));
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let stride = keys.len() / MAX_KEYS + 1;
    let between = |pair: &[f64]| [0.0, 0.13, 0.5, 0.77].map(|share| pair[0] + (pair[1] - pair[0]) * share);
    let outside = OUTSIDE.into_iter().flat_map(|part| [-part * clip.duration, (1.0 + part) * clip.duration]);
    keys.windows(2).step_by(stride).flat_map(between).chain([clip.duration]).chain(outside).collect()
}

/// The nodes of a clip by name, and by the number of nodes with this name before them.
fn places<'a>(clip: &'a Clip, names: &'a HashMap<String, String>) -> HashMap<(&'a str, usize), usize> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let place = |(place, node): (usize, &'a anim_core::Node)| {
        let name = names.get(&node.name).unwrap_or(&node.name).as_str();
        let number = seen.entry(name).or_default();
        *number += 1;
        ((name, *number - 1), place)
    };
    clip.nodes.iter().enumerate().map(place).collect()
}

/// The original names of nodes that clips name differently: in HSF by their paths, in STF by their ids.
fn names(format: &str, bytes: &[u8], results: &[Clip], clips: &[Clip]) -> HashMap<String, String> {
    if format == "hsf-xml" {
        let had: HashSet<&str> = clips.iter().flat_map(|clip| &clip.nodes).map(|node| &*node.name).collect();
        let paths = results.iter().flat_map(|clip| &clip.nodes).map(|node| node.name.as_str());
        let paths = paths.filter(|path| !had.contains(path));
        return paths
            .filter_map(|path| Some((path.to_owned(), path.rsplit_once('/')?.1.to_owned())))
            .collect();
    }
    if format != "stf" {
        return HashMap::new();
    }
    let start = bytes.windows(6).position(|bytes| bytes == b"{\"stf\"").unwrap_or(0);
    let mut texts = serde_json::Deserializer::from_slice(&bytes[start..]).into_iter::<serde_json::Value>();
    let text = texts.next().and_then(Result::ok).unwrap_or_default();
    let resources = text["resources"].as_object().into_iter().flatten();
    resources.filter_map(|(id, resource)| Some((id.clone(), resource["name"].as_str()?.to_owned()))).collect()
}
