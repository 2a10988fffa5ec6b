//! Timelines of states and events.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anim_core::{Clip, Curve, Event, EventKind, Property, Sampler};

use crate::axis::Axis;
use crate::text::{Anchor, Font, escape, fit, number, width};
use crate::trace::key_times;

/// The height of a lane.
const LANE: f64 = 18.0;

/// The width of the names at the left.
const LEFT: f64 = 190.0;

/// The height of the times below.
const BOTTOM: f64 = 18.0;

/// The largest number of lanes of one clip; the rest is counted.
const MOST: usize = 60;

const SIZE: f64 = 7.2;

/// One row of a timeline.
pub(crate) struct Lane {
    pub(crate) name: String,
    pub(crate) detail: &'static str,
    pub(crate) spans: Vec<Span>,
    /// The times of events, with their labels.
    pub(crate) moments: Vec<(f64, String)>,
}

/// A state that lasts.
pub(crate) struct Span {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Whether it is drawn as a bar; otherwise as a word at its start.
    pub(crate) is_on: bool,
    pub(crate) label: String,
}

/// The lanes of a clip: `states` from a graph, then other events by name, then properties with states by node; restricted to the
/// selected events and nodes.
pub(crate) fn lanes(
    clip: &Clip,
    mut states: Vec<Lane>,
    span: [f64; 2],
    wanted: &dyn Fn(Option<usize>, &str) -> bool,
    still: bool,
) -> Vec<Lane> {
    if !wanted(None, "event") {
        states.clear();
    }
    // Events shown by the states are not shown again.
    let shown = |event: &Event| matches!(event.kind, EventKind::Enter { .. }) && !states.is_empty();
    let is_drawn = |event: &&Event| wanted(event.node, "event") && is_within(event.time, span);
    let mut events: BTreeMap<&str, Vec<(f64, String)>> = BTreeMap::new();
    for event in clip.events.iter().filter(is_drawn).filter(|event| !shown(event)) {
        let node = event.node.and_then(|node| clip.nodes.get(node)).map_or("", |node| node.name.as_str());
        events.entry(event.name()).or_default().push((event.time, node.to_owned()));
    }
    let events = events.into_iter().map(|(name, moments)| Lane {
        name: name.to_owned(),
        detail: "event",
        spans: Vec::new(),
        moments,
    });
    let changes = clip.channels.iter().filter_map(|channel| {
        let node = clip.nodes.get(channel.node())?;
        let detail = match channel.property() {
            Property::Visible => "visible",
            Property::Alive => "alive",
            Property::Parent => "parent",
            _ => return None,
        };
        let is_moving =
            channel.curve().values().iter().any(|value| Some(value) != channel.curve().values().first());
        let shown = wanted(Some(channel.node()), detail) && (is_moving || still);
        let spans = || spans(clip, channel.property(), channel.curve(), span);
        shown.then(|| Lane { name: node.name.clone(), detail, spans: spans(), moments: Vec::new() })
    });
    let states = states.into_iter().map(|lane| Lane { spans: clipped(lane.spans, span), ..lane });
    states.chain(events).chain(changes).collect()
}

/// Whether a time is within a span.
pub(crate) fn is_within(time: f64, [from, to]: [f64; 2]) -> bool {
    (from..=to).contains(&time)
}

/// The parts of spans within another one.
fn clipped(mut spans: Vec<Span>, [from, to]: [f64; 2]) -> Vec<Span> {
    spans.retain(|span| span.from <= to && span.to >= from);
    for span in &mut spans {
        (span.from, span.to) = (span.from.max(from), span.to.min(to));
    }
    spans
}

/// The total height of lanes.
pub(crate) fn height(lanes: &[Lane]) -> f64 {
    let more = if lanes.len() > MOST { LANE } else { 0.0 };
    if lanes.is_empty() { 0.0 } else { lanes.len().min(MOST) as f64 * LANE + more + BOTTOM + 14.0 }
}

