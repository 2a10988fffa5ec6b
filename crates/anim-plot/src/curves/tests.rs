use anim_core::{Channel, Node, Property, Times};

use super::*;
use crate::panels::panels;

/// The drawn texts: their classes, positions, and numbers of letters.
fn texts(out: &str) -> Vec<(&str, f64, usize)> {
    let texts = out.split("<g class=\"t ").skip(1).map(|text| {
        let (class, rest) = text.split_once("\" transform=\"translate(").unwrap();
        let (x, rest) = rest.split_once(' ').unwrap();
        (class, x.parse().unwrap(), rest.split("</g>").next().unwrap().matches("<use").count())
    });
    texts.collect()
}

/// A node with morph targets of these names, whose weights go from 0 to 1.
fn face(names: &[&str]) -> Clip {
    let mut node = Node::new("the node of the face");
    node.morphs = names.iter().map(|name| (*name).to_owned()).collect();
    let values = [vec![0.0; names.len()], vec![1.0; names.len()]].concat();
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), names.len(), values, Ease::Linear).unwrap();
    let channels = vec![Channel::new(0, Property::Weights { count: names.len() }, curve).unwrap()];
    Clip::new("c").with_nodes(vec![node]).with_channels(channels)
}

#[test]
fn names_share_the_room_above_a_panel() {
    let [few, many] =
        [face(&["smile", "frown"]), face(&["a long smile indeed", "a frown as long", "wink, wink"])];
    let long = "a property with a name that is by far too long for a panel";
    // Node and property get at least two fifths of the panel; names of curves that do not fit are left out.
    for (clip, title) in [(&few, "weights"), (&few, long), (&many, "weights")] {
        let mut panel = panels(clip).remove(0);
        panel.title = title.to_owned();
        let (mut out, mut font) = (String::new(), Font::default());
        heading(&mut out, &mut font, &clip.nodes[0].name, &panel, [LEFT, 320.0]);
        let texts = texts(&out);
        let [(_, left, node), (_, middle, property), labels @ ..] = &texts[..] else { panic!("{texts:?}") };
        // A long title does not displace the node's name.
        assert!(*node >= 3 && *property >= 7 && labels.len() == 2, "{title}: {texts:?}");
        assert!(middle - left > 20.0 && labels.iter().all(|(_, x, _)| x > middle), "{title}: {texts:?}");
    }
}

#[test]
fn a_title_gets_what_the_node_leaves() {
    let long = "weights browInnerUp_17_of_a_shape";
    for (node, title, panel_width, is_cut) in [
        ("face", long, 294.0, [false, false]),
        ("", long, 270.0, [false, false]),
        ("face", long, 200.0, [false, true]),
        ("a node with a name that is as long as this one", "rotation", 294.0, [true, false]),
        ("a node with a name that is as long as this one", long, 294.0, [true, true]),
    ] {
        let clip = face(&["smile"]);
        let mut panel = panels(&clip).remove(0);
        panel.title = title.to_owned();
        panel.lines[0].label.clear();
        let (mut out, mut font) = (String::new(), Font::default());
        heading(&mut out, &mut font, node, &panel, [LEFT, panel_width]);
        let [(_, _, name), (_, x, property)] = texts(&out)[..] else { panic!("{out}") };
        let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').count();
        assert_eq!([name < letters(node), property < letters(title)], is_cut, "{node} {title}");
        if !is_cut[1] {
            assert!(x + width(title, SMALL) <= panel_width, "{node} {title}");
        }
    }
}

