//! The page: a frame of HTML with the styles, the data and the scripts.

use anim_core::{Activities, Clip, Rate, Scene};
use serde::Serialize;

use crate::columns::Columns;
use crate::data::{ClipData, CompareData, Data, EventData};
use crate::graph::GraphData;
use crate::rig::Rigs;
use crate::scene::SceneData;
use crate::tracks::tracks;
use crate::{Compare, Error, Options, Source, Up};

const FRAME: &str = include_str!("page/frame.html");

const STYLES: [&str; 5] = [
    include_str!("page/style/colors.css"),
    include_str!("page/style/layout.css"),
    include_str!("page/style/controls.css"),
    include_str!("page/style/panels.css"),
    include_str!("page/style/graph.css"),
];

/// The scripts form one module: later scripts use the declarations of earlier ones.
const SCRIPTS: [&str; 34] = [
    include_str!("page/script/data.js"),
    include_str!("page/script/numbers.js"),
    include_str!("page/script/scenes.js"),
    include_str!("page/script/names.js"),
    include_str!("page/script/track.js"),
    include_str!("page/script/program.js"),
    include_str!("page/script/hierarchy.js"),
    include_str!("page/script/pose.js"),
    include_str!("page/script/player.js"),
    include_str!("page/script/vector.js"),
    include_str!("page/script/camera.js"),
    include_str!("page/script/gestures.js"),
    include_str!("page/script/gl.js"),
    include_str!("page/script/lines.js"),
    include_str!("page/script/solids.js"),
    include_str!("page/script/mesh.js"),
    include_str!("page/script/body.js"),
    include_str!("page/script/devices.js"),
    include_str!("page/script/labels.js"),
    include_str!("page/script/bounds.js"),
    include_str!("page/script/actor.js"),
    include_str!("page/script/ghosts.js"),
    include_str!("page/script/stage.js"),
    include_str!("page/script/marks.js"),
    include_str!("page/script/transport.js"),
    include_str!("page/script/tree.js"),
    include_str!("page/script/polyline.js"),
    include_str!("page/script/chart.js"),
    include_str!("page/script/sliders.js"),
    include_str!("page/script/curves.js"),
    include_str!("page/script/graph.js"),
    include_str!("page/script/layout.js"),
    include_str!("page/script/comparison.js"),
    include_str!("page/script/main.js"),
];

/// Clips as one self-contained page of HTML: it loads nothing, and works without a network and from a file.
///
/// Errors: [`Error::Clip`] with those of [`Clip::validate`], a rate that is not a finite number above 0, and more samples than
/// [`Options::max_bytes`].
pub fn page(clips: &[Clip], options: &Options) -> Result<String, Error> {
    page_of(&[Source::new(&options.title, clips)], options)
}

/// [`page`] for the clips of several files, with their meshes, cameras and lights. [`Options::graph`] is the graph of the first
/// file.
///
/// A file with a scene but no clips is shown at rest.
///
/// Errors: those of [`page`], and larger scenes than [`Options::max_scene_bytes`].
pub fn page_of(sources: &[Source<'_>], options: &Options) -> Result<String, Error> {
    if options.rate.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) {
        return Err(Error::Rate);
    }
    let scene_bytes = sources.iter().filter_map(|source| source.scene).map(Scene::bytes);
    if scene_bytes.fold(0, usize::saturating_add) > options.max_scene_bytes {
        return Err(Error::SceneTooLarge { most: options.max_scene_bytes });
    }
    let stills: Vec<_> =
        sources.iter().map(|source| source.still().into_iter().collect::<Vec<_>>()).collect();
    let shown = sources.iter().zip(&stills).map(|(source, still)| source.with_still(still));
    let sources = &shown.collect::<Vec<_>>()[..];
    sources.iter().flat_map(|source| source.clips).try_for_each(Clip::validate)?;
    let mut bytes = options.max_bytes;
    let (mut columns, mut rigs) = (Columns::default(), Rigs::default());
    columns.begin();
    let (mut clips, mut scenes) = (Vec::new(), Vec::new());
    let activities = options.graph.as_ref().map(Activities::new);
    for (file, source) in sources.iter().enumerate() {
        // The graph belongs to the first file.
        let activities = activities.as_ref().filter(|_| file == 0);
        let scene = source.scene.map(|scene| {
            scenes.push(scene);
            scenes.len() - 1
        });
        for clip in source.clips {
            let rig = rigs.of(clip, &mut columns);
            clips.push(ClipData { scene, rig, ..clip_data(clip, activities, file) });
        }
    }
    let mut motions = String::new();
    for (index, clip) in sources.iter().flat_map(|source| source.clips).enumerate() {
        columns.begin();
        let motion = tracks(clip, options, &mut columns, &mut bytes)?;
        motions += &element("application/json", &format!("clip-{index}"), &json(&motion));
    }
    let scene_data = |scene| {
        columns.begin();
        SceneData::new(scene, &mut columns)
    };
    let scenes = scenes.into_iter().map(scene_data).collect();
    let data = Data {
        title: options.title.clone(),
        up: options.up.unwrap_or_else(|| Up::of(sources.iter().flat_map(|source| source.clips))).name(),
        files: sources.iter().map(|source| source.name.clone()).collect(),
        rigs: rigs.into_data(),
        compare: compared(sources, options.compare),
        clips,
        scenes,
        graph: options.graph.as_ref().map(|graph| {
            GraphData::new(graph, sources.first().map(|source| source.clips).unwrap_or_default())
        }),
    };
    let blocks = columns.texts().enumerate();
    let blocks = blocks.map(|(index, text)| element("text/plain", &format!("block-{index}"), &text));
    let parts = [
        ("{title}", escape(&options.title)),
        ("{style}", STYLES.concat()),
        ("{data}", json(&data)),
        ("{motion}", motions + &blocks.collect::<String>()),
        ("{script}", SCRIPTS.concat()),
    ];
    Ok(fill(FRAME, &parts))
}