/// Draws lanes with their top left corner at the origin.
pub(crate) fn draw(out: &mut String, font: &mut Font, lanes: &[Lane], span: [f64; 2], right: f64) {
    let left = LEFT.min(right / 2.0);
    let time = Axis::new(span, [left, right]);
    let shown = &lanes[..lanes.len().min(MOST)];
    let bottom = shown.len() as f64 * LANE;
    for (tick, label) in time.ticks(((right - left) / 90.0) as usize).full() {
        let x = time.place(tick);
        let _ = write!(out, "<path class=\"grid\" d=\"M{x} 0V{}\"/>", number(bottom), x = number(x));
        font.text(out, [x, bottom + SIZE + 5.0], SIZE, (Anchor::Middle, "m"), &label);
    }
    for (row, lane) in shown.iter().enumerate() {
        let top = row as f64 * LANE;
        let _ = write!(
            out,
            "<g transform=\"translate(0 {})\"><title>{} · {}</title>",
            number(top),
            escape(&lane.name),
            lane.detail
        );
        draw_lane(out, font, lane, &time, [left, right]);
        out.push_str("</g>");
    }
    if lanes.len() > MOST {
        let words = format!("{} more", lanes.len() - MOST);
        font.text(out, [0.0, bottom + BOTTOM + SIZE], SIZE, (Anchor::Start, "m"), &words);
    }
}

fn draw_lane(out: &mut String, font: &mut Font, lane: &Lane, time: &Axis, [left, right]: [f64; 2]) {
    let baseline = LANE / 2.0 + SIZE / 2.0;
    let detail = width(lane.detail, SIZE);
    let name = fit(&lane.name, SIZE * 1.15, left - detail - 20.0);
    font.text(out, [0.0, baseline], SIZE * 1.15, (Anchor::Start, ""), &name);
    font.text(out, [left - 8.0, baseline], SIZE, (Anchor::End, "m"), lane.detail);
    let _ = write!(
        out,
        "<rect class=\"plot\" x=\"{}\" y=\"2\" width=\"{}\" height=\"{}\" rx=\"2\"/>",
        number(left),
        number(right - left),
        number(LANE - 4.0)
    );
    for span in &lane.spans {
        let (from, to) = (time.place(span.from), time.place(span.to));
        if span.is_on {
            let _ = write!(
                out,
                "<rect class=\"on\" x=\"{}\" y=\"5\" width=\"{}\" height=\"{}\" rx=\"1.5\"/>",
                number(from),
                number((to - from).max(0.5)),
                number(LANE - 10.0)
            );
        } else if !span.label.is_empty() {
            let _ = write!(out, "<path class=\"zero\" d=\"M{} 3V{}\"/>", number(from), number(LANE - 3.0));
            let label = fit(&span.label, SIZE, to - from - 8.0);
            font.text(out, [from + 4.0, baseline], SIZE, (Anchor::Start, ""), &label);
        }
    }
    let mut covered = f64::NEG_INFINITY;
    for (index, (at, label)) in lane.moments.iter().enumerate() {
        let x = time.place(*at);
        // Events too close to distinguish are drawn once.
        if x - covered < 1.0 {
            continue;
        }
        covered = x;
        let _ = write!(
            out,
            "<path class=\"event\" style=\"stroke:none\" d=\"M{x} {}l4.5 4.5l-4.5 4.5l-4.5-4.5z\"/>",
            number(LANE / 2.0 - 4.5),
            x = number(x)
        );
        let next = lane.moments.get(index + 1).map_or(right, |(at, _)| time.place(*at));
        let label = fit(label, SIZE, next - x - 14.0);
        font.text(out, [x + 8.0, baseline], SIZE, (Anchor::Start, "m"), &label);
    }
}

