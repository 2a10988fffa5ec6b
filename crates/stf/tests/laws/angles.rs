//! Euler angles in several channels as rotations.

use anim_core::{
    Channel, Clip, Curve, Ease, EulerOrder, Fate, Node, Property, Report, Times, Transform, Unit,
};
use anim_stf::{ClipOptions, EncodeOptions, Euler, Stf};

/// A curve of one angle.
fn angle(times: &[f64], values: &[f64], eases: &[Ease]) -> Curve {
    let curve = Curve::new(Times::keys(times).unwrap(), 1, values.to_vec(), Ease::Linear).unwrap();
    curve.with_eases(eases.to_vec()).unwrap()
}

fn part(order: EulerOrder, component: usize, curve: Curve) -> Channel {
    Channel::part(0, Property::Euler(order), component, curve).unwrap()
}

/// The matrix of a rotation about the axis `axis`.
fn about(axis: usize, angle: f64) -> [[f64; 3]; 3] {
    let (sin, cos) = angle.sin_cos();
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut rows = [[0.0; 3]; 3];
    rows[axis][axis] = 1.0;
    (rows[a][a], rows[a][b], rows[b][a], rows[b][b]) = (cos, -sin, sin, cos);
    rows
}

fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..3).map(|i| a[row][i] * b[i][column]).sum()))
}

/// The angle of the rotation between two matrices.
fn between(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> f64 {
    let squares = a.as_flattened().iter().zip(b.as_flattened()).map(|(a, b)| (a - b).powi(2));
    // The distance of two rotations that are φ apart is √8·sin(φ/2).
    2.0 * (squares.sum::<f64>() / 8.0).sqrt().min(1.0).asin()
}

/// The linear part of a node's matrix as rows.
fn turned(clip: &Clip, time: f64) -> [[f64; 3]; 3] {
    clip.pose(time).local[0].linear()
}

/// The clip of a clip's new document, the largest stated error, and what is dropped.
fn encoded(clip: &Clip) -> (Clip, f64, Vec<String>) {
    let mut report = Report::new();
    let stf =
        Stf::from_clips_with(std::slice::from_ref(clip), &EncodeOptions::default(), &mut report).unwrap();
    let stated = report.losses.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) => Some(if error.unit == Unit::Angle { error.size } else { f64::INFINITY }),
        _ => None,
    });
    let stated = stated.fold(0.0, f64::max);
    let dropped = report.losses.iter().filter(|loss| loss.fate == Fate::Dropped);
    let dropped = dropped.map(|loss| loss.message.clone()).collect();
    (stf.clips().remove(0), stated, dropped)
}

/// Straight from 0 over 0.3 at 0.5 s to 1 at 1 s; with a step, 0 until 0.5 s.
fn risen(time: f64, steps: bool) -> f64 {
    match time {
        _ if time < 0.5 && steps => 0.0,
        _ if time < 0.5 => 0.6 * time,
        _ => 0.3 + 1.4 * (time - 0.5),
    }
}

#[test]
fn angles_of_different_kinds_turn_the_node_together() {
    let text = |y: &str| {
        let line = r#"{"keyframes":[[true,0,"linear"],[true,0.3,"linear"],[true,1,"linear"]]}"#;
        format!(
            r#"{{"type":"stf.animation","name":"A","loop":"none","fps":10,"range":[0,10],
            "tracks":[{{"target":["n","r_euler"],"timepoints":[0,5,10],"subtracks":[{line},{y},{line}]}}]}}"#
        )
    };
    let step = r#"{"keyframes":[[true,0,"constant"],[true,0.3,"linear"],[true,1,"linear"]]}"#;
    for (y, steps) in [(step, true), ("null", false)] {
        let options = ClipOptions { euler: Euler::Xyz, ..ClipOptions::default() };
        let stf = Stf::parse(text(y).as_bytes()).unwrap();
        let clip = stf.clips_with(&options, &mut Report::new()).remove(0);
        let (found, stated, dropped) = encoded(&clip);
        assert_eq!(dropped, [""; 0], "{y}");
        assert!(0.0 < stated && stated < 1e-3, "{y}: {stated}");
        for step in 0..=400 {
            let time = f64::from(step) / 400.0;
            // A jump takes a moment.
            if (time - 0.5).abs() < 1e-3 {
                continue;
            }
            let other = if steps { risen(time, true) } else { 0.0 };
            let [x, z] = [0, 2].map(|axis| about(axis, risen(time, false)));
            let expected = product(product(x, about(1, other)), z);
            let off = between(turned(&found, time), expected);
            assert!(off <= stated + 1e-7, "{y} at {time}: {off}, not {stated}");
        }
    }
}

#[test]
fn an_angle_that_nothing_drives_is_that_of_the_rest_pose() {
    use EulerOrder::{Xyz, Zxy};
    // Half a turn about Z and back, over a rest of 0.4 about X: Rx(0.4)·Rz.
    let rest = Transform { rotation: [0.2_f64.sin(), 0.0, 0.0, 0.2_f64.cos()], ..Transform::IDENTITY };
    let lines = [Ease::Linear; 3];
    let swing = part(Xyz, 2, angle(&[0.0, 0.5, 1.0], &[0.0, 3.0, 0.0], &lines));
    let other = part(Zxy, 1, angle(&[0.0, 0.5, 1.0], &[0.0, 1.0, 2.0], &lines));
    let still = part(Xyz, 2, Curve::constant(&[2.5]).unwrap());
    let later = "a later channel drives the same target";
    let cases = [
        (vec![swing.clone()], vec![]),
        // What later channels replace.
        (vec![still.clone(), swing.clone()], vec![format!("not in the file, since {later}: 1 component")]),
        (vec![other, swing.clone()], vec![format!("not in the file, since {later}: 4 components")]),
    ];
    for (channels, expected) in cases {
        let mut node = Node::new("a");
        node.rest = rest;
        let nodes = vec![node];
        let clip = Clip::new("m").with_duration(1.0).with_nodes(nodes).with_channels(channels);
        let (found, stated, dropped) = encoded(&clip);
        assert_eq!(dropped, expected);
        for step in 0..=50 {
            let time = f64::from(step) / 50.0;
            let expected = product(about(0, 0.4), about(2, 3.0 - 6.0 * (time - 0.5).abs()));
            let off = between(turned(&found, time), expected);
            assert!(off <= stated + 1e-7 && stated < 1e-3, "at {time}: {off}, not {stated}");
        }
    }
}
