//! What clips cannot hold, and what the extras restore.

use std::num::NonZeroU32;

use anim_core::{Deviation, Fate, Format, Report, Severity, Unit, laws};
use anim_gltf as gltf;
use gltf::{ClipOptions, Gltf, ReadOptions};

#[test]
fn what_lowering_leaves_out_is_reported() {
    let bare = |extras: &str, channels: &str| {
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{}}], "animations": [{{"name": "a", "extras": {{"anim": {extras}}},
            "channels": [{channels}], "samplers": []}}, {{"name": "a", "channels": [], "samplers": []}}]}}"#
        )
    };
    let pointer = r#"{"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/x"}}}}"#;
    let channel = |entry: &str| format!(r#"{{"times": [[0]], "channels": [{entry}]}}"#);
    let cases = [
        ("{}", pointer, "gltf::pointer", true),
        ("{}", &pointer.replace("/x", "/nodes/+0/translation"), "gltf::pointer", true),
        ("{}", &pointer.replace("/x", "/nodes/00/translation"), "gltf::pointer", true),
        ("{}", r#"{"sampler": 3, "target": {"node": 0, "path": "scale"}}"#, "gltf::index", true),
        ("7", "", "gltf::extras", false),
        (r#"{"times": [[1, 0]]}"#, "", "gltf::extras", false),
        (r#"{"events": [{"time": 0, "node": 4, "name": "x"}]}"#, "", "gltf::extras", false),
        (r#"{"events": [{"time": "nan", "name": "x"}]}"#, "", "gltf::extras", false),
        (
            &channel(r#"{"node": 9, "property": "visible", "times": 0, "values": [1], "ease": "step"}"#),
            "",
            "gltf::extras",
            false,
        ),
        (
            &channel(r#"{"node": 0, "property": "smell", "times": 0, "values": [1], "ease": "step"}"#),
            "",
            "gltf::extras",
            false,
        ),
        (
            &channel(r#"{"node": 0, "property": "visible", "times": 1, "values": [1], "ease": "step"}"#),
            "",
            "gltf::extras",
            false,
        ),
        (
            &channel(r#"{"node": 0, "property": "visible", "times": 0, "values": [], "ease": "step"}"#),
            "",
            "gltf::extras",
            false,
        ),
        (
            &channel(r#"{"node": 0, "property": "visible", "times": 0, "values": [1], "ease": "leap"}"#),
            "",
            "gltf::extras",
            false,
        ),
        ("{}", "", "gltf::name", false),
    ];
    for (extras, channels, code, is_loss) in cases {
        let document = Gltf::parse(bare(extras, channels).as_bytes()).unwrap();
        let mut report = Report::new();
        let clips = document.clips_with(&ClipOptions::default(), &mut report);
        if is_loss {
            let loss = &report.losses[0];
            assert_eq!((loss.code.id, loss.fate), (code, Fate::Dropped), "{extras} {channels}: {report}");
            assert_eq!(loss.clip.as_deref(), Some("a"));
            let stated = channels.split('"').find(|text| text.contains('/') && code == "gltf::pointer");
            assert!(stated.is_none_or(|pointer| loss.message.contains(&format!("`{pointer}`"))), "{loss}");
            assert!(loss.at.path.starts_with("animations[0]/channels[0]"), "{report}");
        } else {
            assert_eq!(report.findings[0].code.id, code, "{extras} {channels}: {report}");
        }
        laws::joins(&report, &clips).unwrap();
        let losses = report.losses.iter().map(|loss| loss.code);
        let mut codes = report.findings.iter().map(|finding| finding.code).chain(losses);
        assert!(codes.all(|code| Gltf::INFO.conversion_codes.contains(&code)));
    }
}

#[test]
fn a_small_file_does_not_become_large_clips() {
    let empty = r#"{"channels": [], "samplers": []}"#;
    let many = |what: &str, count: usize| vec![what; count].join(",");
    let json = format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}], "animations": [{}]}}"#,
        many("{}", 5_000),
        many(empty, 2_000)
    );
    let mut report = Report::new();
    let clips = Gltf::parse(json.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let nodes: usize = clips.iter().map(|clip| clip.nodes.len()).sum();
    // One clip has all of them in any case.
    let free = gltf::FREE_NUMBERS + 4 * json.len();
    assert_eq!(nodes, 5_000 * (1 + free / 16 / 5_000));
    assert!(report.findings.is_empty());
    assert!(!report.losses.is_empty() && report.losses.iter().all(|loss| loss.code.id == "gltf::limit"));
    assert!(
        report.losses.iter().all(|loss| loss.message.contains("the option `numbers` allows more")),
        "{report}"
    );
    // Twice the numbers are twice the nodes.
    let double = ClipOptions { numbers: NonZeroU32::new(8).unwrap(), ..ClipOptions::default() };
    let clips = Gltf::parse(json.as_bytes()).unwrap().clips_with(&double, &mut Report::new());
    let nodes: usize = clips.iter().map(|clip| clip.nodes.len()).sum();
    assert_eq!(nodes, 5_000 * (1 + 2 * free / 16 / 5_000));
}

#[test]
fn objects_of_a_scene_are_reported_except_the_meshes_of_the_encoder() {
    let scene = r#"{"asset":{"version":"2.0"},"cameras":[{}],"skins":[{"joints":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[]},{"primitives":[],"extras":{"anim":{"marker":true}}}]}"#;
    let mut report = Report::new();
    Gltf::parse(scene.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let [loss] = &report.losses[..] else { panic!("{report}") };
    assert_eq!(loss.code.id, "gltf::scene");
    assert_eq!(
        loss.message,
        "clips cannot hold these objects: meshes (1), skins (1), cameras (1), nodes (1), since there is no clip"
    );
}

#[test]
fn a_sheared_matrix_is_a_loss_of_its_node_in_every_clip() {
    let json = r#"{"asset": {"version": "2.0"}, "nodes": [{}, {"name": "lid", "matrix": [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}],
        "animations": [{"name": "a", "channels": [], "samplers": []}, {"name": "b", "channels": [], "samplers": []}]}"#;
    let mut report = Report::new();
    Gltf::parse(json.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    for (loss, clip) in report.losses.iter().zip(["a", "b"]) {
        assert_eq!((loss.code.id, loss.clip.as_deref()), ("gltf::transform", Some(clip)));
        assert_eq!((loss.node.as_deref(), loss.at.path.as_str()), (Some("lid"), "nodes[1]"));
        assert!(
            matches!(loss.fate, Fate::Approximated(error) if error.unit == Unit::Ratio && error.size > 0.1)
        );
    }
    assert_eq!(report.losses.len(), 2);
}

#[test]
fn weights_at_rest_that_nothing_drives_are_a_loss_of_their_node() {
    // The first node has the weights of its mesh, the second its own, and the third none but 0.
    let json = r#"{"asset": {"version": "2.0"}, "animations": [{"channels": [], "samplers": []}],
        "nodes": [{"name": "a", "mesh": 0}, {"name": "b", "mesh": 0, "weights": [-0.75, 0]}, {"mesh": 0, "weights": [0, 0]}],
        "meshes": [{"weights": [0.25, 0.5], "extras": {"targetNames": ["Joy", "Wink"]},
            "primitives": [{"attributes": {}, "targets": [{}, {}]}]}]}"#;
    let mut report = Report::new();
    Gltf::parse(json.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let losses = report.losses.iter().filter(|loss| loss.code.id == "gltf::resting-weights");
    let found: Vec<_> =
        losses.map(|loss| (loss.node.as_deref(), loss.fate, loss.message.split(' ').next())).collect();
    let of = |size| Fate::Approximated(Deviation::ratio(size));
    assert_eq!(found, [(Some("a"), of(0.5), Some("`Wink`")), (Some("b"), of(0.75), Some("`Joy`"))]);
}

#[test]
fn events_of_older_files_are_read() {
    let json = r#"{"asset": {"version": "2.0"}, "nodes": [{}], "animations": [{"channels": [], "samplers": [],
        "extras": {"anim": {"events": [{"time": 0.5, "node": 0, "name": "step", "values": [1, "inf"]}]}}}]}"#;
    let clip = Gltf::parse(json.as_bytes()).unwrap().clips().remove(0);
    let expected = anim_core::Event::named(0.5, "step", vec![1.0, f64::INFINITY]).with_node(0);
    assert_eq!(clip.events, [expected]);
}

#[test]
fn a_clip_has_all_nodes_where_the_animation_moves_more_than_its_extras_list() {
    // Another program put a node before those of the clip, which were 0 and 1.
    let json = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "new"}, {"name": "hip", "children": [2]}, {"name": "leg"}],
        "buffers": [{"byteLength": 16, "uri": "data:;base64,AAAAAAAAAAAAAAAAAAAAAA=="}],
        "bufferViews": [{"buffer": 0, "byteLength": 4}, {"buffer": 0, "byteLength": 12}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
            {"bufferView": 1, "componentType": 5126, "count": 1, "type": "VEC3"}],
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 2, "path": "translation"}}], "samplers": [{"input": 0, "output": 1}],
            "extras": {"anim": {"nodes": [0, 2], "names": [[1, "leg"]], "events": [{"time": 0, "node": 1, "name": "step"}]}}}]}"#;
    let mut report = Report::new();
    let clips = Gltf::parse(json.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let names: Vec<_> = clips[0].nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["new", "hip", "leg"]);
    assert_eq!((clips[0].channels[0].node(), clips[0].events[0].node), (2, Some(2)));
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!((finding.code.id, finding.at.path.as_str()), ("gltf::extras", "animations[0]/extras/anim"));
    assert_eq!(report.losses, []);
}

