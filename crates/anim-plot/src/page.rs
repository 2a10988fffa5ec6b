//! The picture: for each clip first the timelines, then the curves in rows of panels.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use anim_core::{Activities, Clip, Event, counted};

use crate::lanes::{self, Lane};
use crate::panels::{Panel, channel_names, panels};
use crate::states::states;
use crate::text::{Anchor, Font, escape, fit, number};
use crate::theme::style;
use crate::{Angles, Error, Options, curves, multiples};

const MARGIN: f64 = 24.0;

/// The space between two panels in a row.
const GUTTER: f64 = 18.0;

/// The smallest width of panels, if there is room.
const NARROWEST: f64 = 280.0;

const MOST_COLUMNS: usize = 4;

/// The smallest and the largest width of a picture.
const WIDTHS: [u32; 2] = [320, 16_384];

/// A picture of clips.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(crate) svg: String,
    pub(crate) size: [f64; 2],
    /// The number of panels that were left out for lack of room.
    pub left_out: usize,
    /// The characters that are not in the font, in order: crossed boxes replace them.
    pub unknown: Vec<char>,
}

impl Picture {
    /// The picture as an SVG document. All text is drawn as paths, so that it looks the same everywhere.
    pub fn svg(&self) -> &str {
        &self.svg
    }
}

/// Draws the curves of clips as small multiples by node, with timelines of their states and events.
///
/// The same clips and options give the same bytes. Events outside of a clip are counted, not drawn.
///
/// Errors: [`Error::Clip`] with those of [`Clip::validate`]; a name in [`Options::nodes`] or [`Options::channels`] that no clip
/// has.
pub fn plot(clips: &[Clip], options: &Options) -> Result<Picture, Error> {
    clips.iter().try_for_each(Clip::validate)?;
    known(clips, options)?;
    let [least, most] = WIDTHS;
    let width = f64::from(options.width.clamp(least, most));
    let mut page = Page {
        body: String::new(),
        font: Font::default(),
        frames: String::new(),
        y: MARGIN,
        width,
        left: options.max_panels,
    };
    if !options.title.is_empty() {
        page.y += 18.0;
        page.words(18.0, "b", &options.title);
        page.y += 12.0;
    }
    let mut left_out = 0;
    let graph = options.graph.as_ref().map(|graph| (graph, Activities::new(graph)));
    for clip in clips {
        let states = graph.as_ref().map(|(graph, activities)| states(graph, activities, clip));
        left_out += page.clip(clip, states.unwrap_or_default(), options);
    }
    if clips.is_empty() {
        page.note("there is no clip");
    }
    page.y += MARGIN;
    let unknown = page.font.unknown();
    Ok(Picture { svg: page.finish(options), size: [width, page.y.ceil()], left_out, unknown })
}

/// Checks that every requested name exists.
fn known(clips: &[Clip], options: &Options) -> Result<(), Error> {
    let has_node = |name: &String| clips.iter().any(|clip| clip.node(name).is_some());
    let has_channel = |name: &String| {
        let named = |clip: &Clip| channel_names(clip).any(|known| known == *name);
        clips.iter().any(named) || name == "event"
    };
    match (
        options.nodes.iter().find(|name| !has_node(name)),
        options.channels.iter().find(|name| !has_channel(name)),
    ) {
        (Some(node), _) => Err(Error::Node(node.clone())),
        (_, Some(channel)) => Err(Error::Channel(channel.clone())),
        _ => Ok(()),
    }
}

struct Page {
    body: String,
    font: Font,
    /// Definitions of the clip paths of curves.
    frames: String,
    /// The position down to which the page is filled.
    y: f64,
    width: f64,
    /// The number of panels that may still be drawn.
    left: usize,
}

impl Page {
    /// Draws a clip with the lanes of its states; returns the number of panels left out.
    fn clip(&mut self, clip: &Clip, states: Vec<Lane>, options: &Options) -> usize {
        let span = span(clip);
        let wanted = |node: Option<usize>, channel: &str| {
            let named = |node: usize| {
                let name = clip.nodes.get(node).map_or("", |node| node.name.as_str());
                options.nodes.iter().any(|wanted| wanted == name || clip.node(wanted) == Some(node))
            };
            (options.nodes.is_empty() || node.is_none_or(named))
                && (options.channels.is_empty() || options.channels.iter().any(|wanted| wanted == channel))
        };
        let mut panels = panels(clip);
        panels.retain_mut(|panel| {
            let (node, property) = (Some(panel.node), panel.property.name());
            panel.lines.retain(|line| wanted(node, property) || wanted(node, &line.name));
            !panel.lines.is_empty()
        });
        let all = panels.len();
        panels.retain(|panel| options.still || panel.moves());
        let still = all - panels.len();
        let (mut panels, constant) = multiples::drawn(panels, options.angles, options.still);
        let left_out = panels.len().saturating_sub(self.left);
        panels.truncate(self.left);
        self.left -= panels.len();

        self.heading(clip);
        self.lanes(&lanes::lanes(clip, states, span, &wanted, options.still), span);
        self.panels(clip, &panels, span, options.angles);
        let is_outside = |event: &&Event| wanted(event.node, "event") && !lanes::is_within(event.time, span);
        let outside = clip.events.iter().filter(is_outside).count();
        if outside > 0 {
            self.note(&format!(
                "{} outside of the clip {} not drawn",
                counted(outside, "event"),
                if outside == 1 { "is" } else { "are" }
            ));
        }
        if left_out > 0 {
            self.note(&format!("{} more with changes are not drawn", counted(left_out, "panel")));
        }
        if still > 0 {
            self.note(&format!(
                "{} without any change {} not drawn",
                counted(still, "panel"),
                if still == 1 { "is" } else { "are" }
            ));
        }
        if constant > 0 {
            self.note(&format!(
                "{} without any change {} not drawn",
                counted(constant, "curve"),
                if constant == 1 { "is" } else { "are" }
            ));
        }
        self.y += GUTTER;
        left_out
    }

