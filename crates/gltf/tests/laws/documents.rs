//! Generated documents: every field and every variant, valid or not.

use std::collections::BTreeMap;

use anim_gltf as gltf;
use gltf::{
    Accessor, Animation, Asset, Buffer, BufferView, Channel, ComponentType, Container, ElementType, Finite,
    Gltf, Interpolation, Json, Material, Mesh, MetallicRoughness, Node, Path, Primitive, Root, Sampler,
    Scene, Skin, Sparse, SparseIndices, SparseValues, Target,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn index() -> impl Strategy<Value = usize> {
    prop_oneof![9 => 0usize..4, 1 => Just(usize::MAX)]
}

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Zé\"\\\\]{0,4}"
}

fn name() -> impl Strategy<Value = Option<String>> {
    option::of(word())
}

fn json() -> impl Strategy<Value = Option<Json>> {
    let texts =
        ["1", "-0.0", "1e300", "\"x\"", "[]", "{\"anim\":{\"duration\":1,\"nodes\":[0,9]}}", "{\"anim\":3}"];
    let more = [
        "{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/0/scale\"}}",
        "{\"anim\":{\"clips\":[{\"index\":0,\"name\":\"still\"}]}}",
        "{\"anim\":{\"times\":[[0,1]],\"channels\":[{\"node\":0,\"property\":\"visible\",\"times\":0,\"values\":[0,\"nan\"],\"ease\":\"step\"}]}}",
        "{\"targetNames\":[\"a\"]}",
    ];
    option::weighted(0.2, select([&texts[..], &more[..]].concat()).prop_map(|text| text.parse().unwrap()))
}

fn finite() -> impl Strategy<Value = Finite> {
    prop_oneof![Just(0.0), -9.0..9.0f64, any::<f64>()]
        .prop_map(|value| Finite::new(value).unwrap_or_default())
}

fn component() -> impl Strategy<Value = ComponentType> {
    select(vec![5120u64, 5121, 5122, 5123, 5125, 5126, 5126, 5126, 9, u64::MAX]).prop_map(ComponentType::from)
}

