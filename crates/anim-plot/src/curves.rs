//! One panel: the curves of a property with their keys, tangents and wraps.

use std::fmt::Write as _;

use anim_core::{Clip, Curve, Ease, Wrap};

use crate::axis::Axis;
use crate::panels::{Line, Panel};
use crate::text::{Anchor, Font, escape, fit, number, width};
use crate::trace::{range, trace};

/// The height of a panel with its title and its times.
pub(crate) const HEIGHT: f64 = 158.0;

/// The distance of the curves from the top of a panel, and below them the height of the times.
const TOP: f64 = 24.0;
const BOTTOM: f64 = 18.0;

/// The baseline of the names above the curves.
const HEADING: f64 = TOP - 9.0;

/// The width of the numbers at the left.
const LEFT: f64 = 50.0;

/// More labels than fit above a panel.
const MOST_LABELS: usize = 64;

/// Keys closer than this many pixels are not marked.
const KEY_GAP: f64 = 5.0;

const TITLE: f64 = 9.0;
const SMALL: f64 = 7.2;

/// The clip path for the curves of panels of a width.
pub(crate) fn frame(id: &str, panel_width: f64) -> String {
    let [left, top, right, bottom] = corners(panel_width);
    format!(
        "<clipPath id=\"{id}\"><rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/></clipPath>",
        number(right - left),
        number(bottom - top)
    )
}

/// Draws a panel with its top left corner at the origin, over a span of seconds, with values times a factor. The last argument is
/// the id of its frame, and its width.
pub(crate) fn draw(
    out: &mut String,
    font: &mut Font,
    clip: &Clip,
    panel: &Panel<'_>,
    (span, factor): ([f64; 2], f64),
    (frame, panel_width): (&str, f64),
) {
    let [left, top, right, bottom] = corners(panel_width);
    let columns = ((right - left) as usize).max(1);
    let time = Axis::new(span, [left, right]);
    let mut traced = traced(panel, span, columns);
    for (_, points) in traced.iter_mut().flat_map(|traced| &mut traced.parts) {
        for [_, value] in points {
            *value *= factor;
        }
    }
    let points = traced.iter().flat_map(|traced| traced.parts.iter().flat_map(|(_, points)| points));
    let (low, high) = range(points.map(|point| point[1]));
    let value = Axis::roomy([low, high], [bottom, top]);

    let node = clip.nodes.get(panel.node).map_or("", |node| node.name.as_str());
    let _ = write!(out, "<title>{} · {}</title>", escape(node), escape(&panel.title));
    let (ticks, offset) = value.ticks(3).short(|label| width(label, SMALL) <= LEFT - 8.0);
    let from = if offset.is_empty() { LEFT } else { LEFT.max(width(&offset, SMALL) + 8.0) };
    if !offset.is_empty() {
        font.text(out, [0.0, HEADING], SMALL, (Anchor::Start, "m"), &offset);
    }
    heading(out, font, node, panel, [from, panel_width]);
    let _ = write!(
        out,
        "<rect class=\"plot\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"3\"/>",
        number(right - left),
        number(bottom - top)
    );
    wraps(out, font, panel, &time, span, [top, bottom]);
    grid(out, font, &time, (&value, &ticks), [left, top, right, bottom]);
    let _ = write!(out, "<g clip-path=\"url(#{frame})\">");
    for Traced { line, parts } in &traced {
        for (is_wrap, points) in parts {
            let class = if *is_wrap { " w" } else { "" };
            let dash = if line.dash > 0 { format!(" d{}", (line.dash - 1) % 2 + 1) } else { String::new() };
            let _ = write!(
                out,
                "<path class=\"l c{}{dash}{class}\" d=\"{}\"/>",
                line.color,
                data(points, &time, &value)
            );
        }
    }
    for Traced { line, .. } in &traced {
        keys(out, line, (span, factor), &time, &value);
    }
    out.push_str("</g>");
}

/// The area of the curves in a panel of a width: left, top, right, bottom.
fn corners(panel_width: f64) -> [f64; 4] {
    [LEFT, TOP, panel_width, HEIGHT - BOTTOM]
}

/// A line with its drawn points: before its keys, between them, and after them.
struct Traced<'a> {
    line: &'a Line<'a>,
    parts: Vec<(bool, Vec<[f64; 2]>)>,
}

