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
const EDGES: [f64; 6] = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-9];

/// Numbers at which it overflows.
const FAR: [f64; 6] = [1e9, 3.4e38, 1e300, f64::MAX, f64::INFINITY, f64::NAN];

/// The numbers of clips.
#[derive(Clone, Copy)]
enum Numbers {
    /// Below 128.
    Near,
    /// Any. Motion between them exceeds every usual tolerance, so it becomes as many keys as the limits allow.
    Any,
}

impl Numbers {
    /// For most inputs [`Numbers::Near`], which take much less time.
    fn of(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(if bytes.ratio(7, 8)? { Self::Near } else { Self::Any })
    }

    fn one(self, bytes: &mut Unstructured<'_>) -> Result<f64> {
        Ok(match (bytes.int_in_range(0..=7)?, self) {
            (0, _) => *bytes.choose(&EDGES)?,
            (1, Self::Any) => *bytes.choose(&FAR)?,
            (2, Self::Any) => bytes.arbitrary()?,
            (3, Self::Any) => f64::from(bytes.arbitrary::<f32>()?),
            _ => f64::from(bytes.arbitrary::<i16>()?) / 256.0,
        })
    }
}

/// One to three valid clips with different names.
pub fn clips(bytes: &mut Unstructured<'_>) -> Result<Vec<Clip>> {
    let numbers = Numbers::of(bytes)?;
    let count = bytes.int_in_range(1..=3)?;
    let clips: Result<Vec<_>> = (0..count).map(|index| clip(numbers, bytes, index)).collect();
    Ok(clips?.into_iter().filter(|clip| clip.validate().is_ok()).collect())
}

fn clip(numbers: Numbers, bytes: &mut Unstructured<'_>, index: usize) -> Result<Clip> {
    let count = bytes.int_in_range(0..=5_usize)?;
    let mut nodes = Vec::new();
    for index in 0..count {
        let mut node = Node::new(name(bytes, index)?);
        if index > 0 && bytes.ratio(3, 4)? {
            node = node.with_parent(bytes.int_in_range(0..=index - 1)?);
        }
        if bytes.arbitrary()? {
            let translation = [numbers.one(bytes)?, numbers.one(bytes)?, numbers.one(bytes)?];
            let scale = [numbers.one(bytes)?, numbers.one(bytes)?, numbers.one(bytes)?];
            let rest = Transform { translation, scale, ..Transform::default() };
            node = node.with_rest(rest);
        }
        nodes.push(node);
    }
    let mut channels = Vec::new();
    while count > 0 && channels.len() < 8 && bytes.arbitrary()? {
        channels.extend(channel(numbers, bytes, count)?);
    }
    let mut events = Vec::new();
    for index in 0..bytes.int_in_range(0..=2)? {
        events.push(Event::named(f64::from(index), name(bytes, 0)?, Vec::new()));
    }
    let mut clip = Clip::new(format!("{}{index}", name(bytes, index)?))
        .with_duration(numbers.one(bytes)?.abs())
        .with_nodes(nodes)
        .with_channels(channels)
        .with_events(events);
    if bytes.arbitrary()? {
        clip = clip.with_rate(Rate::per_second(u32::from(bytes.arbitrary::<u8>()?)));
    }
    Ok(clip)
}

fn channel(numbers: Numbers, bytes: &mut Unstructured<'_>, nodes: usize) -> Result<Option<Channel>> {
    let property = property(numbers, bytes)?;
    let width = property.width();
    let keys = bytes.int_in_range(1..=6_usize)?;
    let times = if bytes.arbitrary()? {
        Times::uniform(numbers.one(bytes)?, Rate::per_second(30), keys)
    } else {
        let mut time = numbers.one(bytes)?;
        let mut times = Vec::new();
        for _ in 0..keys {
            times.push(time);
            time += numbers.one(bytes)?.abs();
        }
        Times::keys(times)
    };
    // Matrices with shear take much longer than others.
    let values = if property == Property::Matrix && bytes.ratio(15, 16)? {
        (0..keys).map(|_| matrix(numbers, bytes)).collect::<Result<Vec<_>>>()?.concat()
    } else {
        (0..keys * width).map(|_| numbers.one(bytes)).collect::<Result<Vec<_>>>()?
    };
    let curve = times.and_then(|times| Curve::new(times, width, values, Ease::Linear));
    let eases: Result<Vec<Ease>> = (0..keys).map(|_| bytes.choose(&EASES).copied()).collect();
    let eases = eases?;
    let (before, after) = (*bytes.choose(&WRAPS)?, *bytes.choose(&WRAPS)?);
    let mut handles = Vec::new();
    if bytes.arbitrary()? {
        for _ in 0..keys * width {
            let into = [numbers.one(bytes)?, numbers.one(bytes)?];
            handles.push(Handles { into, out: [numbers.one(bytes)?, numbers.one(bytes)?] });
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

fn property(numbers: Numbers, bytes: &mut Unstructured<'_>) -> Result<Property> {
    Ok(match bytes.int_in_range(0..=12)? {
        0 => Property::Displacement,
        1 | 2 => Property::Rotation,
        3 => Property::Euler(*bytes.choose(&ORDERS)?),
        4 => Property::Angle { axis: [numbers.one(bytes)?, numbers.one(bytes)?, numbers.one(bytes)?] },
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
fn matrix(numbers: Numbers, bytes: &mut Unstructured<'_>) -> Result<[f64; 12]> {
    let rotation = quaternion::from_axis_angle([0.0, 0.6, 0.8], numbers.one(bytes)?);
    let translation = [numbers.one(bytes)?, 2.0, numbers.one(bytes)?];
    Ok(Affine::from(Transform { translation, rotation, scale: [numbers.one(bytes)?, 1.0, 3.0] }).to_rows())
}

/// A name that most formats accept, or any other.
fn name(bytes: &mut Unstructured<'_>, index: usize) -> Result<String> {
    Ok(match bytes.int_in_range(0..=5)? {
        0 => bytes.arbitrary::<&str>()?.chars().take(12).collect(),
        1 => ["Hips", "spine", "LeftArm", "head", "root", "a b"][index % 6].to_owned(),
        _ => format!("n{index}"),
    })
}
