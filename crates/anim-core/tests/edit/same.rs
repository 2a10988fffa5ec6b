//! How clips are compared.

use anim_core::{Channel, Clip, Fate, Positive, Property, Report, Unit, Wrap, quaternion};

/// The tolerance of baking.
pub const FINE: Positive = Positive::literal(1e-3);

/// Times within each eighth of a second that are not key times, and key times.
pub fn times(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let eighths = |time: f64| (time * 8.0).floor() as i32;
    (eighths(from)..=eighths(to))
        .flat_map(|eighth| {
            [0.0, 0.015_625, 0.4, 0.75, 0.984_375].map(|part| (f64::from(eighth) + part) / 8.0)
        })
        .filter(move |time| (from..=to).contains(time))
}

/// The distance between the values of two channels of one property: quaternions as rotations, in radians.
pub fn away(property: &Property, a: &[f64], b: &[f64]) -> f64 {
    if let (Property::Rotation, &[ax, ay, az, aw], &[bx, by, bz, bw]) = (property, a, b) {
        let [a, b] = [[ax, ay, az, aw], [bx, by, bz, bw]];
        if a == b {
            return 0.0;
        }
        return quaternion::angle_between(quaternion::normalize(a), quaternion::normalize(b));
    }
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The largest difference of the channels of two clips at times of the first, which are mapped to times of the second.
#[track_caller]
pub fn difference(a: &Clip, b: &Clip, times: impl Iterator<Item = f64>, to: impl Fn(f64) -> f64) -> f64 {
    assert_eq!(a.channels.len(), b.channels.len());
    let mut most: f64 = 0.0;
    for time in times {
        for (one, other) in a.channels.iter().zip(&b.channels) {
            assert_eq!((one.property(), one.node()), (other.property(), other.node()));
            // Backwards, a step shows its new value only at the key.
            let [before, after] = [one.curve().wrap().0, one.curve().wrap().1];
            if time * 8.0 == (time * 8.0).floor() && [before, after].contains(&Wrap::PingPong) {
                continue;
            }
            let [x, y] = [one.curve().at(time), other.curve().at(to(time))];
            let off = away(one.property(), &x, &y);
            assert!(
                off < 1e-5,
                "{} at {time}: {x:?} and {y:?} in {one:?} and {other:?}",
                one.property().name()
            );
            most = most.max(off);
        }
    }
    most
}

/// Whether all losses name a channel of the clip, and no error is larger.
pub fn losses_are_small(report: &Report, clip: &Clip, most: f64) -> bool {
    report.losses.iter().all(|loss| {
        let named = |channel: &&Channel| {
            Some(&clip.nodes[channel.node()].name) == loss.node.as_ref()
                && loss.property.as_deref() == Some(&*clip.channel_name(channel))
        };
        let small = match loss.fate {
            Fate::Approximated(error) => error.size <= most,
            _ => true,
        };
        clip.channels.iter().any(|channel| named(&channel)) && small
    })
}

/// The sum of all errors of values in a report.
pub fn error(report: &Report) -> f64 {
    let error = |fate: Fate| match fate {
        Fate::Approximated(error) if error.unit != Unit::Time => error.size,
        _ => 0.0,
    };
    report.losses.iter().map(|loss| error(loss.fate)).sum()
}

/// The largest relative difference, at a time, of the world matrices of nodes that both clips have by name.
pub fn worlds_apart(a: &Clip, b: &Clip, time: f64) -> f64 {
    let (one, other) = (a.pose(time), b.pose(time));
    let mut most: f64 = 0.0;
    for (node, world) in b.nodes.iter().zip(&other.world) {
        let Some(same) = a.nodes.iter().position(|own| own.name == node.name) else { continue };
        let size = world.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
        most = most.max(one.world[same].distance(world) / size);
    }
    most
}
