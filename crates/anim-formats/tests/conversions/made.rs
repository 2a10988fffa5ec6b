//! Clips with features that few files have: every ease and wrap of every spatial property, parts, colliding names.

use anim_core::{
    Affine, Channel, Clip, ClipError, Curve, Ease, EulerOrder, Event, Handles, Node, Property, Rate, Times,
    Transform, Wrap, quaternion,
};

/// The times of keys: before the clip, off frames, and long before its end.
const TIMES: [f64; 4] = [-0.5, 0.26, 1.0, 1.7];

/// All clips, each with its purpose.
pub(crate) fn clips() -> Result<Vec<(String, Vec<Clip>)>, ClipError> {
    let mut made = Vec::new();
    for property in properties() {
        for ease in [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine] {
            for wrap in [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset] {
                // Quaternions cannot be added, and other values have no arcs.
                let is_quaternion = property == Property::Rotation;
                let adds_up = wrap == Wrap::RepeatWithOffset;
                if is_quaternion && adds_up || ease == Ease::Slerp && !is_quaternion {
                    continue;
                }
                let curve = curve(&property, ease)?.with_wrap(wrap, wrap);
                let channels = vec![Channel::new(1, property.clone(), curve)?];
                let name = format!("{} {} {}", property.name(), ease.name(), wrap.name());
                made.push((name, vec![clip("made", channels)]));
            }
        }
    }
    for property in
        properties().into_iter().filter(|property| !matches!(property, Property::Rotation | Property::Matrix))
    {
        let name = format!("{} leaves its place", property.name());
        made.push((name, vec![clip("swing", vec![swing(property)?])]));
    }
    made.push(("parts".into(), vec![clip("parts", parts()?)]));
    made.push(("both".into(), vec![clip("both", displaced()?)]));
    made.push(("several".into(), several()?));
    Ok(made)
}

/// A root, an arm that is rotated and scaled at rest, and a hand on it, for three seconds.
fn clip(name: &str, channels: Vec<Channel>) -> Clip {
    let rotation = quaternion::from_axis_angle([0.0, 1.0, 1.0], 0.4);
    let arm = Transform { translation: [1.0, 2.0, 3.0], rotation, ..Transform::IDENTITY };
    let nodes = vec![
        Node::new("root"),
        Node::new("arm").with_parent(0).with_rest(arm),
        Node::new("hand").with_parent(1).with_rest(arm),
    ];
    Clip::new(name)
        .with_duration(3.0)
        .with_rate(Rate::per_second(30))
        .with_nodes(nodes)
        .with_channels(channels)
}

fn properties() -> Vec<Property> {
    use Property as P;
    let mut all = vec![
        P::Translation,
        P::Displacement,
        P::Rotation,
        P::Angle { axis: [0.0, 0.0, -2.0] },
        P::Angle { axis: [1.0, 2.0, 3.0] },
        P::Scale,
        P::Matrix,
    ];
    all.extend(EulerOrder::ALL.map(P::Euler));
    all
}

/// A value of a property for each of four keys.
fn curve(property: &Property, ease: Ease) -> Result<Curve, ClipError> {
    let mut values = Vec::new();
    for key in 0..TIMES.len() {
        let at = key as f64;
        let turn = quaternion::from_axis_angle([1.0, at, 0.5], 0.7 * at - 0.3);
        match property {
            Property::Rotation => values.extend(turn),
            Property::Matrix => {
                let place = Transform { translation: [at, -at, 0.5], rotation: turn, scale: [1.0, 1.5, 1.0] };
                values.extend(Affine::from(place).to_rows());
            }
            Property::Scale => values.extend([1.0 + 0.3 * at, 1.0, 2.0 - 0.2 * at]),
            _ => values.extend((0..property.width()).map(|part| (at * 1.3 + part as f64).sin() + 0.4 * at)),
        }
    }
    let curve = Curve::new(Times::keys(TIMES)?, property.width(), values, ease)?;
    let handles = Handles { into: [-0.2, 0.1], out: [0.3, -0.1] };
    let count = curve.values().len();
    if ease == Ease::Bezier { curve.with_handles(vec![handles; count]) } else { Ok(curve) }
}

/// A channel whose keys all have the value at rest, and whose handles lead away from it in between.
fn swing(property: Property) -> Result<Channel, ClipError> {
    let rest = match property {
        Property::Translation => vec![1.0, 2.0, 3.0],
        Property::Scale => vec![1.0; 3],
        _ => vec![0.0; property.width()],
    };
    let curve = Curve::new(Times::keys([0.5, 2.5])?, rest.len(), [&rest[..], &rest].concat(), Ease::Bezier)?;
    let handles = (0..2 * rest.len()).map(|part| {
        let away = 0.4 + 0.2 * (part % rest.len()) as f64;
        Handles { into: [-0.6, -away / 2.0], out: [0.6, away] }
    });
    Channel::new(1, property, curve.with_handles(handles.collect())?)
}

fn part(
    property: Property,
    component: usize,
    times: &[f64],
    values: &[f64],
    ease: Ease,
) -> Result<Channel, ClipError> {
    let curve = Curve::new(Times::keys(times)?, values.len() / times.len(), values.to_vec(), ease)?;
    Channel::part(1, property, component, curve)
}

/// Components with separate keys and eases; later ones override earlier ones.
fn parts() -> Result<Vec<Channel>, ClipError> {
    let euler = Property::Euler(EulerOrder::Yzx);
    Ok(vec![
        part(Property::Translation, 1, &[0.0, 1.0], &[5.0, 6.0], Ease::Linear)?,
        part(Property::Translation, 0, &[0.5, 2.5], &[1.0, 2.0, 3.0, 4.0], Ease::Step)?,
        part(Property::Scale, 2, &[0.0, 2.0], &[1.0, 2.0], Ease::Sine)?,
        part(euler.clone(), 0, &[0.0, 3.0], &[0.0, 9.0], Ease::Linear)?,
        part(euler, 2, &[1.0, 1.5], &[0.0, 1.0], Ease::Sine)?,
    ])
}

fn displaced() -> Result<Vec<Channel>, ClipError> {
    Ok(vec![
        Channel::new(1, Property::Translation, curve(&Property::Translation, Ease::Sine)?)?,
        part(Property::Displacement, 2, &[0.0, 0.4, 1.1], &[0.0, 3.0, 1.0], Ease::Linear)?,
    ])
}

/// Clips of nodes whose names become equal in some formats, with events, starting at a frame below 0.
fn several() -> Result<Vec<Clip>, ClipError> {
    let mut clips = Vec::new();
    for (index, name) in ["a b", "a_b", "a}b"].into_iter().enumerate() {
        let turn = Channel::new(index, Property::Rotation, curve(&Property::Rotation, Ease::Slerp)?)?;
        let mut clip = clip(name, vec![turn]);
        for (node, name) in clip.nodes.iter_mut().zip(["a b", "a_b", "a\tb"]) {
            node.name = name.into();
        }
        clip.first_frame = -12.0;
        clip.events.push(Event::named(0.5, "step", vec![1.0]).with_node(1));
        clips.push(clip);
    }
    Ok(clips)
}
