//! The page: a frame of HTML, and in it the styles, the data and the scripts.

use anim_core::{Clip, Rate};

use crate::data::{ClipData, Data, EventData, GraphData};
use crate::lines::lines;
use crate::motion::motion;
use crate::{Error, Options, Up};

const FRAME: &str = include_str!("page/frame.html");

const STYLES: [&str; 5] = [
    include_str!("page/style/colors.css"),
    include_str!("page/style/layout.css"),
    include_str!("page/style/controls.css"),
    include_str!("page/style/panels.css"),
    include_str!("page/style/graph.css"),
];

/// The scripts are one module: what one declares the later ones use.
const SCRIPTS: [&str; 16] = [
    include_str!("page/script/data.js"),
    include_str!("page/script/names.js"),
    include_str!("page/script/pose.js"),
    include_str!("page/script/player.js"),
    include_str!("page/script/vector.js"),
    include_str!("page/script/camera.js"),
    include_str!("page/script/gestures.js"),
    include_str!("page/script/shapes.js"),
    include_str!("page/script/floor.js"),
    include_str!("page/script/stage.js"),
    include_str!("page/script/transport.js"),
    include_str!("page/script/tree.js"),
    include_str!("page/script/curves.js"),
    include_str!("page/script/graph.js"),
    include_str!("page/script/layout.js"),
    include_str!("page/script/main.js"),
];

/// Clips as one page of HTML that needs nothing else: it loads nothing, and works without a network and from a file.
///
/// Errors: a rate that is not finite and above 0, and more samples than [`Options::max_bytes`].
pub fn page(clips: &[Clip], options: &Options) -> Result<String, Error> {
    if options.rate.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) {
        return Err(Error::Rate);
    }
    let mut bytes = options.max_bytes;
    let graph = options.graph.as_ref();
    let active = |clip: &Clip| {
        let activities = graph.map(|graph| graph.activities(clip)).unwrap_or_default();
        activities.into_iter().map(|activity| (activity.node, activity.from, activity.to)).collect()
    };
    let with_data = clips
        .iter()
        .map(|clip| Ok(ClipData { active: active(clip), ..clip_data(clip, options, &mut bytes)? }));
    let data = Data {
        title: options.title.clone(),
        up: options.up.unwrap_or_else(|| Up::of(clips)).name(),
        clips: with_data.collect::<Result<_, Error>>()?,
        graph: graph.map(|graph| GraphData::new(graph, clips)),
    };
    let json = serde_json::to_string(&data).unwrap_or_default();
    let parts = [
        ("{title}", escape(&options.title)),
        ("{style}", STYLES.concat()),
        // Nothing in the data may end the element that it is in.
        ("{data}", json.replace('<', "\\u003c")),
        ("{script}", SCRIPTS.concat()),
    ];
    Ok(fill(FRAME, &parts))
}

fn clip_data(clip: &Clip, options: &Options, bytes: &mut usize) -> Result<ClipData, Error> {
    let (nodes, motion) = motion(clip, options, bytes)?;
    let events = clip.events.iter().map(|event| EventData {
        time: event.time,
        name: event.name().to_owned(),
        node: event.node,
    });
    Ok(ClipData {
        name: clip.name.clone(),
        duration: clip.duration,
        rate: clip.rate.map(Rate::parts),
        frames: clip.frame_count(clip.rate.unwrap_or(Rate::per_second(60))),
        first_frame: clip.first_frame,
        nodes,
        motion,
        panels: lines(clip),
        events: events.collect(),
        active: Vec::new(),
    })
}

/// A text with each part in the place of its name. Names within parts are left as they are.
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
    use anim_core::{Event, Node};

    use super::*;

    #[test]
    fn every_part_of_the_frame_is_filled() {
        let page = page(&[], &Options { title: "a<b>".into(), ..Options::default() }).unwrap();
        for name in ["{title}", "{style}", "{data}", "{script}"] {
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
        let page = page(&[clip], &Options { title: name.into(), ..Options::default() }).unwrap();
        assert_eq!(page.matches("</script>").count(), 2, "of the data and of the scripts");
        assert!(!page.contains("<script>alert"));
        let (_, data) = page.split_once("id=\"data\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["clips"][0]["nodes"][0]["name"], name);
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
    fn a_rate_that_is_none_is_refused() {
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(page(&[], &Options { rate: Some(rate), ..Options::default() }), Err(Error::Rate));
        }
    }
}
