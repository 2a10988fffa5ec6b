//! The weights of morph targets, by their names.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use anim_core::merge::{Merged, stops};
use anim_core::{Channel, Clip, ClipError, Curve, Deviation, Ease, Handles, Property, Report, merge};

use crate::codes;
use crate::job::Job;
use crate::morphs::Morphs;

/// The weights of the morph targets of one node of the clip.
pub(crate) struct Track<'a> {
    /// The node.
    pub(crate) node: usize,
    /// Its last channel of weights, which messages about all of them name.
    pub(crate) channel: &'a Channel,
    /// The channel that decides each weight.
    deciding: Vec<Option<&'a Channel>>,
    /// For each weight, whether a channel drives it.
    pub(crate) driven: Vec<bool>,
    /// Whether its channels are kept on the target of the node.
    pub(crate) is_kept: bool,
}

/// The curves of the weights of tracks, by the number of the track.
pub(crate) type Curves<'a> = HashMap<usize, Cow<'a, Curve>>;

/// Pushes the weight channels: each morph target of the figure follows the one with its name, or the figure's expressions that
/// move it. If no target of a source has a name, the targets of the node that it moves are matched by number. Weights without a
/// source keep their rest value. `kept` lists the nodes of the clip whose channels are on the figure already.
pub(crate) fn write(job: &Job<'_, '_>, kept: &[bool], out: &mut Vec<Channel>, report: &mut Report) {
    let tracks = tracks(job, kept);
    let morphs = Morphs::new(job, &tracks);
    let is_free = |target: &usize| {
        job.mapping.source(*target).and_then(|source| kept.get(source)).is_none_or(|is_kept| !is_kept)
    };
    let targets = (0..job.figure.nodes().len()).filter(is_free);
    let mut moved: Vec<_> = targets.map(|target| (target, morphs.terms(target))).collect();
    let mut used: Vec<_> = tracks.iter().map(|track| vec![track.is_kept; track.driven.len()]).collect();
    for term in moved.iter().flat_map(|(_, terms)| terms.iter().flatten()) {
        used[term.track][term.component] = true;
    }
    let curves = curves(job, &tracks, &used, report);
    for (target, terms) in &mut moved {
        for terms in &mut *terms {
            terms.retain(|term| curves.contains_key(&term.track));
        }
        let Some(last) = terms.iter().flatten().map(|term| term.track).max() else { continue };
        let track = &tracks[last];
        match morphs.curve(*target, terms, &curves) {
            Ok(made) => {
                let sources: Vec<_> = terms.iter().flatten().map(|term| &*curves[&term.track]).collect();
                track.report(job, &made, &sources, report);
                let property = Property::Weights { count: terms.len() };
                out.extend(Channel::new(*target, property, made.curve.into_owned()));
            }
            Err(error) => track.report_dropped(job, &error, report),
        }
    }
    morphs.report_not_applied(report);
    let is_used = |(track, part): (usize, usize)| used[track][part];
    let last_used = morphs.last_used(is_used);
    for (index, track) in tracks.iter().enumerate() {
        let lost = (0..track.driven.len()).filter(|part| track.driven[*part] && !used[index][*part]);
        let winner = |part: usize| morphs.winner((index, part), &last_used, is_used);
        let (taken, missing): (Vec<_>, Vec<_>) = lost.partition(|part| winner(*part).is_some());
        // The parts of a face often have the same weights.
        let is_other =
            |part: &usize| winner(*part).is_some_and(|other| !is_same(&tracks, (index, *part), other));
        let taken: Vec<_> = taken.into_iter().filter(is_other).collect();
        let mut lose = |which: &[usize], message: &dyn Fn(String) -> String| {
            let decided: Vec<_> =
                which.iter().filter_map(|part| Some((track.deciding[*part]?, *part))).collect();
            for (channel, which) in by_channel(&decided) {
                let message = message(weight_list(job.source.clip, channel, &which));
                report.lose(codes::DROPPED.dropped(message).of_channel(job.source.clip, channel));
            }
        };
        lose(&missing, &|names| format!("the figure has no morph targets for the weights {names}"));
        lose(&taken, &|names| {
            format!(
                "the weights {names} are left out: another node drives weights of these names differently"
            )
        });
    }
}