/// The texts of the axis of values with their positions, from top to bottom, and the positions of the keys.
fn axis(out: &str) -> (Vec<(f64, String)>, Vec<f64>) {
    let between = |text: &str, start: &str, end: &str| {
        text.split_once(start).and_then(|(_, rest)| Some(rest.split_once(end)?.0.to_owned())).unwrap()
    };
    let spelled = |text: &str| -> String {
        let letters = text.split("#g").skip(1).map(|letter| letter.split_once('"').unwrap().0);
        letters.map(|letter| char::from_u32(u32::from_str_radix(letter, 16).unwrap()).unwrap()).collect()
    };
    let lines = out
        .split("<path class=\"")
        .skip(1)
        .filter(|line| line.starts_with("grid") || line.starts_with("zero"));
    let lines = lines.filter(|line| between(line, " d=\"", "\"/>").contains('H'));
    let labels = lines.map(|line| {
        let text = between(line, "<g class=\"t m\"", "</g>");
        (between(line, " d=\"M50 ", "H").parse().unwrap(), spelled(&text))
    });
    let keys = out.split("<circle").skip(1).map(|key| between(key, "cy=\"", "\"").parse().unwrap());
    (labels.collect(), keys.collect())
}

#[test]
fn labels_are_read_as_the_values_at_their_height() {
    for (values, offset) in [
        ([4_512_345.1, 4_512_345.6, 4_512_346.2, 4_512_347.9], 4_512_340.0),
        ([-123_456.101, -123_456.102, -123_456.103, -123_456.104_5], -123_456.1),
        ([-0.25, 1.0, 0.0, 3.5], 0.0),
    ] {
        let times = Times::keys([0.0, 0.5, 1.0, 1.5]).unwrap();
        let curve = Curve::new(times, 1, values.to_vec(), Ease::Linear).unwrap();
        let channels = vec![Channel::new(0, Property::named("p", 1), curve).unwrap()];
        let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(channels);
        let (mut out, mut font) = (String::new(), Font::default());
        draw(&mut out, &mut font, &clip, &panels(&clip)[0], ([0.0, 1.5], 1.0), ("f", 294.0));
        let (labels, keys) = axis(&out);
        assert!(labels.len() >= 3, "{labels:?}");
        // Keys of known values give the value of a pixel.
        let pixel = (values[3] - values[0]) / (keys[3] - keys[0]);
        for (y, label) in labels {
            let value = offset + label.replace('−', "-").parse::<f64>().unwrap();
            let expected = values[0] + (y - keys[0]) * pixel;
            assert!((value - expected).abs() < 0.05 * pixel.abs(), "{label}: {value} {expected}");
        }
    }
}

#[test]
fn the_ground_beyond_the_keys_is_that_of_a_wrap() {
    let rects = |before: Wrap, after: Wrap, to: f64| {
        let mut clip = face(&["smile"]);
        let curve = clip.channels[0].curve().clone().with_wrap(before, after);
        clip.channels[0] = clip.channels[0].with_curve(curve).unwrap();
        let (mut out, mut font) = (String::new(), Font::default());
        let time = Axis::new([-1.0, to], [50.0, 50.0 + 100.0 * (to + 1.0)]);
        wraps(&mut out, &mut font, &panels(&clip)[0], &time, [-1.0, to], [24.0, 140.0]);
        let rects = out.split("<rect class=\"wrap\" ").skip(1);
        rects.map(|rect| rect.split("/>").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let before = "x=\"50\" y=\"24\" width=\"100\" height=\"116\"";
    let after = "x=\"250\" y=\"24\" width=\"200\" height=\"116\"";
    assert_eq!(rects(Wrap::Hold, Wrap::Hold, 3.0), [""; 0]);
    assert_eq!(rects(Wrap::Repeat, Wrap::Hold, 3.0), [before]);
    assert_eq!(rects(Wrap::PingPong, Wrap::Repeat, 3.0), [before, after]);
    assert_eq!(rects(Wrap::Repeat, Wrap::Repeat, 1.0), [before], "the span ends with the keys");
}

#[test]
fn paths_have_short_words_and_no_point_twice() {
    let (time, value) = (Axis::new([0.0, 2.0], [0.0, 20.0]), Axis::new([0.0, 1.0], [10.0, 0.0]));
    let points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0], [1.5, 0.5], [2.0, 0.0]];
    assert_eq!(data(&points, &time, &value), "M0.0 10.0H10.0V0.0L15.0 5.0L20.0 10.0");
}
