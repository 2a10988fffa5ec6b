//! Which panels are drawn, where they are, and what is refused.

use anim_core::{Channel, ClipError, Curve, Ease, Node, Property, Times};

use super::*;

/// A clip of nodes with these moving channels each, and one constant channel.
fn clip(nodes: usize, properties: &[Property]) -> Clip {
    let curve = |width: usize, end: f64| {
        let values = [vec![0.0; width], vec![end; width]].concat();
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), width, values, Ease::Linear).unwrap()
    };
    let mut clip = Clip::new("c").with_duration(1.0);
    for node in 0..nodes {
        clip.nodes.push(Node::new(format!("node {node}")));
        let moving = properties.iter().map(|property| (property.clone(), 1.0));
        for (property, end) in moving.chain([(Property::named("still", 1), 0.0)]) {
            let width = property.width();
            clip.channels.push(Channel::new(node, property, curve(width, end)).unwrap());
        }
    }
    clip
}

/// The positions of the panels: x and y.
fn places(svg: &str) -> Vec<(f64, f64)> {
    let places = svg.lines().filter_map(|line| {
        let (place, rest) = line.strip_prefix("<g transform=\"translate(")?.split_once(')')?;
        let (x, y) = place.split_once(' ')?;
        rest.starts_with("\"><title>").then(|| (x.parse().unwrap(), y.parse().unwrap()))
    });
    places.collect()
}

#[test]
fn panels_fill_rows_and_stay_within_the_page() {
    let two = [Property::Translation, Property::Rotation];
    let three = [Property::Translation, Property::Rotation, Property::Scale];
    for (nodes, properties, width, columns) in [
        (60, &two[..], 1280, 4),
        (60, &three, 1280, 3),
        (5, &three, 700, 2),
        (2, &two[..1], 1280, 2),
        (9, &three, 320, 1),
    ] {
        let options = Options { width, ..Options::default() };
        let picture = plot(&[clip(nodes, properties)], &options).unwrap();
        let places = places(picture.svg());
        assert_eq!(places.len(), nodes * properties.len());
        let rows = places.chunk_by(|a, b| a.1 == b.1);
        assert_eq!(rows.clone().map(<[_]>::len).max(), Some(columns));
        for row in rows {
            assert!(row.is_sorted_by(|a, b| a.0 + 200.0 < b.0), "{row:?}");
        }
        assert!(places.is_sorted_by(|a, b| a.1 == b.1 || a.1 + curves::HEIGHT <= b.1));
        assert!(
            places.iter().all(|(x, y)| x + 200.0 < picture.size[0] && y + curves::HEIGHT < picture.size[1])
        );
    }
}

#[test]
fn what_is_not_drawn_is_counted() {
    let clips = [clip(3, &[Property::Scale])];
    let drawn = |options: Options| {
        let picture = plot(&clips, &options).unwrap();
        (places(picture.svg()).len(), picture.left_out)
    };
    assert_eq!(drawn(Options::default()), (3, 0));
    assert_eq!(drawn(Options { still: true, ..Options::default() }), (6, 0));
    assert_eq!(drawn(Options { max_panels: 2, ..Options::default() }), (2, 1));
    assert_eq!(drawn(Options { nodes: vec!["node 1".into()], ..Options::default() }), (1, 0));
    let channels = vec!["still".into()];
    assert_eq!(drawn(Options { channels: channels.clone(), ..Options::default() }), (0, 0));
    assert_eq!(drawn(Options { channels, still: true, ..Options::default() }), (3, 0));
}

#[test]
fn one_morph_target_of_several_is_drawn() {
    let mut clip = clip(1, &[Property::Weights { count: 3 }]);
    clip.nodes[0].morphs = vec!["smile".into(), "frown".into()];
    let clips = [clip];
    let curves = |name: &str| {
        let options = Options { channels: vec![name.into()], still: true, ..Options::default() };
        // Each component has the colour of its number.
        let has = |svg: &str, colour: &usize| svg.contains(&format!("<path class=\"l c{colour}"));
        plot(&clips, &options).map(|picture| (0..4).filter(|n| has(picture.svg(), n)).collect::<Vec<_>>())
    };
    assert_eq!(curves("weight"), Ok(vec![0, 1, 2]));
    assert_eq!(curves("weight/frown"), Ok(vec![1]));
    assert_eq!(curves("weight/wink"), Err(Error::Channel("weight/wink".into())));
}

