//! Clips and what became of them, side by side.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use anim_core::{Affine, Clip, Diagnostic, Loss, Options, Poser};
use anim_formats::Entry;

/// What single precision leaves of a number, as a part of it.
const SINGLE: f64 = 2e-6;

/// How long a jump takes in formats that have straight lines alone, in seconds.
const JUMP: f64 = 4e-6;

/// How many keys of a clip are looked at, at most.
const MAX_KEYS: usize = 24;

/// What differs though no report says so; `None` if the format refuses such clips.
pub(crate) fn compare(target: &Entry, clips: &[Clip]) -> Option<Vec<String>> {
    let row = &target.row;
    let mut losses = Vec::new();
    let document =
        row.from_clips?(clips, &Options::new(row.info.target_options), &("x", ()), &mut losses).ok()?;
    let owned = |(name, bytes): (String, Cow<'_, [u8]>)| (name, bytes.into_owned());
    let beside: Vec<_> = document.companions().into_iter().map(owned).collect();
    let bytes = document.to_bytes();
    let again = match (row.open)(&bytes, &Options::new(row.info.options), &("x", beside), &mut ()) {
        Ok(again) => again,
        Err(error) => return Some(vec![error.to_string()]),
    };
    let results = again.to_clips(&Options::new(row.info.options), &mut losses);
    let names = names(row.info.id, &bytes, &results, clips);
    let mut broken = Vec::new();
    for (index, clip) in clips.iter().enumerate() {
        let result = match results.iter().find(|result| result.name == clip.name) {
            Some(result) => result,
            None if row.info.max_clips == Some(1) && results.len() == 1 => &results[0],
            None if clip.name.is_empty() && results.len() == clips.len() => &results[index],
            None if losses.iter().any(|loss| loss.message.contains(&format!("`{}`", clip.name))) => continue,
            None => {
                broken.push(format!("the clip {:?} is not there", clip.name));
                continue;
            }
        };
        let said = Said { index, clip, losses: &losses };
        broken.extend(
            said.compare(result, &names).into_iter().map(|line| format!("clip {:?}, {line}", clip.name)),
        );
    }
    Some(broken)
}

/// A clip and what was reported of all clips of its file.
struct Said<'a> {
    index: usize,
    clip: &'a Clip,
    losses: &'a [Diagnostic],
}

