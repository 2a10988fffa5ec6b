//! Segments in segments, as parents of nodes.

use std::time::{Duration, Instant};

use anim_core::Node;
use anim_hsf_xml::{ClipOptions, Hsf, Report, Whole};
use proptest::prelude::*;

/// The nodes of a document whose animations have these targets.
fn nodes(targets: &[String]) -> Vec<Node> {
    let animation = |target: &String| {
        format!(
            "<Animation Target=\"{target}\"><Timeline>0</Timeline><PosInterpolator>[1 0 0]</PosInterpolator></Animation>"
        )
    };
    let text = format!("<Animdef>{}</Animdef>", targets.iter().map(animation).collect::<String>());
    let options = ClipOptions { whole: Whole::Always, ..ClipOptions::default() };
    Hsf::parse(text.as_bytes()).unwrap().clips_with(&options, &mut Report::new()).pop().unwrap().nodes
}

proptest! {
    #[test]
    fn the_parent_is_the_segment_with_the_longest_path_around(
        targets in prop::collection::vec(
            (prop::sample::select(vec!["SPATH:", "SPATH:", "SPATH:", "TID:"]),
             prop::collection::vec(prop::sample::select(vec!["a", "ab", "b", "-", ""]), 1..6)),
            1..20,
        ),
    ) {
        let targets: Vec<(&str, String)> = targets.into_iter()
            .map(|(kind, parts)| (kind, parts.join("/")))
            .filter(|(_, path)| !path.is_empty())
            .collect();
        prop_assume!(!targets.is_empty());
        let nodes = nodes(&targets.iter().map(|(kind, path)| format!("{kind} {path}")).collect::<Vec<_>>());
        // Of equal names the first target counts.
        let is_segment = |node: &Node| {
            targets.iter().find(|(_, path)| *path == node.name).is_some_and(|(kind, _)| *kind == "SPATH:")
        };
        for node in &nodes {
            let around = nodes.iter().enumerate().filter(|(_, outer)| {
                is_segment(outer) && is_segment(node) && node.name.starts_with(&format!("{}/", outer.name))
            });
            let expected = around.max_by_key(|(_, outer)| outer.name.len()).map(|(index, _)| index);
            prop_assert_eq!(node.parent, expected, "{} among {:?}", &node.name, &targets);
        }
    }
}

#[test]
fn long_paths_take_no_quadratic_time() {
    let long = |parts: usize| format!("SPATH: {}", vec!["a"; parts].join("/"));
    let start = Instant::now();
    let found = nodes(&[long(500_000), long(400_000), long(1)]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(found.iter().map(|node| node.parent).collect::<Vec<_>>(), [Some(1), Some(2), None]);
}