#[test]
fn names_that_no_clip_has_are_refused() {
    let clips = [clip(1, &[])];
    let nodes = Options { nodes: vec!["node 0".into(), "hip".into()], ..Options::default() };
    assert_eq!(plot(&clips, &nodes), Err(Error::Node("hip".into())));
    let channels = Options { channels: vec!["scale".into()], ..Options::default() };
    assert_eq!(plot(&clips, &channels), Err(Error::Channel("scale".into())));
}

#[test]
fn the_same_clips_make_the_same_bytes() {
    let clips = [clip(4, &[Property::Rotation]), Clip::default()];
    let options = Options { title: "a title".into(), ..Options::default() };
    assert_eq!(plot(&clips, &options), plot(&clips.clone(), &options));
}

#[test]
fn angles_in_degrees_are_drawn_as_so_many_numbers_of_degrees() {
    let drawn = |property: Property, values: Vec<f64>, angles: Angles| {
        let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, values, Ease::Linear).unwrap();
        let channels = vec![Channel::new(0, property, curve).unwrap()];
        let clip = Clip::new("").with_nodes(vec![Node::new("a")]).with_channels(channels);
        let svg = plot(&[clip], &Options { angles, ..Options::default() }).unwrap().svg;
        let (_, frame) = svg.split_once("<g clip-path").unwrap();
        frame.split_once("</g>").unwrap().0.to_owned()
    };
    let radians = vec![0.0, 1.0, -0.3];
    let degrees = radians.iter().map(|angle| angle * 180.0 / std::f64::consts::PI).collect();
    let angle = drawn(Property::Angle { axis: [0.0, 0.0, 1.0] }, radians, Angles::Degrees);
    assert_eq!(angle, drawn(Property::named("p", 1), degrees, Angles::Radians));
}

#[test]
fn lanes_end_where_the_panels_do() {
    let mut clip = clip(1, &[]);
    clip.events.push(anim_core::Event::named(0.5, "step", vec![]));
    let picture = plot(&[clip], &Options { width: 1000, ..Options::default() }).unwrap();
    // From 24, with 190 for names, to 24 from the right.
    assert!(picture.svg().contains("<rect class=\"plot\" x=\"190\" y=\"2\" width=\"762\""));
}

#[test]
fn a_picture_is_as_wide_as_pictures_are() {
    let wide = |width: u32| plot(&[clip(1, &[])], &Options { width, ..Options::default() }).unwrap();
    assert_eq!([0, 320, 700, 16_384].map(|width| wide(width).size[0]), [320.0, 320.0, 700.0, 16_384.0]);
    assert_eq!(wide(u32::MAX), wide(16_384));
}

#[test]
fn clips_that_are_not_valid_are_refused() {
    type Change = fn(&mut Clip);
    let node = ClipError::Node { index: 7, count: 1 };
    let cases: [(Change, ClipError); 6] = [
        (|clip| clip.duration = f64::NAN, ClipError::Duration),
        (|clip| clip.duration = f64::INFINITY, ClipError::Duration),
        (|clip| clip.nodes[0].parent = Some(7), node),
        (|clip| clip.channels.push(clip.channels[0].with_node(7)), node),
        (|clip| clip.events.push(Event::named(f64::NAN, "e", vec![])), ClipError::Events),
        (|clip| clip.events.push(Event::named(f64::INFINITY, "e", vec![])), ClipError::Events),
    ];
    for (change, expected) in cases {
        let mut clip = clip(1, &[Property::Scale]);
        change(&mut clip);
        assert_eq!(plot(&[Clip::default(), clip], &Options::default()), Err(Error::Clip(expected)));
    }
}

#[test]
fn events_outside_of_a_clip_are_counted_and_not_drawn() {
    let drawn = |times: &[f64]| {
        let mut clip = clip(1, &[Property::Scale]);
        clip.events = times.iter().map(|time| Event::named(*time, "step", vec![])).collect();
        let picture = plot(&[clip], &Options::default()).unwrap();
        (picture.svg().matches("class=\"event\"").count(), picture.size[1])
    };
    let (none, low) = drawn(&[]);
    assert_eq!(none, 0);
    for (times, expected) in [(&[0.0, 0.5, 1.0][..], 3), (&[-1e308, 0.5, 1.5, 1e308], 1), (&[1e308], 0)] {
        let (found, height) = drawn(times);
        assert_eq!(found, expected, "{times:?}");
        assert!(height > low, "a lane or a note takes room");
    }
}