#[test]
fn a_clip_lasts_until_the_last_key_of_channels_that_it_does_not_have() {
    let [alone, nowhere] = [
        r#""path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/materials/0/alphaCutoff"}}"#,
        r#""path": "rotation""#,
    ];
    let broken = r#""node": 0, "path": "scale""#;
    for (times, target, extras, expected) in [
        ([0.0, 2.0], alone, "{}", 2.0),
        // Players ignore a channel without a node.
        ([0.0, 2.0], nowhere, "{}", 0.5),
        ([0.0, 2.0], broken, "{}", 2.0),
        ([0.0, 0.25], alone, "{}", 0.5),
        ([0.0, 2.0], alone, r#"{"duration": 0.75}"#, 0.75),
        // Such times mean nothing, or nothing sure.
        ([3.0, 2.0], alone, "{}", 0.5),
        ([2.0, 2.0], alone, "{}", 0.5),
        ([-1.0, 2.0], alone, "{}", 0.5),
        ([0.0, f32::INFINITY], alone, "{}", 0.5),
        ([f32::NAN, 2.0], alone, "{}", 0.5),
    ] {
        let json = format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{}}], "materials": [{{}}],
            "buffers": [{{"byteLength": 48, "uri": "b"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 8}}, {{"buffer": 0, "byteOffset": 8, "byteLength": 24}},
                {{"buffer": 0, "byteOffset": 32, "byteLength": 8}}, {{"buffer": 0, "byteOffset": 40, "byteLength": 8}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"}},
                {{"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}},
                {{"bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR"}},
                {{"bufferView": 3, "componentType": 5126, "count": 2, "type": "SCALAR"}}],
            "animations": [{{"extras": {{"anim": {extras}}}, "samplers": [{{"input": 0, "output": 1}}, {{"input": 2, "output": 3}}],
                "channels": [{{"sampler": 1, "target": {{{target}}}}},
                    {{"sampler": 0, "target": {{"node": 0, "path": "translation"}}}}]}}]}}"#
        );
        let numbers = [0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, times[0], times[1], 0.0, 1.0];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number: &f32| number.to_le_bytes()).collect();
        let beside: Vec<(String, Vec<u8>)> = vec![("b".into(), bytes)];
        let document =
            Gltf::read(json.as_bytes(), &ReadOptions::default(), &beside, &mut Vec::new()).unwrap();
        let clip = document.clips().remove(0);
        assert_eq!((clip.duration, clip.channels.len()), (expected, 1), "{times:?} {target} {extras}");
    }
}