/// The states of a curve that steps from one to the next.
fn spans(clip: &Clip, property: &Property, curve: &Curve, span: [f64; 2]) -> Vec<Span> {
    /// More changes than can be distinguished.
    const MOST: usize = 10_000;
    let times = key_times(curve, span, MOST).unwrap_or(span.to_vec());
    let mut sampler = Sampler::new(curve);
    let mut spans: Vec<Span> = Vec::new();
    for pair in times.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let mut sampled = [0.0];
        // Played backwards, a step has the value of its other key at each key, and its own between them.
        sampler.sample(from.midpoint(to), &mut sampled);
        let [value] = sampled;
        let parent = || {
            let node = (value >= 0.0).then(|| clip.nodes.get(value as usize)).flatten();
            node.map_or_else(|| "none".to_owned(), |node| node.name.clone())
        };
        let is_parent = *property == Property::Parent;
        let (is_on, label) = if is_parent { (false, parent()) } else { (value != 0.0, String::new()) };
        match spans.last_mut() {
            Some(last) if last.is_on == is_on && last.label == label => last.to = to,
            _ => spans.push(Span { from, to, is_on, label }),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Ease, Event, Node, Times};

    use super::*;

    #[test]
    fn states_last_from_key_to_key_and_events_share_a_lane() {
        let curve = |values: &[f64]| {
            Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, values.to_vec(), Ease::Step).unwrap()
        };
        let event = |time: f64, name: &str| Event::named(time, name, vec![]).with_node(0);
        let clip = Clip::new("")
            .with_duration(3.0)
            .with_nodes(vec![Node::new("a"), Node::new("b")])
            .with_channels(vec![
                Channel::new(0, Property::Alive, curve(&[1.0, 1.0, 0.0])).unwrap(),
                Channel::new(1, Property::Parent, curve(&[0.0, -1.0, -1.0])).unwrap(),
                Channel::new(1, Property::Visible, curve(&[1.0; 3])).unwrap(),
            ])
            .with_events(vec![event(0.5, "step"), event(1.0, "shout"), event(1.5, "step")]);
        let lanes = lanes(&clip, Vec::new(), [0.0, 3.0], &|_, _| true, false);
        let found: Vec<_> = lanes
            .iter()
            .map(|lane| {
                let spans: Vec<_> = lane
                    .spans
                    .iter()
                    .map(|span| (span.from, span.to, span.is_on, span.label.as_str()))
                    .collect();
                (lane.name.as_str(), lane.detail, spans, lane.moments.len())
            })
            .collect();
        let expected = [
            ("shout", "event", vec![], 1),
            ("step", "event", vec![], 2),
            ("a", "alive", vec![(0.0, 2.0, true, ""), (2.0, 3.0, false, "")], 0),
            ("b", "parent", vec![(0.0, 1.0, false, "a"), (1.0, 3.0, false, "none")], 0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn states_on_the_way_back_last_from_key_to_key() {
        let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, vec![1.0, 0.0, 0.0], Ease::Step);
        let curve = curve.unwrap().with_wrap(anim_core::Wrap::Hold, anim_core::Wrap::PingPong);
        let found = spans(&Clip::new(""), &Property::Visible, &curve, [0.0, 4.0]);
        let found: Vec<_> = found.iter().map(|span| (span.from, span.to, span.is_on)).collect();
        assert_eq!(found, [(0.0, 1.0, true), (1.0, 3.0, false), (3.0, 4.0, true)]);
    }

    #[test]
    fn a_lane_shows_bars_words_and_moments_at_their_times() {
        let span = |from, to, is_on, label: &str| Span { from, to, is_on, label: label.to_owned() };
        let lane = Lane {
            name: "hip".to_owned(),
            detail: "alive",
            spans: vec![span(0.5, 1.0, true, ""), span(1.5, 2.0, false, "hand")],
            moments: vec![(0.25, "step".to_owned()), (0.2505, "step".to_owned()), (1.0, "nod".to_owned())],
        };
        let mut out = String::new();
        draw(&mut out, &mut Font::default(), &[lane], [0.0, 2.0], 390.0);
        // Two seconds span 190 to 390.
        for shape in [
            "<rect class=\"plot\" x=\"190\" y=\"2\" width=\"200\" height=\"14\"",
            "<rect class=\"on\" x=\"240\" y=\"5\" width=\"50\" height=\"8\"",
            "<path class=\"zero\" d=\"M340 3V15\"/>",
            "d=\"M215 4.5l",
            "d=\"M290 4.5l",
        ] {
            assert_eq!(out.matches(shape).count(), 1, "{shape} in {out}");
        }
        assert_eq!(out.matches("class=\"event\"").count(), 2, "moments that cannot be told apart are one");
    }
}