/// The drawn points of the lines of a panel; a curve that drives several lines is sampled once.
fn traced<'a>(panel: &'a Panel<'a>, [from, to]: [f64; 2], columns: usize) -> Vec<Traced<'a>> {
    let mut all = Vec::new();
    for chunk in panel.lines.chunk_by(|a, b| std::ptr::eq(a.curve, b.curve)) {
        let Some(curve) = chunk.first().map(|line| line.curve) else { continue };
        let (before, after) = curve.wrap();
        let start = if before == Wrap::Hold { from } else { curve.start().clamp(from, to) };
        let end = if after == Wrap::Hold { to } else { curve.end().clamp(start, to) };
        let spans = [(true, [from, start]), (false, [start, end]), (true, [end, to])];
        let spans = spans.into_iter().filter(|(is_wrap, [a, b])| !is_wrap || a < b);
        let mut parts: Vec<_> =
            spans.map(|(is_wrap, span)| (is_wrap, trace(curve, panel.property, span, columns))).collect();
        all.extend(chunk.iter().map(|line| {
            Traced {
                line,
                parts: parts
                    .iter_mut()
                    .filter_map(|(is_wrap, points)| {
                        Some((*is_wrap, std::mem::take(points.get_mut(line.component)?)))
                    })
                    .collect(),
            }
        }));
    }
    all
}

/// The names of the node and the property, and the legend of the lines, between two positions.
fn heading(out: &mut String, font: &mut Font, node: &str, panel: &Panel<'_>, [from, to]: [f64; 2]) {
    let mut labels: Vec<&Line<'_>> = Vec::new();
    for line in panel.lines.iter().filter(|line| !line.label.is_empty()) {
        if labels.len() < MOST_LABELS
            && labels.iter().all(|known| (&known.label, known.color) != (&line.label, line.color))
        {
            labels.push(line);
        }
    }
    let wide = |line: &&Line<'_>| width(&line.label, SMALL) + 9.0;
    let legend: f64 = labels.iter().map(wide).sum();
    // Each curve is named; the names of the node and of the property get the remaining room.
    let room = to - from - legend.min((to - from) * 0.7) - 12.0;
    let gap = if node.is_empty() { 0.0 } else { 8.0 };
    let property = fit(&panel.title, SMALL, (room * 0.6).max(room - width(node, TITLE) - gap));
    let name = fit(node, TITLE, room - width(&property, SMALL) - gap);
    font.text(out, [from, HEADING], TITLE, (Anchor::Start, "b"), &name);
    let after_name = from + width(&name, TITLE) + if name.is_empty() { 0.0 } else { 8.0 };
    font.text(out, [after_name, HEADING], SMALL, (Anchor::Start, "m"), &property);
    let mut right = to;
    for line in labels.iter().rev() {
        right -= wide(line);
        if right < after_name + width(&property, SMALL) + 6.0 {
            break;
        }
        font.text(
            out,
            [right + 9.0, HEADING],
            SMALL,
            (Anchor::Start, &format!("b c{}", line.color)),
            &line.label,
        );
    }
}

/// The background before the first and after the last keys, with the wraps of the curves.
fn wraps(
    out: &mut String,
    font: &mut Font,
    panel: &Panel<'_>,
    time: &Axis,
    [from, to]: [f64; 2],
    [top, bottom]: [f64; 2],
) {
    let shared = |which: fn(&Curve) -> (Wrap, f64)| {
        let mut all = panel.lines.iter().map(|line| which(line.curve));
        let first = all.next()?;
        (first.0 != Wrap::Hold && all.all(|other| other == first)).then_some(first)
    };
    let before =
        shared(|curve| (curve.wrap().0, curve.start())).map(|(wrap, start)| (wrap, [from, start.min(to)]));
    let after = shared(|curve| (curve.wrap().1, curve.end())).map(|(wrap, end)| (wrap, [end.max(from), to]));
    for (wrap, [a, b]) in [before, after].into_iter().flatten().filter(|(_, [a, b])| a < b) {
        let (left, right) = (time.place(a), time.place(b));
        let _ = write!(
            out,
            "<rect class=\"wrap\" x=\"{}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>",
            number(left),
            number(right - left),
            number(bottom - top)
        );
        let name = fit(wrap.name(), SMALL, right - left - 8.0);
        font.text(out, [left + 4.0, top + SMALL + 3.0], SMALL * 0.9, (Anchor::Start, "m"), &name);
    }
}