#[test]
fn children_that_clips_do_not_have_are_a_loss() {
    for (nodes, expected) in [
        (r#"{"children": [1]}, {"children": [2]}, {}"#, vec![]),
        (r#"{"children": [1, 1]}, {}"#, vec![]),
        (
            r#"{"children": [2]}, {"children": [2]}, {}"#,
            vec![(
                "nodes[1]/children[0]",
                "of node 1, 1 child link is left out: node 2 is a child of node 0 too",
            )],
        ),
        (
            r#"{"children": [2, 3]}, {"children": [4, 3, 2]}, {}, {}, {}"#,
            vec![(
                "nodes[1]/children[1]",
                "of node 1, 2 child links are left out: node 3 is a child of node 0 too",
            )],
        ),
        (
            r#"{"children": [1]}, {"children": [0]}"#,
            vec![(
                "nodes[0]/children[0]",
                "of node 0, 1 child link is left out: node 1 would be its own ancestor",
            )],
        ),
        (
            r#"{"children": [0]}"#,
            vec![(
                "nodes[0]/children[0]",
                "of node 0, 1 child link is left out: node 0 would be its own ancestor",
            )],
        ),
        (
            r#"{}, {"children": [0, 7]}"#,
            vec![("nodes[1]/children[1]", "of node 1, 1 child link is left out: node 7 does not exist")],
        ),
    ] {
        let json = |animations: &str| {
            format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}], "animations": [{animations}]}}"#)
        };
        let found = |animations: &str| {
            let mut report = Report::new();
            let document = Gltf::parse(json(animations).as_bytes()).unwrap();
            document.clips_with(&ClipOptions::default(), &mut report);
            report.losses.into_iter().filter(|loss| loss.code.id == "gltf::hierarchy").collect::<Vec<_>>()
        };
        let animation = r#"{"channels": [], "samplers": []}"#;
        // The nodes are the same in all clips, and without clips none is lost by itself.
        let losses = found(&format!("{animation}, {animation}"));
        let told: Vec<_> = losses.iter().map(|loss| (loss.at.path.as_str(), loss.message.as_str())).collect();
        assert_eq!(told, expected, "{nodes}");
        assert!(losses.iter().all(|loss| loss.fate == Fate::Dropped && loss.severity() >= Severity::Warning));
        assert_eq!(found(""), []);
    }
}
