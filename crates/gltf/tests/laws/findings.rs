//! Every code of the reader and the checks, each with the smallest change to a sound file that causes it.

mod cases;

use anim_core::{AnyFormat, Beside, Diagnostic, Ease, Format, Report, Severity, laws};
use anim_gltf as gltf;
use gltf::{ClipOptions, Gltf, ReadOptions};

use cases::CASES;

/// A node that moves from the origin to (1, 2, 3) in a second.
const SOUND: &str = r#"{
  "asset": {"version": "2.0"},
  "scene": 0,
  "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "box", "children": [1]}, {"name": "lid"}],
  "animations": [{
    "name": "move",
    "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
    "samplers": [{"input": 0, "interpolation": "LINEAR", "output": 1}]
  }],
  "accessors": [
    {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
    {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}
  ],
  "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
  "buffers": [{"byteLength": 32, "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAQAAAQEA="}]
}
"#;

fn inspect(bytes: &[u8]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Err(error) = Gltf::inspect(bytes, &ReadOptions::default(), &(), &mut found) {
        found.push(error.into());
    }
    let beside: Vec<(String, Vec<u8>)> = Vec::new();
    laws::file(&AnyFormat::encoder::<Gltf>(), bytes, &beside).unwrap();
    found
}

/// A .glb of these chunks.
fn glb(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, data) in chunks {
        body.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        body.extend_from_slice(*kind);
        body.extend_from_slice(data);
    }
    let length = u32::try_from(12 + body.len()).unwrap();
    [&b"glTF"[..], &2u32.to_le_bytes(), &length.to_le_bytes(), &body].concat()
}

/// Binary containers and the code of the finding.
fn binary_cases() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let json: &[u8] = br#"{"asset":{"version":"2.0"}}_"#;
    let json = &json[..27].iter().copied().chain([b' ']).collect::<Vec<_>>()[..];
    let mut version = glb(&[(b"JSON", json)]);
    version[4] = 1;
    let mut length = glb(&[(b"JSON", json)]);
    length[8] += 4;
    let mut chunk = glb(&[(b"JSON", json)]);
    chunk[12] += 4;
    vec![
        ("version", version, "gltf::version"),
        ("length", length, "gltf::length"),
        ("chunk", chunk, "gltf::chunk"),
        ("chunk-order", glb(&[(b"BIN\0", &[0; 4]), (b"JSON", json)]), "gltf::chunk"),
        ("chunk-none", glb(&[]), "gltf::chunk"),
        ("unused-chunk", glb(&[(b"JSON", json), (b"XYZ\0", &[0; 4])]), "gltf::unused-chunk"),
        ("unused-chunk-bin", glb(&[(b"JSON", json), (b"BIN\0", &[0; 4])]), "gltf::unused-chunk"),
    ]
}

#[test]
fn a_sound_file_has_no_findings() {
    assert_eq!(inspect(SOUND.as_bytes()), vec![]);
    let clips = Gltf::parse(SOUND.as_bytes()).unwrap().clips();
    let [x, y, z] = clips[0].pose(0.5).world[1].translation();
    assert_eq!((clips[0].name.as_str(), clips[0].duration, [x, y, z]), ("move", 1.0, [0.5, 1.0, 1.5]));
}

#[test]
fn each_change_gets_its_finding() {
    for (name, from, to, code, path) in CASES {
        assert_eq!(SOUND.matches(from).count(), 1, "{name}: the text to replace");
        let found = inspect(SOUND.replace(from, to).as_bytes());
        let first = found.first().unwrap_or_else(|| panic!("{name}: nothing found"));
        assert_eq!((first.code.id, first.at.path.as_str()), (*code, *path), "{name}: {found:?}");
        let words = &first.message;
        assert!(!words.ends_with('.') && !words.is_empty(), "{name}: {words}");
    }
}