/// Whether two weights, each by its track and its number, have the same curve.
fn is_same(tracks: &[Track<'_>], a: (usize, usize), b: (usize, usize)) -> bool {
    let [a, b] = [a, b].map(|(track, part)| {
        let channel = tracks[track].deciding[part]?;
        rearranged(channel.curve(), &[Some((part - channel.component(), 1.0))], &[0.0]).ok()
    });
    a.is_some() && a == b
}

/// The weights of each node of the clip that has channels of weights.
fn tracks<'c>(job: &Job<'_, 'c>, kept: &[bool]) -> Vec<Track<'c>> {
    let of_node = |(node, channels): (usize, &Vec<&'c Channel>)| {
        let is_weight = |part: &&Channel| matches!(part.property(), Property::Weights { .. });
        let parts: Vec<_> = channels.iter().copied().filter(is_weight).collect();
        let channel = *parts.last()?;
        let width = parts.iter().map(|part| part.property().width()).max().unwrap_or_default();
        let deciding = deciding(&parts, width);
        let driven = deciding.iter().map(Option::is_some).collect();
        Some(Track { node, channel, deciding, driven, is_kept: kept.get(node) == Some(&true) })
    };
    job.source.channels.iter().enumerate().filter_map(of_node).collect()
}

/// The curve of the used weights of each track whose weights are not kept.
fn curves<'c>(
    job: &Job<'_, 'c>,
    tracks: &[Track<'c>],
    used: &[Vec<bool>],
    report: &mut Report,
) -> Curves<'c> {
    let mut curves = Curves::new();
    for (index, track) in tracks.iter().enumerate().filter(|(_, track)| !track.is_kept) {
        let decides = |part: usize| track.deciding[part].filter(|_| used[index][part]);
        let wanted: HashSet<_> =
            (0..track.driven.len()).filter_map(decides).map(std::ptr::from_ref).collect();
        // In their order, since later ones decide.
        let channels = job.source.channels[track.node].iter().copied();
        let parts: Vec<&Channel> =
            channels.filter(|part| wanted.contains(&std::ptr::from_ref(*part))).collect();
        if parts.is_empty() {
            continue;
        }
        let zeros = vec![0.0; track.driven.len()];
        match merge::whole(&parts, &zeros, job.source.clip.duration, job.options.lengths()) {
            Ok(made) => {
                let sources: Vec<_> = parts.iter().map(|part| part.curve()).collect();
                track.report(job, &made, &sources, report);
                curves.insert(index, made.curve);
            }
            Err(error) => track.report_dropped(job, &error, report),
        }
    }
    curves
}

impl Track<'_> {
    /// The names of the morph targets.
    pub(crate) fn names<'c>(&self, clip: &'c Clip) -> &'c [String] {
        &clip.nodes[self.node].morphs
    }

    /// Reports the error and the jumps of a curve that was made from others, and that it holds where these repeat.
    fn report(&self, job: &Job<'_, '_>, made: &Merged<'_>, sources: &[&Curve], report: &mut Report) {
        let error = Deviation::ratio(made.error);
        job.report_baked(self.node, self.channel.property(), error, made.jump, report);
        if stops(&made.curve, sources) {
            let message = "the curve was composed of others that repeat; it holds";
            report.lose(codes::ENDS.dropped(message).of_channel(job.source.clip, self.channel));
        }
    }

    fn report_dropped(&self, job: &Job<'_, '_>, error: &ClipError, report: &mut Report) {
        let message = format!("the weights are dropped: {error}");
        report.lose(codes::DROPPED.dropped(message).of_channel(job.source.clip, self.channel));
    }
}

/// For each of `width` components of a property, the last of its parts that drives it.
pub fn deciding<'a>(parts: &[&'a Channel], width: usize) -> Vec<Option<&'a Channel>> {
    let mut deciding = vec![None; width];
    for part in parts {
        let own = deciding.iter_mut().skip(part.component()).take(part.curve().width());
        own.for_each(|decides| *decides = Some(*part));
    }
    deciding
}

