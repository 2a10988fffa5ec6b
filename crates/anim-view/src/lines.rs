//! Curves as lines that the page draws.

use anim_core::Clip;
use anim_plot::{Line, panels, trace};

use crate::columns::singles;
use crate::data::{LineData, PanelData};

/// In how many columns a line keeps its extremes: about the pixels of the page's curves.
const COLUMNS: usize = 400;

/// Keys beyond this number are not marked: they would touch each other.
const MOST_KEYS: usize = 200;

/// The curves of a clip, panel by panel.
pub(crate) fn lines(clip: &Clip) -> Vec<PanelData> {
    let panels = panels(clip).into_iter().map(|panel| PanelData {
        node: panel.node,
        title: panel.title,
        lines: traced(&panel.lines, clip.duration),
    });
    panels.collect()
}

/// Lines with their points; a curve that drives several of them is sampled once.
fn traced(lines: &[Line<'_>], duration: f64) -> Vec<LineData> {
    let chunks = lines.chunk_by(|a, b| std::ptr::eq(a.curve, b.curve));
    let chunks = chunks.flat_map(|chunk| {
        let mut points =
            chunk.first().map(|line| trace(line.curve, [0.0, duration], COLUMNS)).unwrap_or_default();
        let take =
            move |line: &Line<'_>| data(line, points.get_mut(line.component).map(std::mem::take), duration);
        chunk.iter().map(take)
    });
    chunks.collect()
}

fn data(line: &Line<'_>, points: Option<Vec<[f64; 2]>>, duration: f64) -> LineData {
    let curve = line.curve;
    let keys = curve.times().iter().enumerate().filter(|(_, time)| (0.0..=duration).contains(time));
    let keys = keys.filter_map(|(key, time)| Some([time, *curve.value(key).get(line.component)?]));
    let keys: Vec<[f64; 2]> = if curve.len() > MOST_KEYS { Vec::new() } else { keys.collect() };
    LineData {
        label: line.label.clone(),
        color: line.color,
        dash: line.dash,
        points: singles(points.into_iter().flatten().flatten()),
        keys: singles(keys.into_iter().flatten()),
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Curve, Ease, Node, Property, Times};

    use super::*;

    #[test]
    fn a_line_has_its_points_and_its_keys() {
        let curve = Curve::new(Times::keys([0.0, 1.0, 5.0]).unwrap(), 1, vec![0.0, 4.0, 0.0], Ease::Linear);
        let channels = vec![Channel::new(0, Property::named("p", 1), curve.unwrap()).unwrap()];
        let clip = Clip::new("").with_duration(3.0).with_nodes(vec![Node::new("a")]).with_channels(channels);
        let panels = lines(&clip);
        assert_eq!((panels.len(), panels[0].node, panels[0].title.as_str()), (1, 0, "p"));
        assert_eq!(panels[0].lines[0].points, singles([0.0, 0.0, 1.0, 4.0, 3.0, 2.0]));
        assert_eq!(panels[0].lines[0].keys, singles([0.0, 0.0, 1.0, 4.0]), "the last key is beyond the clip");
    }
}
