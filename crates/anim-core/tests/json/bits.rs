//! A clip as text, with every number as its bits: two clips are the same if their texts are.

use std::fmt::Write;

use anim_core::{Clip, Curve, EventKind, Property};

pub(crate) fn bits(clip: &Clip) -> String {
    let mut out = String::new();
    let rate = clip.rate.map(|rate| hex(&rate.parts()));
    let (duration, first) = (hex(&[clip.duration]), hex(&[clip.first_frame]));
    writeln!(out, "{:?} duration {duration} rate {rate:?} first {first}", clip.name).unwrap();
    let axes = [clip.space.up, clip.space.forward];
    let unit = clip.space.unit.map(|unit| hex(&[unit]));
    writeln!(out, "space {axes:?} {:?} {unit:?}", clip.space.handedness).unwrap();
    for node in &clip.nodes {
        let rest = node.rest;
        let rest = [hex(&rest.translation), hex(&rest.rotation), hex(&rest.scale)];
        writeln!(out, "node {:?} {:?} {rest:?} {:?} {:?}", node.name, node.parent, node.morphs, node.bone)
            .unwrap();
    }
    for channel in &clip.channels {
        let property = match channel.property() {
            Property::Angle { axis } => format!("angle {}", hex(axis)),
            other => format!("{other:?}"),
        };
        writeln!(out, "channel {} {property} {}", channel.node(), channel.component()).unwrap();
        curve(&mut out, channel.curve());
    }
    for event in &clip.events {
        let kind = match &event.kind {
            EventKind::Enter { name, index, seconds } => {
                format!("enter {name:?} {index:?} {:?}", seconds.map(|seconds| hex(&[seconds])))
            }
            EventKind::Named { name, values } => format!("named {name:?} {}", hex(values)),
            other => panic!("the kind {other:?} is not known"),
        };
        writeln!(out, "event {} {:?} {kind}", hex(&[event.time]), event.node).unwrap();
    }
    writeln!(out, "metadata {:?}", clip.metadata).unwrap();
    out
}

fn curve(out: &mut String, curve: &Curve) {
    let times = curve.times();
    match (times.first_frame(), times.rate()) {
        (Some(first), Some(rate)) => {
            writeln!(out, "  {} frames from {} at {}", times.len(), hex(&[first]), hex(&rate.parts()))
                .unwrap();
        }
        _ => writeln!(out, "  times {}", hex(&times.iter().collect::<Vec<_>>())).unwrap(),
    }
    let eases: Vec<_> = (0..curve.len()).map(|key| curve.ease(key)).collect();
    writeln!(out, "  width {} eases {:?} {eases:?}", curve.width(), curve.uniform_ease()).unwrap();
    writeln!(out, "  wrap {:?} values {}", curve.wrap(), hex(curve.values())).unwrap();
    if curve.has_handles() {
        for key in 0..curve.len() {
            for component in 0..curve.width() {
                let handles = curve.handles(key, component);
                writeln!(out, "  handles {} {}", hex(&handles.into), hex(&handles.out)).unwrap();
            }
        }
    }
}

fn hex(numbers: &[f64]) -> String {
    numbers.iter().fold(String::new(), |text, number| format!("{text} {:x}", number.to_bits()))
}