fn element() -> impl Strategy<Value = ElementType> {
    let words = vec!["SCALAR", "SCALAR", "VEC2", "VEC3", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", "VEC5"];
    select(words).prop_map(|word| ElementType::from(word.to_owned()))
}

fn sparse() -> impl Strategy<Value = Sparse> {
    (0usize..3, index(), 0usize..3, component(), index(), 0usize..3).prop_map(
        |(count, iv, io, component_type, vv, vo)| Sparse {
            count,
            indices: SparseIndices {
                buffer_view: iv,
                byte_offset: io,
                component_type,
                other: gltf::Other::default(),
            },
            values: SparseValues { buffer_view: vv, byte_offset: vo, other: gltf::Other::default() },
            other: gltf::Other::default(),
        },
    )
}

fn accessor() -> impl Strategy<Value = Accessor> {
    let places = (option::of(index()), 0usize..9, component(), any::<bool>(), 0usize..4, element());
    let rest =
        (vec(finite(), 0..3), vec(finite(), 0..3), option::weighted(0.2, sparse()), name(), json(), json());
    (places, rest).prop_map(|((view, offset, component, normalized, count, element), rest)| {
        let (max, min, sparse, name, extensions, extras) = rest;
        let floats = Accessor::floats(0, offset, element, count);
        Accessor {
            buffer_view: view,
            component_type: component,
            normalized,
            max,
            min,
            sparse: sparse.map(Box::new),
            name,
            extensions,
            extras,
            ..floats
        }
    })
}

fn animation() -> impl Strategy<Value = Animation> {
    let paths = vec!["translation", "rotation", "scale", "weights", "pointer", "smell"];
    let target =
        (option::of(index()), select(paths), json(), json()).prop_map(|(node, path, extensions, extras)| {
            Target {
                node,
                path: Path::from(path.to_owned()),
                extensions,
                extras,
                other: gltf::Other::default(),
            }
        });
    let channel = (index(), target, json()).prop_map(|(sampler, target, extras)| Channel {
        sampler,
        target,
        extensions: None,
        extras,
        other: gltf::Other::default(),
    });
    let interpolation = option::of(select(vec!["STEP", "LINEAR", "CUBICSPLINE", "SPIRAL"]));
    let sampler =
        (index(), interpolation, index(), json()).prop_map(|(input, word, output, extras)| Sampler {
            input,
            interpolation: word.map(|word| Interpolation::from(word.to_owned())),
            output,
            extensions: None,
            extras,
            other: gltf::Other::default(),
        });
    (name(), vec(channel, 0..3), vec(sampler, 0..3), json()).prop_map(|(name, channels, samplers, extras)| {
        Animation { name, channels, samplers, extras, ..Animation::default() }
    })
}

fn node() -> impl Strategy<Value = Node> {
    let place = (
        option::weighted(0.2, prop::array::uniform16(finite())),
        option::of(prop::array::uniform3(finite())),
        option::of(prop::array::uniform4(finite())),
        option::of(prop::array::uniform3(finite())),
    );
    let links = (vec(index(), 0..3), option::of(index()), option::of(index()), vec(finite(), 0..2));
    (name(), place, links, json(), json()).prop_map(|(name, place, links, extensions, extras)| {
        let (matrix, translation, rotation, scale) = place;
        let (children, mesh, skin, weights) = links;
        let more = Node { extensions, extras, ..Node::default() };
        let matrix = matrix.map(Box::new);
        Node { name, children, matrix, translation, rotation, scale, mesh, skin, weights, ..more }
    })
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let attributes = || {
        select(vec!["POSITION", "NORMAL"])
            .prop_flat_map(|name| index().prop_map(move |i| BTreeMap::from([(name.to_owned(), i)])))
    };
    let primitive = (
        attributes(),
        option::of(index()),
        option::of(0u32..7),
        vec(attributes(), 0..3),
        option::of(index()),
    )
        .prop_map(|(attributes, indices, mode, targets, material)| Primitive {
            attributes,
            indices,
            material,
            mode,
            targets,
            ..Primitive::default()
        });
    (name(), vec(primitive, 0..2), vec(finite(), 0..2), json()).prop_map(
        |(name, primitives, weights, extras)| Mesh { name, primitives, weights, extras, ..Mesh::default() },
    )
}

fn material() -> impl Strategy<Value = Material> {
    (name(), option::of((prop::array::uniform4(finite()), finite(), finite()))).prop_map(|(name, pbr)| {
        Material {
            name,
            pbr_metallic_roughness: pbr.map(|(color, metallic, roughness)| MetallicRoughness {
                base_color_factor: Some(color),
                metallic_factor: Some(metallic),
                roughness_factor: Some(roughness),
                other: gltf::Other::default(),
            }),
            other: gltf::Other::default(),
        }
    })
}

fn buffer_view() -> impl Strategy<Value = BufferView> {
    (index(), 0usize..9, 0usize..99, option::of(0usize..40), option::of(34962u32..34964), name()).prop_map(
        |(buffer, byte_offset, byte_length, byte_stride, target, name)| BufferView {
            name,
            buffer,
            byte_offset,
            byte_length,
            byte_stride,
            target,
            ..BufferView::default()
        },
    )
}

fn skin() -> impl Strategy<Value = Skin> {
    (name(), vec(index(), 0..3), option::of(index()), option::of(index())).prop_map(
        |(name, joints, skeleton, inverse_bind_matrices)| Skin {
            name,
            inverse_bind_matrices,
            skeleton,
            joints,
            ..Skin::default()
        },
    )
}

fn root() -> impl Strategy<Value = Root> {
    let asset = (word(), name(), name(), name(), json()).prop_map(
        |(version, min_version, generator, copyright, extras)| Asset {
            version,
            min_version,
            generator,
            copyright,
            extras,
            ..Asset::default()
        },
    );
    let scene =
        (name(), vec(index(), 0..3)).prop_map(|(name, nodes)| Scene { name, nodes, ..Scene::default() });
    let buffer = (index(), name()).prop_map(|(byte_length, name)| {
        let mut buffer = Buffer::default();
        buffer.byte_length = byte_length;
        buffer.name = name;
        buffer
    });
    let top =
        (asset, vec(word(), 0..2), vec(word(), 0..2), option::of(index()), vec(scene, 0..2), json(), json());
    let things = (
        vec(node(), 0..4),
        vec(mesh(), 0..3),
        vec(material(), 0..2),
        vec(skin(), 0..2),
        vec(animation(), 0..3),
    );
    let data = (vec(accessor(), 0..4), vec(buffer_view(), 0..4), vec(buffer, 0..3));
    (top, things, data).prop_map(|(top, things, data)| {
        let (asset, extensions_used, extensions_required, scene, scenes, extensions, extras) = top;
        let (nodes, meshes, materials, skins, animations) = things;
        let (accessors, buffer_views, buffers) = data;
        let top = Root {
            asset,
            extensions_used,
            extensions_required,
            scene,
            scenes,
            extensions,
            extras,
            ..Root::default()
        };
        Root { nodes, meshes, materials, skins, animations, accessors, buffer_views, buffers, ..top }
    })
}

/// Any document in any container, also one that was moved from one container to another.
pub(crate) fn any_document() -> impl Strategy<Value = Gltf> {
    let container = || select(vec![Container::Glb, Container::Embedded, Container::Separate]);
    let bytes = option::weighted(0.9, vec(select(vec![0u8, 0, 0x3f, 0x80, 0x7f, 0xc0, 1]), 0..120));
    (container(), root(), vec(bytes, 0..4), container()).prop_map(|(container, root, bytes, other)| {
        let (_, root, bytes) = Gltf::new(container, root, bytes).unwrap().into_parts();
        Gltf::new(other, root, bytes).unwrap()
    })
}