/// The clip to compare with the first one: the first clip of the second file, or else the second clip of the first file.
fn compared(sources: &[Source<'_>], compare: Option<Compare>) -> Option<CompareData> {
    let beside = compare? == Compare::Side;
    let first = sources.first()?.clips.len();
    let others: usize = sources.iter().skip(1).map(|source| source.clips.len()).sum();
    let clip = if others > 0 { first } else { 1 };
    (clip < first + others && first > 0).then_some(CompareData { clip, beside })
}

/// A value as JSON text that cannot end its HTML element.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}

/// Data in an element that browsers do not execute.
fn element(kind: &str, id: &str, text: &str) -> String {
    format!("<script type=\"{kind}\" id=\"{id}\">{text}</script>\n")
}

fn clip_data(clip: &Clip, activities: Option<&Activities<'_>>, file: usize) -> ClipData {
    let activities = activities.map(|activities| activities.of(clip)).unwrap_or_default();
    let events = clip.events.iter().map(|event| EventData {
        time: event.time,
        name: event.name().to_owned(),
        node: event.node,
    });
    ClipData {
        name: clip.name.clone(),
        duration: clip.duration,
        rate: clip.rate.map(Rate::parts),
        frames: clip.frame_count(clip.rate.unwrap_or(Rate::per_second(60))),
        first_frame: clip.first_frame,
        up: clip.space.up.and_then(Up::from_axis).map(Up::name),
        unit: clip.space.unit,
        file,
        scene: None,
        rig: 0,
        events: events.collect(),
        active: activities.into_iter().map(|activity| (activity.node, activity.from, activity.to)).collect(),
    }
}

/// A text with each name replaced by its part. Names within parts are not replaced.
fn fill(frame: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = frame;
    for (name, part) in parts {
        let Some((before, after)) = rest.split_once(name) else { continue };
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use anim_core::{
        Axis, Channel, ClipError, Curve, Event, EventKind, Graph, GraphNode, Node, NodeKind, Property, Space,
    };

    use super::*;

    /// The data of a page, as its scripts read it.
    fn data(sources: &[Source<'_>], options: &Options) -> serde_json::Value {
        let page = page_of(sources, options).unwrap();
        let (_, data) = page.split_once("id=\"data\">").unwrap();
        serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
    }

    #[test]
    fn every_part_of_the_frame_is_filled() {
        let page = page(&[], &Options { title: "a<b>".into(), ..Options::default() }).unwrap();
        for name in ["{title}", "{style}", "{data}", "{motion}", "{script}"] {
            assert_eq!(FRAME.matches(name).count(), 1);
            assert!(!page.contains(name), "{name}");
        }
        assert!(page.contains("<title>a&lt;b></title>"));
    }

    #[test]
    fn names_cannot_end_the_data() {
        let name = "</script><script>alert(1)</script><!-- {script}";
        let event = Event::named(0.0, name, vec![]);
        let clip = Clip::new(name).with_nodes(vec![Node::new(name)]).with_events(vec![event]);
        let options = Options { title: name.into(), ..Options::default() };
        let page = page(std::slice::from_ref(&clip), &options).unwrap();
        assert_eq!(page.matches("</script>").count(), 5, "of the data, the clip, two blocks and the scripts");
        assert!(!page.contains("<script>alert"));
        let data = data(&[Source::new(name, &[clip])], &options);
        assert_eq!(data["rigs"][0]["nodes"][0]["name"], name);
    }

    #[test]
    fn a_scene_without_clips_is_shown_at_rest() {
        let mut scene = Scene::default();
        scene.nodes = vec![Node::new("box")];
        let data = |scene| data(&[Source::new("still.glb", &[]).with_scene(scene)], &Options::default());
        let still = data(Some(&scene));
        assert_eq!(
            (&still["clips"][0]["name"], &still["clips"][0]["duration"]),
            (&"still.glb".into(), &0.0.into())
        );
        assert_eq!(
            (&still["clips"][0]["scene"], &still["rigs"][0]["nodes"][0]["name"]),
            (&0.into(), &"box".into())
        );
        assert_eq!(data(None)["clips"].as_array().unwrap().len(), 0);
    }

    #[test]
    fn clips_are_of_their_files_and_rigs_and_play_the_states_of_the_first_file() {
        let enter = EventKind::Enter { name: "walk".into(), index: None, seconds: Some(1.0) };
        let clip = |node: &str| {
            let events = vec![Event::new(0.5, enter.clone())];
            Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new(node)]).with_events(events)
        };
        let (first, second) = ([clip("hip"), clip("hip"), clip("lamp")], [clip("lamp")]);
        let mut graph = Graph::default();
        graph.nodes = vec![GraphNode::new(NodeKind::State, "rest"), GraphNode::new(NodeKind::State, "walk")];
        let options = Options { graph: Some(graph), ..Options::default() };
        let data = data(&[Source::new("a.stt", &first), Source::new("b.stt", &second)], &options);
        let clips = data["clips"].as_array().unwrap();
        let of = |key: &str| clips.iter().map(|clip| clip[key].as_u64().unwrap()).collect::<Vec<_>>();
        assert_eq!((of("file"), of("rig")), (vec![0, 0, 0, 1], vec![0, 0, 1, 1]));
        let active: Vec<_> = clips.iter().map(|clip| clip["active"].to_string()).collect();
        assert_eq!(active, ["[[1,0.5,1.5]]", "[[1,0.5,1.5]]", "[[1,0.5,1.5]]", "[]"]);
    }

    #[test]
    fn the_first_clip_is_compared_with_that_of_the_second_file_or_else_with_the_second() {
        let [none, one, two] = [0, 1, 2].map(|count| vec![Clip::new("c"); count]);
        let compared = |files: &[&[Clip]], compare| {
            let sources: Vec<_> = files.iter().map(|clips| Source::new("f", clips)).collect();
            let found = &data(&sources, &Options { compare, ..Options::default() })["compare"];
            found["clip"].as_u64().zip(found["beside"].as_bool())
        };
        let (side, over) = (Some(Compare::Side), Some(Compare::Overlay));
        assert_eq!(compared(&[&two], side), Some((1, true)));
        assert_eq!(compared(&[&two, &one], over), Some((2, false)));
        assert_eq!(compared(&[&one, &none, &one], over), Some((1, false)));
        for (files, compare) in
            [(&[&two[..], &one][..], None), (&[&one], side), (&[&one, &none], side), (&[&none, &two], side)]
        {
            assert_eq!(compared(files, compare), None, "{files:?}");
        }
    }

    #[test]
    fn up_is_that_of_the_first_clip_that_states_one() {
        let clip =
            |up: Option<Axis>| Clip::new("c").with_space(up.map_or(Space::UNKNOWN, Space::right_handed));
        for (clips, option, expected) in [
            (vec![], None, "y"),
            (vec![clip(None), clip(Some(Axis::Z)), clip(Some(Axis::Y))], None, "z"),
            (vec![clip(Some(Axis::NegY))], None, "-y"),
            (vec![clip(Some(Axis::X))], None, "y"),
            (vec![clip(Some(Axis::Z))], Some(Up::MinusY), "-y"),
        ] {
            let found = data(&[Source::new("f", &clips)], &Options { up: option, ..Options::default() });
            assert_eq!(found["up"], expected, "{clips:?}");
        }
    }

    #[test]
    fn nothing_is_loaded_from_outside() {
        let page = page(&[], &Options::default()).unwrap();
        for word in ["http:", "https:", "src=", "@import", "import(", "fetch("] {
            assert!(!page.contains(word), "{word}");
        }
        assert!(page.split("url(").skip(1).all(|rest| rest.starts_with('#')), "but parts of the page itself");
        assert!(page.contains("default-src 'none'"));
    }

    #[test]
    fn clips_that_are_not_valid_are_refused() {
        let node = ClipError::Node { index: 7, count: 1 };
        let odd = Channel::new(7, Property::Visible, Curve::constant(&[1.0]).unwrap()).unwrap();
        let channels = vec![odd];
        let clip = || Clip::new("c").with_nodes(vec![Node::new("n")]);
        for (clip, expected) in [
            (clip().with_duration(f64::NAN), ClipError::Duration),
            (clip().with_duration(f64::INFINITY), ClipError::Duration),
            (clip().with_nodes(vec![Node::new("n").with_parent(7)]), node),
            (clip().with_channels(channels), node),
            (clip().with_events(vec![Event::named(f64::NAN, "e", vec![])]), ClipError::Events),
        ] {
            let clips = [Clip::default(), clip];
            assert_eq!(page(&clips, &Options::default()), Err(Error::Clip(expected)));
        }
        let mut scene = Scene::default();
        scene.nodes = vec![Node::new("n").with_parent(7)];
        let source = Source::new("s", &[]).with_scene(Some(&scene));
        assert_eq!(page_of(&[source], &Options::default()), Err(Error::Clip(node)));
    }

    #[test]
    fn a_rate_that_is_none_is_refused() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(page(&[], &Options { rate: Some(rate), ..Options::default() }), Err(Error::Rate));
        }
    }
}