#[test]
fn a_spline_of_one_key_is_told_what_is_missing() {
    let one = SOUND
        .replace("LINEAR", "CUBICSPLINE")
        .replace("\"count\": 2, \"type\": \"SCALAR\"", "\"count\": 1, \"type\": \"SCALAR\"");
    let found = inspect(one.as_bytes());
    let messages: Vec<&str> = found
        .iter()
        .filter(|found| found.code.id == "gltf::count")
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(messages, ["the interpolation CUBICSPLINE takes two keys or more, found 1"]);
}

#[test]
fn visibility_has_steps() {
    let pointer = "{\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": {\"pointer\": \"/nodes/0/extensions/KHR_node_visibility/visible\"}}}";
    let text = SOUND
        .replace("\"scene\": 0,", "\"scene\": 0, \"extensionsUsed\": [\"KHR_animation_pointer\"],")
        .replace("{\"node\": 0, \"path\": \"translation\"}", pointer)
        .replace("5126, \"count\": 2, \"type\": \"VEC3\"", "5121, \"count\": 2, \"type\": \"SCALAR\"");
    assert_eq!(inspect(text.replace("LINEAR", "STEP").as_bytes()), vec![]);
    for text in [text.clone(), text.replace("\"interpolation\": \"LINEAR\", ", "")] {
        let [finding] = &inspect(text.as_bytes())[..] else { panic!("{text}") };
        assert_eq!(
            (finding.code.id, finding.at.path.as_str()),
            ("gltf::interpolation", "animations[0]/channels[0]")
        );
        assert_eq!(finding.message, "the interpolation of a truth value is LINEAR, expected STEP");
        let clips = Gltf::parse(text.as_bytes()).unwrap().clips();
        assert_eq!(clips[0].channels[0].curve().uniform_ease(), Some(Ease::Step));
    }
    // Three numbers for each key.
    let spline = text.replace("LINEAR", "CUBICSPLINE").replace("5121, \"count\": 2", "5121, \"count\": 6");
    let clips = Gltf::parse(spline.as_bytes()).unwrap().clips();
    let curve = clips[0].channels[0].curve();
    assert_eq!((curve.len(), curve.uniform_ease()), (2, Some(Ease::Step)));
    assert!(curve.values().iter().all(|value| [0.0, 1.0].contains(value)));
}

#[test]
fn values_that_do_not_fit_their_keys_are_counted() {
    for (from, to, expected) in [
        (
            "\"count\": 2, \"type\": \"VEC3\"",
            "\"count\": 1, \"type\": \"VEC3\"",
            "3 values do not fit 2 keys of 3 components",
        ),
        ("LINEAR", "CUBICSPLINE", "6 values do not fit 2 keys of 3 components with two tangents each"),
    ] {
        let found = inspect(SOUND.replace(from, to).as_bytes());
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, [expected]);
    }
}

#[test]
fn lowering_reports_nothing_that_is_not_listed() {
    // The reader accepts a buffer without a URI, because an extension may provide its bytes, but lowering needs them.
    let (start, end) = (SOUND.find(", \"uri\"").unwrap(), SOUND.rfind("}]").unwrap());
    let bare = format!("{}{}", &SOUND[..start], &SOUND[end..]);
    let changed = CASES.iter().map(|(_, from, to, ..)| SOUND.replace(from, to));
    let mut codes = Vec::new();
    for text in changed.chain([bare]) {
        let Ok(document) = Gltf::parse(text.as_bytes()) else { continue };
        let mut report = Report::new();
        let clips = document.clips_with(&ClipOptions::default(), &mut report);
        laws::joins(&report, &clips).unwrap();
        codes.extend(report.findings.iter().map(|finding| finding.code));
        codes.extend(report.losses.iter().map(|loss| loss.code));
    }
    for code in &codes {
        assert!(Gltf::INFO.conversion_codes.contains(code), "{} is not listed", code.id);
    }
    for id in ["gltf::missing-buffer", "gltf::transform"] {
        assert!(codes.iter().any(|code| code.id == id), "{id}");
    }
}

