//! What a file shows besides its clips, in files written by hand.

use anim_core::scene::{Beam, Lens, Opacity, Scene};
use anim_core::{Diagnostic, Document};
use anim_gltf::{Container, Gltf};

/// The scene of JSON whose one buffer holds these bytes, and what is reported.
fn scene(json: &str, bytes: Vec<u8>) -> (Option<Scene>, Vec<Diagnostic>) {
    let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, {json}}}");
    let (_, root, _) = Gltf::parse(text.as_bytes()).unwrap().into_parts();
    let document = Gltf::new(Container::Glb, root, vec![Some(bytes)]).unwrap();
    let mut found = Vec::new();
    (Document::scene(&document, &mut found), found)
}

/// A triangle of three corners, bytes 0 to 36, with 8-bit joints, bytes 36 to 48, and 8-bit weights, bytes 48 to 60.
fn triangle(rest: &str, accessors: &str) -> (String, Vec<u8>) {
    let corners = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0];
    let mut bytes: Vec<u8> = corners.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend([0, 1, 0, 0].repeat(3));
    bytes.extend([51, 204, 0, 0].repeat(3));
    let json = format!(
        r#"{rest}, "accessors": [
            {{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}},
            {{"bufferView": 0, "byteOffset": 36, "componentType": 5121, "count": 3, "type": "VEC4"}},
            {{"bufferView": 0, "byteOffset": 48, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4"}}
            {accessors}],
        "bufferViews": [{{"buffer": 0, "byteLength": 60}}]"#
    );
    (json, bytes)
}