/// The grid lines for values and times, with their labels.
fn grid(
    out: &mut String,
    font: &mut Font,
    time: &Axis,
    (value, ticks): (&Axis, &[(f64, String)]),
    [left, top, right, bottom]: [f64; 4],
) {
    for (tick, label) in ticks {
        let (y, class) = (value.place(*tick), if *tick == 0.0 { "zero" } else { "grid" });
        let _ = write!(out, "<path class=\"{class}\" d=\"M{left} {y}H{}\"/>", number(right), y = number(y));
        font.text(out, [left - 5.0, y + SMALL / 2.0], SMALL, (Anchor::End, "m"), label);
    }
    let labels = ((right - left) / 60.0) as usize;
    for (tick, label) in time.ticks(labels.max(2)).full() {
        let x = time.place(tick);
        let _ = write!(out, "<path class=\"grid\" d=\"M{} {top}V{bottom}\"/>", number(x));
        let anchor = if x + width(&label, SMALL) / 2.0 > right { Anchor::End } else { Anchor::Middle };
        font.text(out, [x, bottom + SMALL + 5.0], SMALL, (anchor, "m"), &label);
    }
}

/// The keys of a line, and its tangents if it has any.
fn keys(out: &mut String, line: &Line<'_>, ([from, to], factor): ([f64; 2], f64), time: &Axis, value: &Axis) {
    let curve = line.curve;
    let places = curve.times().iter().enumerate().filter(|(_, at)| (from..=to).contains(at));
    let places: Vec<(usize, f64)> = places.map(|(key, at)| (key, time.place(at))).collect();
    let stretch = places.last().map_or(0.0, |last| last.1) - places.first().map_or(0.0, |first| first.1);
    if places.len() > 1 && stretch / (places.len() as f64 - 1.0) < KEY_GAP {
        return;
    }
    let mut handles = String::new();
    for &(key, x) in &places {
        let Some(&stored) = curve.value(key).get(line.component).filter(|stored| stored.is_finite()) else {
            continue;
        };
        let y = value.place(factor * stored);
        let _ = write!(
            out,
            "<circle class=\"k{}\" cx=\"{}\" cy=\"{}\" r=\"2\"/>",
            line.color,
            number(x),
            number(y)
        );
        if !curve.has_handles() {
            continue;
        }
        let tangents = curve.handles(key, line.component);
        let arrives = key > 0 && curve.ease(key - 1) == Ease::Bezier;
        let leaves = key + 1 < curve.len() && curve.ease(key) == Ease::Bezier;
        for (_, [seconds, rise]) in
            [(arrives, tangents.into), (leaves, tangents.out)].iter().filter(|(shown, _)| *shown)
        {
            let at = curve.times().get(key).unwrap_or_default();
            let (hx, hy) = (time.place(at + seconds), value.place(factor * (stored + rise)));
            if hx.is_finite() && hy.is_finite() {
                // Far outside the frame, renderers lose precision.
                let (hx, hy) = (number(hx.clamp(-1e4, 1e4)), number(hy.clamp(-1e4, 1e4)));
                let _ = write!(handles, "M{} {}L{hx} {hy}", number(x), number(y));
            }
        }
    }
    if !handles.is_empty() {
        let _ = write!(out, "<path class=\"h c{}\" d=\"{handles}\"/>", line.color);
    }
}

/// The path data through points, with short commands for steps. A point without a value interrupts the path.
fn data(points: &[[f64; 2]], time: &Axis, value: &Axis) -> String {
    let mut data = String::new();
    let mut last: Option<[String; 2]> = None;
    for &[at, what] in points {
        if what.is_nan() {
            last = None;
            continue;
        }
        let [x, y] = [format!("{:.1}", time.place(at)), format!("{:.1}", value.place(what))];
        let _ = match &last {
            None => write!(data, "M{x} {y}"),
            Some([lx, ly]) if *lx == x && *ly == y => continue,
            Some([_, ly]) if *ly == y => write!(data, "H{x}"),
            Some([lx, _]) if *lx == x => write!(data, "V{y}"),
            Some(_) => write!(data, "L{x} {y}"),
        };
        last = Some([x, y]);
    }
    data
}

#[cfg(test)]
mod tests;