#[test]
fn each_damaged_container_gets_its_finding() {
    for (name, bytes, code) in binary_cases() {
        let found = inspect(&bytes);
        assert_eq!(found.first().map(|finding| finding.code.id), Some(code), "{name}: {found:?}");
        assert!(code.starts_with("gltf::unused") || found[0].at.span.is_some(), "{name}");
    }
}

#[test]
fn every_code_has_a_case() {
    let binary = binary_cases();
    let known =
        CASES.iter().map(|case| case.3).chain(binary.iter().map(|case| case.2)).chain(["gltf::nesting"]);
    let known: Vec<&str> = known.collect();
    for code in Gltf::INFO.codes {
        assert!(known.contains(&code.id), "{} has no case", code.id);
    }
}

#[test]
fn lists_of_human_bones_are_checked() {
    let entry = |name: &str, node: usize| format!("\"{name}\": {{\"node\": {node}}}");
    let found = |extension: &str, bones: &str| {
        let list =
            format!("\"extensions\": {{\"{extension}\": {{\"humanoid\": {{\"humanBones\": {bones}}}}}}}");
        let used = format!("\"extensionsUsed\": [\"{extension}\"]");
        let text = SOUND.replacen("\"scene\": 0,", &format!("\"scene\": 0, {used}, {list},"), 1);
        let found = inspect(text.as_bytes());
        found.iter().map(|found| format!("{} {}", found.code.id, found.message)).collect::<Vec<_>>()
    };
    let missing = "no human bones are listed";
    for (extension, bones, expected) in [
        ("VRMC_vrm_animation", format!("{{{}, {}}}", entry("hips", 0), entry("head", 1)), vec![]),
        ("VRMC_vrm_animation", "{}".to_owned(), vec![missing]),
        ("VRMC_vrm", "[]".to_owned(), vec![missing]),
        ("VRM", "{}".to_owned(), vec![missing]),
        (
            "VRMC_vrm_animation",
            format!("{{{}, {}}}", entry("hips", 0), entry("head", 0)),
            vec!["node 0 is the bone `hips` already"],
        ),
        (
            "VRMC_vrm_animation",
            format!("{{{}, {}}}", entry("hips", 0), entry("tail", 1)),
            vec!["`tail` is not a bone that VRM defines"],
        ),
        (
            "VRMC_vrm_animation",
            format!("{{{}, {}}}", entry("hips", 0), entry("head", 9)),
            vec!["there is no node 9: expected an index below 2"],
        ),
        (
            "VRMC_vrm_animation",
            format!("{{{}, \"head\": null}}", entry("hips", 0)),
            vec!["the bone `head` has no node, expected the index of one"],
        ),
    ] {
        let found = found(extension, &bones);
        assert!(found.len() == expected.len(), "{extension} {bones}: {found:?}");
        assert!(
            found.iter().zip(expected).all(|(found, message)| found.ends_with(message)),
            "{bones}: {found:?}"
        );
    }
    let names = ["hips", "spine", "hips"].map(|name| format!("{{\"bone\": \"{name}\", \"node\": 0}}"));
    let found = found("VRM", &format!("[{}]", names.join(", ")));
    let [twice, again, lacks] = &found[..] else { panic!("{found:?}") };
    assert_eq!(twice, "gltf::humanoid node 0 is the bone `hips` already");
    assert_eq!(again, "gltf::humanoid the bone `hips` is listed already");
    assert!(
        lacks.starts_with("gltf::humanoid bones that every avatar has are not listed: `head`, "),
        "{lacks}"
    );
}

#[test]
fn json_that_nests_too_deeply_is_refused() {
    for levels in [97, 200, 1_000_000] {
        let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for member in ["extras", "unknown"] {
            let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"{member}\": {deep}}}");
            let found = inspect(text.as_bytes());
            assert_eq!(found[0].code.id, "gltf::nesting", "{levels} levels of {member}: {found:?}");
        }
    }
}