/// What may differ of a node.
#[derive(Default)]
struct Allowed {
    is_dropped: bool,
    error: f64,
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
            // Below what is not there as it was, places are other ones so that they are right in the world.
            allowed.is_dropped |= self.above(node).any(|above| self.allowed(above).is_dropped);
            // A name that was changed is in the report, beside the new one, which may be the old one of another node.
            let Some(place) = self.renamed(node, result).or(place) else {
                if !allowed.is_dropped {
                    broken.push(format!("node {name:?} is not there"));
                }
                continue;
            };
            if !allowed.is_dropped {
                broken.extend(self.worst(node, result, place, &allowed, &times));
            }
        }
        broken
    }

    /// The largest difference beyond what is allowed. What moves to frames is right at each frame; between them it is on the
    /// way from one to the other, but for turns, which readers may take by three angles.
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
            let (Some(at_once), Some(around)) = (range(JUMP), range(seconds.max(JUMP))) else { continue };
            // Within a jump there is no saying where it should be.
            if at_once.width() > 1e-3 {
                continue;
            }
            let size = found.linear().iter().flatten().fold(1.0, |size: f64, part| size.max(part.abs()));
            let slack = at_once.width() + if seconds > 0.0 { around.width() } else { 0.0 };
            let over = around.distance(&found, seconds > 0.0) - allowed.error * size - slack;
            if over > worst.map_or(0.0, |(most, _)| most) || over.is_nan() {
                worst = Some((over, time));
            }
        }
        let name = &self.clip.nodes[node].name;
        worst.map(|(over, time)| {
            format!("node {name:?} is off by {over:.1e} more than {:.1e} at {time} s", allowed.error)
        })
    }

    /// The parents of a node, as far as there can be without a circle.
    fn above(&self, node: usize) -> impl Iterator<Item = usize> {
        let parent = |&node: &usize| self.clip.nodes[node].parent;
        std::iter::successors(parent(&node), parent).take(self.clip.nodes.len())
    }

    fn allowed(&self, node: usize) -> Allowed {
        let mut allowed = Allowed::default();
        for finding in self.losses {
            let (of_node, of_clip) = (self.is_of_node(finding, node), self.is_of_clip(finding));
            match finding.loss {
                // A parent that changes becomes motion, right in the world alone.
                Some(_) if of_node && finding.code.id.ends_with("::reparented") => allowed.is_dropped = true,
                Some(Loss::Approximated(seconds)) if of_clip && finding.code.id.ends_with("::resampled") => {
                    allowed.seconds = allowed.seconds.max(seconds);
                }
                Some(Loss::Approximated(error)) if of_node || of_clip => allowed.error += error,
                Some(Loss::Dropped) if of_node && !finding.code.id.ends_with("::renamed") => {
                    allowed.is_dropped = true;
                }
                _ => {}
            }
        }
        allowed
    }

    fn is_of_node(&self, finding: &Diagnostic, node: usize) -> bool {
        let (place, name) = (finding.at.to_string(), &self.clip.nodes[node].name);
        let channel =
            |index: usize| self.clip.channels.get(index).is_some_and(|channel| channel.node() == node);
        let numbered = |start: &str| place.strip_prefix(start)?.strip_suffix(']')?.parse::<usize>().ok();
        // What has no name has no place either.
        place == *name
            || name.is_empty()
            || place == format!("node[{node}]")
            || numbered("channel[").is_some_and(channel)
            || place.starts_with(&format!("{}/{name}", self.clip.name))
            || place.starts_with(&format!("clips[{}]/nodes[{node}]/", self.index))
    }

    fn is_of_clip(&self, finding: &Diagnostic) -> bool {
        let place = finding.at.to_string();
        [&self.clip.name, "channels", &format!("clips[{}]", self.index)].contains(&place.as_str())
    }

    /// The node of the result that the report gives for one of another name.
    fn renamed(&self, node: usize, result: &Clip) -> Option<usize> {
        let name = &self.clip.nodes[node].name;
        let mut renamed = self.losses.iter().filter(|finding| {
            ["::renamed", "::name"].iter().any(|end| finding.code.id.ends_with(end))
                && (self.is_of_node(finding, node)
                    || finding.message.starts_with(&format!("the node `{name}` ")))
        });
        let words = renamed.next()?.message.rsplit('`').nth(1)?;
        result.nodes.iter().position(|node| node.name == words)
    }
}

/// The least and the greatest of each number of a node's maps around a time; `None` where it does not exist or is nowhere.
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

    /// How far outside a map lies, or its place alone.
    fn distance(&self, map: &Affine, place_alone: bool) -> f64 {
        let parts = self.0.iter().zip(map.to_rows()).enumerate();
        let parts = parts.filter(|(index, _)| !place_alone || index % 4 == 3);
        parts.fold(0.0, |distance: f64, (_, ([least, most], part))| {
            let slack = SINGLE * part.abs().max(1.0);
            distance.max(least - slack - part).max(part - most - slack)
        })
    }
}

/// Times at keys and between them.
fn times(clip: &Clip) -> Vec<f64> {
    let keys = clip.channels.iter().filter(|channel| channel.property().is_spatial());
    let mut keys: Vec<f64> = keys.flat_map(|channel| channel.curve().times().iter()).collect();
    keys.extend([0.0, clip.duration]);
    keys.retain(|key| (0.0..=clip.duration).contains(key));
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let stride = keys.len() / MAX_KEYS + 1;
    let between = |pair: &[f64]| [0.0, 0.13, 0.5, 0.77].map(|share| pair[0] + (pair[1] - pair[0]) * share);
    keys.windows(2).step_by(stride).flat_map(between).chain([clip.duration]).collect()
}

/// The nodes of a clip by name, and by how many nodes before have it.
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

/// The names that nodes of clips had, where clips call them by something else: in HSF by their paths, in STF by their ids.
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
