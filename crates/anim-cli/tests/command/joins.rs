//! Losses can be joined to clips, nodes and channels by the names that the other verbs print.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::support::Sandbox;

/// The contents of one clip, by the names that `pose` and `sample` print.
#[derive(Default)]
struct Names {
    nodes: BTreeSet<String>,
    channels: BTreeSet<(String, String)>,
}

#[test]
fn every_loss_of_every_fixture_joins() {
    let sandbox = Sandbox::new("joins");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // A published crate has no fixtures.
    if !project.join("xtask").is_dir() {
        return;
    }
    let fixtures = project.join("fixtures");
    let mut known: BTreeMap<String, BTreeMap<String, Names>> = BTreeMap::new();
    let mut count = 0;
    for format in ["bvh", "gltf", "hsf-xml", "mm2-ped", "stf", "stt", "tod"] {
        let folder = fixtures.join(format).join("valid");
        for target in ["anim", "bvh", "glb", "stf", "stt", "tod", "xml"] {
            let out = format!("{format}-{target}");
            std::fs::create_dir(sandbox.path(&out)).unwrap();
            let args = format!("convert {} -r --to {target} --out-dir {out} --json", folder.display());
            let report: Value = serde_json::from_str(&sandbox.run(&args).1).unwrap();
            for file in report["files"].as_array().unwrap() {
                let path = file["path"].as_str().unwrap();
                let outputs = file["outputs"].as_array().unwrap().iter();
                let lists = outputs.map(|output| &output["losses"]).chain([&file["losses"]]);
                let losses: Vec<&Value> = lists.flat_map(|losses| losses.as_array().unwrap()).collect();
                if losses.is_empty() {
                    continue;
                }
                let clips = known.entry(path.to_owned()).or_insert_with(|| names(&sandbox, path));
                for loss in losses {
                    assert!(joins(clips, loss), "{path} to {target}: {loss}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 500, "{count} losses");
}

fn joins(clips: &BTreeMap<String, Names>, loss: &Value) -> bool {
    let [clip, node, property] = ["clip", "node", "property"].map(|key| loss[key].as_str());
    let Some(clip) = clip else { return node.is_none() && property.is_none() };
    let Some(clip) = clips.get(clip) else { return false };
    let has = |node: &str, property: &str| clip.channels.contains(&(node.to_owned(), property.to_owned()));
    match (node, property) {
        (None, None) => true,
        (Some(node), None) => clip.nodes.contains(node),
        (Some(node), Some(property)) => has(node, property),
        (None, Some(property)) => clip.channels.iter().any(|(_, name)| name == property),
    }
}

/// The clips of a file with their nodes and channels.
fn names(sandbox: &Sandbox, path: &str) -> BTreeMap<String, Names> {
    let mut clips: BTreeMap<String, Names> = BTreeMap::new();
    for line in sandbox.run(&format!("pose {path} --times 0 --json")).1.lines() {
        let pose: Value = serde_json::from_str(line).unwrap();
        let names = clips.entry(pose["clip"].as_str().unwrap().to_owned()).or_default();
        let nodes = pose["nodes"].as_array().unwrap().iter();
        names.nodes.extend(nodes.map(|node| node["name"].as_str().unwrap().to_owned()));
    }
    for line in sandbox.run(&format!("sample {path} --times 0 --to jsonl")).1.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let [clip, node, channel] =
            ["clip", "node", "channel"].map(|key| row[key].as_str().unwrap().to_owned());
        clips.entry(clip).or_default().channels.insert((node, channel));
    }
    clips
}