/// Weights by the channels that decide them, each with its component, in the order of the first of each channel: a loss names the
/// channel of its weights.
pub fn by_channel<'a>(weights: &[(&'a Channel, usize)]) -> Vec<(&'a Channel, Vec<usize>)> {
    let mut grouped: Vec<(&Channel, Vec<usize>)> = Vec::new();
    let mut places: HashMap<*const Channel, usize> = HashMap::new();
    for (channel, component) in weights {
        let place = *places.entry(std::ptr::from_ref(*channel)).or_insert(grouped.len());
        match grouped.get_mut(place) {
            Some((_, own)) => own.push(*component),
            None => grouped.push((channel, vec![*component])),
        }
    }
    grouped
}

/// The names of components of a channel of weights, for a message; the numbers of those without a name.
pub fn weight_list(clip: &Clip, channel: &Channel, components: &[usize]) -> String {
    let name = |index: &usize| {
        let (name, number) = clip.column(channel, *index);
        if name == channel.property().name() { format!("{number}") } else { format!("`{name}`") }
    };
    let names = components.iter().take(SHOWN).map(name).collect::<Vec<_>>().join(", ");
    let more = components.len().saturating_sub(SHOWN);
    if more == 0 { names } else { format!("{names} and {more} more") }
}

/// The number of names that a message lists.
const SHOWN: usize = 4;

/// A curve made of components of another: each new component is an old one times a factor, or else constant with its number from
/// `rest`.
///
/// Errors: [`ClipError::Empty`](anim_core::ClipError::Empty) without components,
/// [`ClipError::Values`](anim_core::ClipError::Values) if the lists differ in length, and
/// [`ClipError::Slerp`](anim_core::ClipError::Slerp) for a curve with arcs that gets other than four components. Panics if the curve
/// has no such component.
pub fn rearranged(
    curve: &Curve,
    picks: &[Option<(usize, f64)>],
    rest: &[f64],
) -> Result<Curve, anim_core::ClipError> {
    if picks.len() != rest.len() {
        let (width, found) = (picks.len(), rest.len());
        return Err(anim_core::ClipError::Values { keys: 1, width, found });
    }
    let mut values = Vec::with_capacity(curve.len() * picks.len());
    let mut handles = Vec::new();
    for key in 0..curve.len() {
        let value = curve.value(key);
        for (pick, rest) in picks.iter().zip(rest) {
            values.push(pick.map_or(*rest, |(pick, factor)| factor * value[pick]));
            if curve.has_handles() {
                let still = || {
                    let Handles { into, out } = curve.handles(key, 0);
                    Handles { into: [into[0], 0.0], out: [out[0], 0.0] }
                };
                let scaled = |(pick, factor)| {
                    let Handles { into, out } = curve.handles(key, pick);
                    Handles { into: [into[0], factor * into[1]], out: [out[0], factor * out[1]] }
                };
                handles.push(pick.map_or_else(still, scaled));
            }
        }
    }
    let eases = (0..curve.len()).map(|key| curve.ease(key)).collect();
    let mut made = Curve::new(curve.times().clone(), picks.len(), values, Ease::Step)?.with_eases(eases)?;
    if curve.has_handles() {
        made = made.with_handles(handles)?;
    }
    let (before, after) = curve.wrap();
    Ok(made.with_wrap(before, after))
}

#[cfg(test)]
mod tests {
    use anim_core::Times;

    use super::*;

    #[test]
    fn a_curve_is_rearranged_by_lists_of_one_length() {
        let curve =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 2, vec![1.0, 2.0, 3.0, 4.0], Ease::Linear).unwrap();
        let made = rearranged(&curve, &[Some((1, 10.0)), None], &[0.0, 7.0]).unwrap();
        assert_eq!(made.values(), [20.0, 7.0, 40.0, 7.0]);
        for rest in [&[][..], &[0.0], &[0.0; 3]] {
            assert_eq!(
                rearranged(&curve, &[Some((1, 10.0)), None], rest),
                Err(ClipError::Values { keys: 1, width: 2, found: rest.len() }),
                "{rest:?}"
            );
        }
    }
}