    fn heading(&mut self, clip: &Clip) {
        let rate = clip.rate.map(|rate| format!(" · {} frames/s", number(rate.hertz())));
        let facts = format!(
            "{} s{} · {} · {} · {}",
            number(clip.duration),
            rate.unwrap_or_default(),
            counted(clip.nodes.len(), "node"),
            counted(clip.channels.len(), "channel"),
            counted(clip.key_count(), "key"),
        );
        self.y += 14.0;
        self.words(12.0, "b", &clip.name);
        self.y += 17.0;
        self.words(8.5, "m", &facts);
        self.y += 16.0;
    }

    fn lanes(&mut self, lanes: &[Lane], span: [f64; 2]) {
        if lanes.is_empty() {
            return;
        }
        let _ = write!(self.body, "<g transform=\"translate({MARGIN} {})\">", number(self.y));
        lanes::draw(&mut self.body, &mut self.font, lanes, span, self.width - 2.0 * MARGIN);
        self.body.push_str("</g>\n");
        self.y += lanes::height(lanes);
    }

    /// Draws panels in rows. The panels of one node share a row if they fit.
    fn panels(&mut self, clip: &Clip, panels: &[Panel<'_>], span: [f64; 2], angles: Angles) {
        let groups: Vec<_> = panels.chunk_by(|a, b| a.node == b.node).collect();
        let (columns, wide) =
            self.columns(groups.iter().map(|group| group.len()).max().unwrap_or(1), panels.len());
        let id = format!("frame{}", number(self.y));
        self.frames.push_str(&curves::frame(&id, wide));
        let mut column = 0;
        let mut rows = 0;
        for group in groups {
            if column > 0 && column + group.len() > columns {
                (column, rows) = (0, rows + 1);
            }
            for panel in group {
                if column == columns {
                    (column, rows) = (0, rows + 1);
                }
                let x = MARGIN + column as f64 * (wide + GUTTER);
                let y = self.y + f64::from(rows) * (curves::HEIGHT + GUTTER / 2.0);
                let _ = write!(self.body, "<g transform=\"translate({} {})\">", number(x), number(y));
                let factor = multiples::factor(panel.property, angles);
                curves::draw(&mut self.body, &mut self.font, clip, panel, (span, factor), (&id, wide));
                self.body.push_str("</g>\n");
                column += 1;
            }
        }
        if !panels.is_empty() {
            self.y += f64::from(rows + 1) * (curves::HEIGHT + GUTTER / 2.0);
        }
    }

    /// The number of panels side by side, and the width of each: as many as fit, if possible a multiple of the most panels of a
    /// node, so that nodes line up.
    fn columns(&self, group: usize, panels: usize) -> (usize, f64) {
        let room = self.width - 2.0 * MARGIN;
        let fit = (((room + GUTTER) / (NARROWEST + GUTTER)) as usize).min(panels).clamp(1, MOST_COLUMNS);
        let columns = if group <= fit { fit / group * group } else { fit };
        (columns, (room + GUTTER) / columns as f64 - GUTTER)
    }

    fn note(&mut self, text: &str) {
        self.y += 12.0;
        self.words(8.5, "m", text);
        self.y += 4.0;
    }

    fn words(&mut self, size: f64, class: &str, text: &str) {
        let text = fit(text, size, self.width - 2.0 * MARGIN);
        self.font.text(&mut self.body, [MARGIN, self.y], size, (Anchor::Start, class), &text);
        self.body.push('\n');
    }

    fn finish(&self, options: &Options) -> String {
        let (width, height) = (number(self.width), number(self.y.ceil()));
        let title =
            if options.title.is_empty() { "animation curves".to_owned() } else { escape(&options.title) };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{title}</title>\n<style>{}</style>\n<defs>{}{}</defs>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            style(options.theme),
            self.frames,
            self.font.definitions(),
            self.body,
        )
    }
}

/// The span shown, in seconds: that of the clip, or of its keys if the clip has no length.
fn span(clip: &Clip) -> [f64; 2] {
    let end = clip.channels.iter().map(|channel| channel.curve().end()).fold(0.0, f64::max);
    match clip.duration {
        duration if duration > 0.0 && duration.is_finite() => [0.0, duration],
        _ if end > 0.0 => [0.0, end],
        _ => [0.0, 1.0],
    }
}
