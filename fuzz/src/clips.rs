//! Clips of any shape, from bytes.

use anim_core::{
    Affine, Channel, Clip, Curve, Ease, EulerOrder, Event, Handles, Node, Property, Rate, Times, Transform,
    Wrap, quaternion,
};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

const EASES: [Ease; 5] = [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine];
const WRAPS: [Wrap; 4] = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];
const ORDERS: [EulerOrder; 3] = [EulerOrder::Xyz, EulerOrder::Zxy, EulerOrder::Yxz];

/// Numbers at which arithmetic changes its behaviour.
const EDGES: [f64; 12] =
    [0.0, -0.0, 1.0, -1.0, 0.5, 1e-9, 1e9, 3.4e38, 1e300, f64::MAX, f64::INFINITY, f64::NAN];

/// One to three valid clips with different names.
pub fn clips(bytes: &mut Unstructured<'_>) -> Result<Vec<Clip>> {
    let count = bytes.int_in_range(1..=3)?;
    let clips: Result<Vec<_>> = (0..count).map(|index| clip(bytes, index)).collect();
    Ok(clips?.into_iter().filter(|clip| clip.validate().is_ok()).collect())
}

fn clip(bytes: &mut Unstructured<'_>, index: usize) -> Result<Clip> {
    let count = bytes.int_in_range(0..=5_usize)?;
    let mut nodes = Vec::new();
    for index in 0..count {
        let mut node = Node::new(name(bytes, index)?);
        if index > 0 && bytes.ratio(3, 4)? {
            node = node.with_parent(bytes.int_in_range(0..=index - 1)?);
        }
        if bytes.arbitrary()? {
            let translation = [number(bytes)?, number(bytes)?, number(bytes)?];
            let scale = [number(bytes)?, number(bytes)?, number(bytes)?];
            let rest = Transform { translation, scale, ..Transform::default() };
            node = node.with_rest(rest);
        }
        nodes.push(node);
    }
    let mut channels = Vec::new();
    while count > 0 && channels.len() < 8 && bytes.arbitrary()? {
        channels.extend(channel(bytes, count)?);
    }
    let mut events = Vec::new();
    for index in 0..bytes.int_in_range(0..=2)? {
        events.push(Event::named(f64::from(index), name(bytes, 0)?, Vec::new()));
    }
    let mut clip = Clip::new(format!("{}{index}", name(bytes, index)?))
        .with_duration(number(bytes)?.abs())
        .with_nodes(nodes)
        .with_channels(channels)
        .with_events(events);
    if bytes.arbitrary()? {
        clip = clip.with_rate(Rate::per_second(u32::from(bytes.arbitrary::<u8>()?)));
    }
    Ok(clip)
}

fn channel(bytes: &mut Unstructured<'_>, nodes: usize) -> Result<Option<Channel>> {
    let property = property(bytes)?;
    let width = property.width();
    let keys = bytes.int_in_range(1..=6_usize)?;
    let times = if bytes.arbitrary()? {
        Times::uniform(number(bytes)?, Rate::per_second(30), keys)
    } else {
        let mut time = number(bytes)?;
        let mut times = Vec::new();
        for _ in 0..keys {
            times.push(time);
            time += number(bytes)?.abs();
        }
        Times::keys(times)
    };
    // Matrices with shear take much longer than others.
    let values = if property == Property::Matrix && bytes.ratio(15, 16)? {
        (0..keys).map(|_| matrix(bytes)).collect::<Result<Vec<_>>>()?.concat()
    } else {
        (0..keys * width).map(|_| number(bytes)).collect::<Result<Vec<_>>>()?
    };
    let curve = times.and_then(|times| Curve::new(times, width, values, Ease::Linear));
    let eases: Result<Vec<Ease>> = (0..keys).map(|_| bytes.choose(&EASES).copied()).collect();
    let eases = eases?;
    let (before, after) = (*bytes.choose(&WRAPS)?, *bytes.choose(&WRAPS)?);
    let mut handles = Vec::new();
    if bytes.arbitrary()? {
        for _ in 0..keys * width {
            let into = [number(bytes)?, number(bytes)?];
            handles.push(Handles { into, out: [number(bytes)?, number(bytes)?] });
        }
    }
    let node = bytes.int_in_range(0..=nodes - 1)?;
    let made = curve.and_then(|curve| {
        let curve = curve.clone().with_eases(eases).unwrap_or(curve).with_wrap(before, after);
        let curve = if handles.is_empty() { curve } else { curve.with_handles(handles)? };
        Channel::new(node, property, curve)
    });
    Ok(made.ok())
}

fn property(bytes: &mut Unstructured<'_>) -> Result<Property> {
    Ok(match bytes.int_in_range(0..=12)? {
        0 => Property::Displacement,
        1 | 2 => Property::Rotation,
        3 => Property::Euler(*bytes.choose(&ORDERS)?),
        4 => Property::Angle { axis: [number(bytes)?, number(bytes)?, number(bytes)?] },
        5 => Property::Scale,
        6 => Property::Matrix,
        7 => Property::Visible,
        8 => Property::Color,
        9 => Property::Weights { count: bytes.int_in_range(1..=3)? },
        10 => Property::Alive,
        11 => Property::named(name(bytes, 0)?, bytes.int_in_range(1..=2)?),
        _ => Property::Translation,
    })
}

/// The rows of a matrix without shear.
fn matrix(bytes: &mut Unstructured<'_>) -> Result<[f64; 12]> {
    let rotation = quaternion::from_axis_angle([0.0, 0.6, 0.8], number(bytes)?);
    let translation = [number(bytes)?, 2.0, number(bytes)?];
    Ok(Affine::from(Transform { translation, rotation, scale: [number(bytes)?, 1.0, 3.0] }).to_rows())
}

fn number(bytes: &mut Unstructured<'_>) -> Result<f64> {
    Ok(match bytes.int_in_range(0..=7)? {
        0 => *bytes.choose(&EDGES)?,
        1 => bytes.arbitrary()?,
        2 => f64::from(bytes.arbitrary::<f32>()?),
        _ => f64::from(bytes.arbitrary::<i16>()?) / 256.0,
    })
}

/// A name that most formats accept, or any other.
fn name(bytes: &mut Unstructured<'_>, index: usize) -> Result<String> {
    Ok(match bytes.int_in_range(0..=5)? {
        0 => bytes.arbitrary::<&str>()?.chars().take(12).collect(),
        1 => ["Hips", "spine", "LeftArm", "head", "root", "a b"][index % 6].to_owned(),
        _ => format!("n{index}"),
    })
}