#[test]
fn errors_in_json_have_a_line_and_a_span() {
    let text = "{\n  \"asset\": {\"version\": 2}\n}";
    let error = Gltf::parse(text.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 24: found the number `2`, expected a text (bytes 25..26)");
}

#[test]
fn separate_buffers_come_from_beside() {
    let (start, end) = (SOUND.find("data:").unwrap(), SOUND.rfind("\"}]").unwrap());
    let text = format!("{}my%20file.bin{}", &SOUND[..start], &SOUND[end..]);
    let mut bytes = [0.0f32, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0].map(f32::to_le_bytes).concat();
    let beside = vec![("my file.bin".to_owned(), bytes.clone())];
    let document = Gltf::parse_beside(text.as_bytes(), &ReadOptions::default(), &beside, &mut ()).unwrap();
    assert_eq!(document.container(), gltf::Container::Separate);
    assert_eq!(document.clips()[0].pose(0.5).local[0].translation(), [0.5, 1.0, 1.5]);
    laws::file(&AnyFormat::encoder::<Gltf>(), text.as_bytes(), &beside).unwrap();
    bytes.pop();
    let short = vec![("my file.bin".to_owned(), bytes)];
    let mut found = Vec::new();
    Gltf::inspect(text.as_bytes(), &ReadOptions::default(), &short, &mut found).unwrap();
    assert!(
        found
            .iter()
            .any(|finding| finding.code.id == "gltf::bounds" && finding.severity() == Severity::Error)
    );
    assert_eq!(().read("my file.bin"), None);
}

#[test]
fn unused_chunks_stay_in_the_file() {
    let json: &[u8] = br#"{"asset":{"version":"2.0"}}"#;
    let json = &[json, b" "].concat()[..];
    let with_buffer: &[u8] = br#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":3}]}"#;
    let (xyz, bin, empty) = ((b"XYZ\xFF", &[1; 4][..]), (b"BIN\0", &[2, 2, 2, 0][..]), (b"BIN\0", &[][..]));
    for chunks in [
        vec![(b"JSON", json), xyz],
        vec![(b"JSON", json), bin],
        vec![(b"JSON", json), empty, xyz, bin],
        vec![(b"JSON", with_buffer), bin, xyz, bin, (b"JSON", json)],
        vec![(b"JSON", with_buffer), empty, bin],
        vec![(b"JSON", with_buffer), xyz, bin],
    ] {
        let bytes = glb(&chunks);
        inspect(&bytes);
        let document = Gltf::parse(&bytes).unwrap();
        assert_eq!(document.to_bytes(), &bytes[..]);
        #[cfg(feature = "serde")]
        {
            let data = serde_json::to_string(&document).unwrap();
            assert_eq!(serde_json::from_str::<Gltf>(&data).unwrap().to_bytes(), &bytes[..], "{data}");
        }
    }
}

#[test]
fn a_file_for_older_programs_too_is_sound() {
    for (version, sound) in [
        ("\"2.0\", \"minVersion\": \"1.0\"", true),
        ("\"3.0\", \"minVersion\": \"2.0\"", true),
        ("\"2.0\", \"minVersion\": \"3.0\"", false),
        ("\"1.0\", \"minVersion\": \"1.0\"", false),
    ] {
        let text = SOUND.replace("\"2.0\"", version);
        assert_eq!(Gltf::parse(text.as_bytes()).unwrap().check().is_empty(), sound, "{version}");
    }
}

#[test]
fn extensions_that_concern_only_the_look_are_no_finding() {
    for extension in
        ["KHR_draco_mesh_compression", "KHR_texture_basisu", "KHR_materials_unlit", "KHR_mesh_quantization"]
    {
        let lists =
            format!("\"extensionsUsed\": [\"{extension}\"], \"extensionsRequired\": [\"{extension}\"]");
        let text = SOUND.replace("\"scene\": 0,", &format!("\"scene\": 0, {lists},"));
        assert_eq!(Gltf::parse(text.as_bytes()).unwrap().check(), vec![], "{extension}");
    }
}

#[test]
fn extensions_that_are_used_and_not_listed_are_told_once_each() {
    let data = "{\"EXT_listed\": {}, \"EXT_other\": {}}";
    for (from, to, path) in [
        ("\"asset\": {", "\"asset\": {\"extensions\": DATA, ", "asset/extensions"),
        ("\"scene\": 0,", "\"scene\": 0, \"extensions\": DATA,", "extensions"),
        ("{\"nodes\": [0]", "{\"extensions\": DATA, \"nodes\": [0]", "scenes[0]/extensions"),
        ("{\"name\": \"lid\"", "{\"extensions\": DATA, \"name\": \"lid\"", "nodes[1]/extensions"),
        ("\"name\": \"move\",", "\"extensions\": DATA,", "animations[0]/extensions"),
        (
            "{\"sampler\": 0,",
            "{\"extensions\": DATA, \"sampler\": 0,",
            "animations[0]/channels[0]/extensions",
        ),
        (
            "\"path\": \"translation\"",
            "\"path\": \"translation\", \"extensions\": DATA",
            "animations[0]/channels[0]/target/extensions",
        ),
        ("{\"input\": 0,", "{\"extensions\": DATA, \"input\": 0,", "animations[0]/samplers[0]/extensions"),
        ("\"type\": \"VEC3\"", "\"type\": \"VEC3\", \"extensions\": DATA", "accessors[1]/extensions"),
        ("\"byteLength\": 24", "\"byteLength\": 24, \"extensions\": DATA", "bufferViews[1]/extensions"),
        ("\"byteLength\": 32", "\"byteLength\": 32, \"extensions\": DATA", "buffers[0]/extensions"),
        (
            "\"scene\": 0,",
            "\"scene\": 0, \"skins\": [{\"joints\": [0], \"extensions\": DATA}],",
            "skins[0]/extensions",
        ),
        (
            "\"scene\": 0,",
            "\"scene\": 0, \"meshes\": [{\"primitives\": [], \"extensions\": DATA}],",
            "meshes[0]/extensions",
        ),
        (
            "\"scene\": 0,",
            "\"scene\": 0, \"meshes\": [{\"primitives\": [{\"attributes\": {}, \"extensions\": DATA}]}],",
            "meshes[0]/primitives[0]/extensions",
        ),
        (
            "\"scene\": 0,",
            "\"scene\": 0, \"materials\": [{}, {\"extensions\": DATA}],",
            "materials[1]/extensions",
        ),
        (
            "\"scene\": 0,",
            "\"scene\": 0, \"materials\": [{\"pbrMetallicRoughness\": {\"baseColorTexture\": {\"extensions\": DATA}}}],",
            "materials[0]/pbrMetallicRoughness/baseColorTexture/extensions",
        ),
        (
            "\"scene\": 0,",
            "\"scene\": 0, \"textures\": [{\"extras\": {\"extensions\": DATA}}, {\"a\": [[1, {\"extensions\": DATA}]]}],",
            "textures[1]/a[0][1]/extensions",
        ),
    ] {
        assert_eq!(SOUND.matches(from).count(), 1, "{path}: the text to replace");
        let listed = "\"accessors\": [";
        let text = SOUND.replace(from, &to.replace("DATA", data));
        let text = text.replace(listed, &format!("\"extensionsUsed\": [\"EXT_listed\"], {listed}"));
        let found = |text: &str| {
            let found = inspect(text.as_bytes()).into_iter();
            let found = found.filter(|found| found.code.id == "gltf::unlisted-extension");
            found.map(|found| (found.message, found.at.path)).collect::<Vec<_>>()
        };
        let message = "`extensionsUsed` does not list `EXT_other`";
        assert_eq!(found(&text), [(message.to_owned(), path.to_owned())]);
        // Another object has the same data.
        let two = text.replace("\"byteLength\": 8}", &format!("\"byteLength\": 8, \"extensions\": {data}}}"));
        assert_eq!(found(&two).len(), 1, "{path}");
    }
}

#[test]
fn messages_name_compression_versions_and_encodings() {
    let view = "{\"buffer\": 0, \"byteLength\": 8}";
    let compressed = "{\"buffer\": 0, \"byteLength\": 8, \"extensions\": {\"EXT_meshopt_compression\": {}}}";
    let uri = SOUND.find(", \"uri\"").unwrap()..SOUND.rfind("}]").unwrap();
    let mut text = SOUND.to_owned();
    text.replace_range(uri, "");
    let findings = Gltf::parse(text.replace(view, compressed).as_bytes()).unwrap().check();
    let expected = "the bytes are compressed by `EXT_meshopt_compression`, which is not supported";
    assert!(findings.iter().any(|finding| finding.message == expected), "{findings:?}");
    // Where a view has uncompressed bytes of its own, these count; the compressed ones are never read as numbers.
    for (data, is_read) in [(r#"{"buffer": 0}"#, false), (r#"{"buffer": 0, "byteOffset": 8}"#, true)] {
        let compressed = compressed.replace("{}", data);
        let findings = Gltf::parse(SOUND.replace(view, &compressed).as_bytes()).unwrap().check();
        assert_eq!(findings.iter().all(|finding| finding.message != expected), is_read, "{findings:?}");
    }
    let old = r#"{"asset":{"version":"1.0"},"nodes":{"a":{}}}"#;
    let wide: Vec<u8> = SOUND.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, expected) in [
        (old.as_bytes(), "the file is glTF 1.0, expected glTF 2.0"),
        (&wide, "line 1, column 2: the text is UTF-16, expected UTF-8"),
        (&[b"\xFF\xFE", &wide[..]].concat(), "line 1, column 1: the text is UTF-16, expected UTF-8"),
    ] {
        assert_eq!(Gltf::parse(bytes).unwrap_err().kind.to_string(), expected);
    }
    let text = SOUND.replace("data:application/octet-stream;base64,", "a#b%.bin?");
    let error = Gltf::parse(text.as_bytes()).unwrap_err().kind.to_string();
    assert!(error.ends_with("and without `..`, with `%3F`, `%23` and `%25` for `?`, `#` and `%`"), "{error}");
}

#[test]
fn ranges_are_those_of_the_numbers_as_they_are_stored() {
    let three = "\"type\": \"VEC3\"";
    for (range, expected) in [
        ("\"min\": [0, 0, 0], \"max\": [1, 2, 3]", None),
        ("\"max\": [1, 2, 3.00000001]", None),
        ("\"min\": [0, 0, 0], \"max\": [1, 2, 3.001]", Some("`max` is 3.001, expected 3")),
        ("\"min\": [0, -1e300, 0]", Some("`min` is -1e300, expected 0")),
        ("\"min\": [0, 0]", Some("`min` has 2 numbers, expected 3")),
    ] {
        let found = inspect(SOUND.replace(three, &format!("{three}, {range}")).as_bytes());
        let found: Vec<_> = found.iter().map(|found| (found.code.id, found.message.as_str())).collect();
        assert_eq!(found, expected.map(|message| ("gltf::range", message)).as_slice(), "{range}");
    }
    // The numbers of several channels are told once; those that are fractions are not compared.
    let found =
        |text: &str| inspect(text.as_bytes()).iter().filter(|found| found.code.id == "gltf::range").count();
    let channel = "{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"translation\"}}";
    let two = SOUND.replace(channel, &format!("{channel}, {}", channel.replace("translation", "scale")));
    assert_eq!(found(&two.replace("\"max\": [1]", "\"max\": [3]")), 1);
    let turn = SOUND.replace("translation", "rotation").replace(
        "5126, \"count\": 2, \"type\": \"VEC3\"",
        "5121, \"normalized\": true, \"count\": 2, \"type\": \"VEC4\", \"max\": [0, 0, 128, 63]",
    );
    assert_eq!(found(&turn), 0);
}