const SKINNED: &str = r#""nodes": [{"name": "bar", "mesh": 0, "skin": 0}, {"name": "a"}, {"name": "b"}],
    "skins": [{"joints": [1, 2]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "material": 1}]}],
    "materials": [{}, {"alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true,
        "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 1]}}]"#;

#[test]
fn a_skinned_triangle_has_its_corners_joints_weights_and_surface() {
    let (json, bytes) = triangle(SKINNED, "");
    let (scene, found) = scene(&json, bytes);
    let scene = scene.unwrap();
    assert_eq!(found, vec![]);
    let part = &scene.meshes[0].parts[0];
    assert_eq!(part.positions, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    assert_eq!((&part.triangles[..], &part.joints[..4]), (&[0, 1, 2][..], &[0, 1, 0, 0][..]));
    // Of 255, as section 3.6.2.2 has it.
    assert_eq!(part.weights[..2], [0.2, 0.8]);
    assert_eq!((scene.bodies[0].node, scene.bodies[0].skin), (0, Some(0)));
    assert_eq!(scene.skins[0].joints, [1, 2]);
    assert_eq!(scene.skins[0].inverse_binds[12..], [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0.]);
    let surface = &scene.surfaces[part.surface.unwrap()];
    assert_eq!((surface.color, surface.opacity), ([1.0, 0.5, 0.0, 1.0], Opacity::Cut(0.25)));
    assert!(surface.double_sided);
}

#[test]
fn of_more_than_four_joints_the_four_with_the_largest_weights_move_a_corner() {
    let sets = r#", {"bufferView": 0, "byteOffset": 60, "componentType": 5121, "count": 3, "type": "VEC4"},
        {"bufferView": 0, "byteOffset": 72, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4"}"#;
    let all = r#""WEIGHTS_0": 2, "JOINTS_1": 3, "WEIGHTS_1": 4"#;
    let (json, mut bytes) = triangle(&SKINNED.replace(r#""WEIGHTS_0": 2"#, all), sets);
    bytes.truncate(48);
    bytes.extend([51, 64, 10, 20].repeat(3));
    bytes.extend([1, 0, 1, 0].repeat(3));
    bytes.extend([5, 80, 25, 0].repeat(3));
    let json = json.replace(r#""byteLength": 60"#, r#""byteLength": 84"#);
    let (scene, found) = scene(&json, bytes);
    assert_eq!(found, vec![]);
    let scene = scene.unwrap();
    let part = &scene.meshes[0].parts[0];
    assert_eq!((part.joints.len(), part.weights.len()), (12, 12));
    // 80, 64, 51 and 25 of their sum, 220.
    assert_eq!(part.joints[8..], [0, 1, 0, 1]);
    for (weight, expected) in part.weights[8..].iter().zip([80.0, 64.0, 51.0, 25.0f32]) {
        assert!((weight - expected / 220.0).abs() < 1e-6, "{:?}", part.weights);
    }
}

#[test]
fn a_mesh_that_many_nodes_show_is_read_once() {
    let nodes = vec![r#"{"mesh": 0}"#; 100].join(",");
    let rest =
        format!(r#""nodes": [{nodes}], "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}]"#);
    let (json, bytes) = triangle(&rest, "");
    let scene = scene(&json, bytes).0.unwrap();
    assert_eq!((scene.bodies.len(), scene.meshes.len()), (100, 1));
}

#[test]
fn only_the_nodes_of_the_default_scene_are_shown() {
    let nodes = r#""nodes": [{"mesh": 0, "children": [1]}, {"mesh": 0, "camera": 0}, {"mesh": 0}, {"camera": 0}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]"#;
    for (scenes, bodies, cameras, outside) in [
        ("", &[0, 1, 2][..], &[1, 3][..], &[][..]),
        (r#""scenes": [{"nodes": [0]}, {"nodes": [2, 3]}],"#, &[0, 1], &[1], &[2, 3]),
        (r#""scene": 1, "scenes": [{"nodes": [0]}, {"nodes": [2, 3]}],"#, &[2], &[3], &[0, 1]),
        (r#""scene": 7, "scenes": [{"nodes": [2, 9]}],"#, &[2], &[], &[0, 1, 3]),
        (r#""scenes": [{"nodes": [1, 2, 1]}],"#, &[1, 2], &[1], &[0, 3]),
    ] {
        let (json, bytes) = triangle(&format!("{scenes} {nodes}"), "");
        let scene = scene(&json, bytes).0.unwrap();
        assert_eq!(scene.bodies.iter().map(|body| body.node).collect::<Vec<_>>(), bodies, "{scenes}");
        assert_eq!(scene.cameras.iter().map(|camera| camera.node).collect::<Vec<_>>(), cameras, "{scenes}");
        assert_eq!((scene.nodes.len(), &scene.outside[..]), (4, outside), "{scenes}");
    }
}

#[test]
fn what_accessors_state_falsely_is_reported_and_left_out() {
    let mesh = |attributes: &str| {
        format!(r#""nodes": [{{"mesh": 0}}], "meshes": [{{"primitives": [{{{attributes}}}]}}]"#)
    };
    let huge = r#", {"componentType": 5126, "count": 4000000000, "type": "VEC3"}"#;
    let far = r#", {"bufferView": 0, "componentType": 5121, "byteOffset": 57, "count": 3, "type": "SCALAR"}"#;
    for (attributes, accessors, code) in [
        (r#""attributes": {"POSITION": 9}"#, "", "gltf::index"),
        (r#""attributes": {"POSITION": 3}"#, huge, "gltf::limit"),
        (r#""attributes": {"POSITION": 0, "NORMAL": 1}"#, "", "gltf::count"),
        // The last bytes are 204 and zeros: there is no corner 204.
        (r#""attributes": {"POSITION": 0}, "indices": 3"#, &far.replace("57", "53"), "gltf::index"),
        (
            r#""attributes": {"POSITION": 0}, "extensions": {"KHR_draco_mesh_compression": {}}"#,
            "",
            "gltf::not-drawn",
        ),
    ] {
        let (json, bytes) = triangle(&mesh(attributes), accessors);
        let (scene, found) = scene(&json, bytes);
        let codes: Vec<_> = found.iter().map(|finding| finding.code.id).collect();
        assert_eq!((scene, &codes[..]), (None, &[code][..]), "{attributes}");
    }
}

#[test]
fn cameras_and_lights_are_at_their_nodes() {
    let json = r#""extensionsUsed": ["KHR_lights_punctual"],
        "extensions": {"KHR_lights_punctual": {"lights": [
            {"type": "point", "color": [1, 0, 0]}, {"type": "spot", "spot": {"outerConeAngle": 0.5}}, {"type": "directional"}]}},
        "cameras": [
            {"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}},
            {"type": "orthographic", "orthographic": {"xmag": 2, "ymag": 1, "znear": 0, "zfar": 9}}],
        "nodes": [{"camera": 1}, {"camera": 0}, {"camera": 7},
            {"extensions": {"KHR_lights_punctual": {"light": 1}}}, {"extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"extensions": {"KHR_lights_punctual": {"light": 2}}}]"#;
    let scene = scene(json, Vec::new()).0.unwrap();
    let lenses: Vec<_> = scene.cameras.iter().map(|camera| (camera.node, camera.lens)).collect();
    let perspective = Lens::Perspective { angle: 0.7, aspect: None };
    assert_eq!(lenses, [(0, Lens::Parallel { width: 2.0, height: 1.0 }), (1, perspective)]);
    let beams: Vec<_> = scene.lights.iter().map(|light| (light.node, light.color, light.beam)).collect();
    assert_eq!(
        beams,
        [(3, [1.0; 3], Beam::Cone(0.5)), (4, [1.0, 0.0, 0.0], Beam::All), (5, [1.0; 3], Beam::Parallel)]
    );
}

#[test]
fn an_image_of_a_surface_is_its_bytes() {
    let rest = r#""nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{"bufferView": 0, "mimeType": "image/png"}]"#;
    let (json, bytes) = triangle(rest, "");
    let scene = scene(&json, bytes.clone()).0.unwrap();
    assert_eq!((scene.images[0].media.as_str(), &scene.images[0].bytes), ("image/png", &bytes));
    assert_eq!(scene.surfaces[0].image, Some(0));
}

#[test]
fn a_surface_has_the_image_that_its_first_coordinates_place() {
    for (texture, expected) in [
        (r#"{"index": 1}"#, Some("image/b")),
        (r#"{"index": 1, "texCoord": 0}"#, Some("image/b")),
        (r#"{"index": 1, "texCoord": 1}"#, None),
        (r#"{"index": 2}"#, None),
    ] {
        let rest = format!(
            r#""nodes": [{{"mesh": 0}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "material": 0}}]}}],
            "materials": [{{"pbrMetallicRoughness": {{"baseColorTexture": {texture}}}}}],
            "textures": [{{"source": 0}}, {{"source": 1}}],
            "images": [{{"bufferView": 0, "mimeType": "image/a"}}, {{"bufferView": 0, "mimeType": "image/b"}}]"#
        );
        let (json, bytes) = triangle(&rest, "");
        let scene = scene(&json, bytes).0.unwrap();
        let image = scene.surfaces[0].image.map(|image| scene.images[image].media.as_str());
        assert_eq!(image, expected, "{texture}");
    }
}

#[test]
fn a_file_with_nothing_to_draw_has_no_scene() {
    assert_eq!(scene(r#""nodes": [{}]"#, Vec::new()), (None, vec![]));
}
