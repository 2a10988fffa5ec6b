//! Clips of random figures and curves: every property, ease, wrap and rate, several channels of a node, parts of vectors.

use anim_core::{
    Affine, Axis, Channel, Clip, ClipError, Curve, Ease, EulerOrder, Handles, Node, Property, Rate, Space,
    Times, Transform, Wrap, quaternion,
};

const EASES: [Ease; 5] = [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine];
const WRAPS: [Wrap; 6] =
    [Wrap::Hold, Wrap::Hold, Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];

/// Numbers that depend on nothing but a seed, by the generator `SplitMix64`.
struct Random(u64);

impl Random {
    /// Below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// True once in this many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// From -1 to 1, in steps of 1/64.
    fn number(&mut self) -> f64 {
        self.below(129) as f64 / 64.0 - 1.0
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        [0; 3].map(|_| size * self.number())
    }

    fn rotation(&mut self) -> [f64; 4] {
        let axis = [self.number(), self.number(), 0.5];
        quaternion::from_axis_angle(unit(axis), 3.0 * self.number())
    }
}

fn unit(axis: [f64; 3]) -> [f64; 3] {
    let length = axis.iter().map(|part| part * part).sum::<f64>().sqrt();
    axis.map(|part| part / length)
}

/// The clip of a seed.
pub(crate) fn clip(seed: u64) -> Result<Clip, ClipError> {
    let random = &mut Random(seed);
    let mut nodes: Vec<Node> = Vec::new();
    for index in 0..=random.below(4) {
        let mut node = Node::new(format!("n{index}"));
        if index > 0 && !random.once_in(6) {
            node = node.with_parent(random.below(index));
        }
        if !random.once_in(3) {
            let rotation = if random.once_in(2) { random.rotation() } else { quaternion::IDENTITY };
            let scale = if random.once_in(4) { [1.0, 2.0, 0.5] } else { [1.0; 3] };
            node = node.with_rest(Transform { translation: random.vector(4.0), rotation, scale });
        }
        nodes.push(node);
    }
    let mut channels: Vec<Channel> = Vec::new();
    for _ in 0..=random.below(4) {
        let node = random.below(nodes.len());
        let channel = channel(random, node)?;
        if !channels.iter().any(|other| replaces(&channel, other)) {
            channels.push(channel);
        }
    }
    let mut clip = Clip::new("random").with_duration(0.25 * (1 + random.below(16)) as f64);
    if random.once_in(2) {
        clip = clip.with_rate(Rate::per_second(random.one_of(&[10, 24, 30, 60])));
    }
    if random.once_in(2) {
        let up = random.one_of(&Axis::ALL);
        let mut space = if random.once_in(3) { Space::left_handed(up) } else { Space::right_handed(up) };
        space.unit = random.one_of(&[None, Some(1.0), Some(0.01)]);
        clip = clip.with_space(space);
    }
    Ok(clip.with_nodes(nodes).with_channels(channels))
}

/// Whether one of two channels decides what the other moves.
fn replaces(a: &Channel, b: &Channel) -> bool {
    let [one, other] = [a.property(), b.property()];
    let is_matrix = [one, other].contains(&&Property::Matrix);
    let same = one.name() == other.name() || one.is_rotation() && other.is_rotation();
    a.node() == b.node() && (same || is_matrix)
}

fn channel(random: &mut Random, node: usize) -> Result<Channel, ClipError> {
    let property = match random.below(8) {
        0 => Property::Displacement,
        1 => Property::Rotation,
        2 => Property::Euler(random.one_of(&EulerOrder::ALL)),
        3 => Property::Angle { axis: unit([random.number(), 0.5, random.number()]) },
        4 => Property::Scale,
        5 => Property::Matrix,
        _ => Property::Translation,
    };
    let keys = 1 + random.below(5);
    // A part of the numbers, in some channels of those whose numbers move separately.
    let is_divisible = ![Property::Rotation, Property::Matrix].contains(&property);
    let whole = property.width();
    let component = if is_divisible && random.once_in(3) { random.below(whole) } else { 0 };
    let width = if component > 0 { 1 + random.below(whole - component) } else { whole };
    let values = values(random, &property, keys);
    let values = values.chunks(whole).flat_map(|key| &key[component..component + width]).copied().collect();
    let times = times(random, keys)?;
    let is_quaternion = property == Property::Rotation;
    let mut ease = || match random.one_of(&EASES) {
        Ease::Slerp if !is_quaternion => Ease::Linear,
        ease => ease,
    };
    let eases: Vec<Ease> = (0..keys).map(|_| ease()).collect();
    let eases = if random.once_in(2) { vec![eases[0]; keys] } else { eases };
    let mut wrap = || match random.one_of(&WRAPS) {
        Wrap::RepeatWithOffset if is_quaternion => Wrap::Repeat,
        wrap => wrap,
    };
    let mut curve = Curve::new(times, width, values, Ease::Linear)?.with_wrap(wrap(), wrap());
    if eases.contains(&Ease::Bezier) {
        let handles = (0..keys * width).map(|_| {
            let [into, out] = [0; 2].map(|_| 0.03125 * random.below(9) as f64);
            Handles { into: [-into, random.number()], out: [out, random.number()] }
        });
        curve = curve.with_handles(handles.collect())?;
    }
    Channel::part(node, property, component, curve.with_eases(eases)?)
}

/// At uniform or other distances, from before the start of the clip on.
fn times(random: &mut Random, keys: usize) -> Result<Times, ClipError> {
    let mut time = 0.125 * random.below(9) as f64 - 0.25;
    if random.once_in(3) {
        return Times::uniform(time, Rate::per_second(random.one_of(&[4, 30])), keys);
    }
    let mut times = Vec::new();
    for _ in 0..keys {
        times.push(time);
        time += 0.0625 * (1 + random.below(16)) as f64;
    }
    Times::keys(times)
}

fn values(random: &mut Random, property: &Property, keys: usize) -> Vec<f64> {
    let mut values = Vec::new();
    for _ in 0..keys {
        match property {
            Property::Rotation => values.extend(random.rotation()),
            Property::Matrix => {
                let scale = random.vector(0.5).map(|part| 1.0 + part);
                let place = Transform { translation: random.vector(2.0), rotation: random.rotation(), scale };
                values.extend(Affine::from(place).to_rows());
            }
            Property::Scale => values.extend(random.vector(0.75).map(|part| 1.0 + part)),
            _ => values.extend((0..property.width()).map(|_| 2.0 * random.number())),
        }
    }
    values
}
