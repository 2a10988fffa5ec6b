//! Poses and mirrored clips against other ways to compute them.

use anim_core::{Affine, Pose, Poser};
use anim_mm2_ped::{Anim, ClipOptions, Interpolate, Mirror, Skeleton};
use proptest::prelude::*;

use crate::figures::{bone, chain, figure, motion, motion_of};

/// A map for row vectors: three rows and the position.
type Rows = [[f64; 3]; 4];

/// The world maps of a frame by the matrices of the format's description, for row vectors: world = local · parent.
fn described(skeleton: &Skeleton, floats: &[f64]) -> Vec<Rows> {
    let mut world: Vec<Rows> = Vec::new();
    for (index, bone) in skeleton.bones().iter().enumerate() {
        let [x, y, z] = [0, 1, 2].map(|axis| floats[3 + 3 * index + axis]);
        let place = if index == 0 { [floats[0], floats[1], floats[2]] } else { bone.offset.map(f64::from) };
        let local = [
            [z.cos() * y.cos(), z.sin(), -z.cos() * y.sin()],
            [
                y.sin() * x.sin() - z.sin() * y.cos() * x.cos(),
                z.cos() * x.cos(),
                z.sin() * y.sin() * x.cos() + y.cos() * x.sin(),
            ],
            [
                z.sin() * y.cos() * x.sin() + y.sin() * x.cos(),
                -z.cos() * x.sin(),
                y.cos() * x.cos() - z.sin() * y.sin() * x.sin(),
            ],
            place,
        ];
        world.push(bone.parent.map_or(local, |parent| {
            let above = world[parent];
            std::array::from_fn(|r| {
                std::array::from_fn(|c| {
                    let own: f64 = (0..3).map(|k| local[r][k] * above[k][c]).sum();
                    if r == 3 { own + above[3][c] } else { own }
                })
            })
        }));
    }
    world
}

fn distance(rows: &Rows, map: &Affine) -> f64 {
    let columns = map.0;
    let differences = (0..4).flat_map(|r| (0..3).map(move |c| (rows[r][c] - columns[c][r]).abs()));
    differences.fold(0.0, f64::max)
}

/// The floats between two frames, as the mod shows them.
fn between(anim: &Anim, place: f64) -> Vec<f64> {
    let (number, u) = (place.floor() as usize, place.fract());
    let frame = |number: usize| anim.frame(number % anim.frames()).unwrap();
    let pairs = frame(number).iter().zip(frame(number + 1));
    pairs.map(|(&a, &b)| f64::from(a) + (f64::from(b) - f64::from(a)) * u).collect()
}

fn poses_are_as_described((skeleton, anim): &(Skeleton, Anim)) -> Result<(), TestCaseError> {
    let options = |interpolate| ClipOptions { interpolate, ..ClipOptions::default() };
    let [hold, linear] = [Interpolate::Hold, Interpolate::Linear]
        .map(|interpolate| motion_of(anim, Some(skeleton), options(interpolate)));
    let (mut hold, mut linear) = (Poser::new(&hold), Poser::new(&linear));
    let (mut floats, mut pose, mut of_clip) = (Vec::new(), Pose::default(), Pose::default());
    for fifth in 0..5 * anim.frames() {
        let place = fifth as f64 / 5.0;
        for (interpolate, poser) in [(Interpolate::Hold, &mut hold), (Interpolate::Linear, &mut linear)] {
            let place = if interpolate == Interpolate::Hold { place.floor() } else { place };
            let expected = described(skeleton, &between(anim, place));
            anim.sample(fifth as f64 / 5.0, interpolate, &mut floats);
            skeleton.pose(&floats, &mut pose);
            poser.pose(fifth as f64 / 150.0, &mut of_clip);
            for (bone, expected) in expected.iter().enumerate() {
                for (way, found) in [("pose", &pose), ("clip", &of_clip)] {
                    let error = distance(expected, &found.world[bone]);
                    prop_assert!(error < 1e-6, "{} of bone {} at {}: off by {}", way, bone, place, error);
                }
                prop_assert!(pose.local[bone].distance(&of_clip.local[bone]) < 1e-9);
            }
            prop_assert_eq!(&pose.parent, &of_clip.parent);
        }
    }
    Ok(())
}

/// A figure with a middle and two sides that mirror each other.
fn symmetric() -> impl Strategy<Value = (Skeleton, Anim)> {
    let limbs = prop::collection::vec((prop::array::uniform3(0.1..1.0f32), any::<bool>()), 1..6);
    limbs.prop_flat_map(|limbs| {
        let mut bones = vec![bone("root", None, [0.0, 1.0, 0.0])];
        for (number, ([x, y, z], left_first)) in limbs.iter().enumerate() {
            let sides = if *left_first { [("l", -1.0), ("r", 1.0)] } else { [("r", 1.0), ("l", -1.0)] };
            for (side, sign) in sides {
                bones.push(bone(&format!("upper{number}_{side}"), Some(0), [sign * x, *y, *z]));
                bones.push(bone(&format!("lower{number}_{side}"), Some(bones.len() - 1), [sign * z, *x, -y]));
            }
        }
        let count = bones.len();
        (Just(Skeleton::new(bones).unwrap()), motion(count, 7.0))
    })
}

proptest! {
    #[test]
    fn poses_are_those_of_the_description(figure in figure(1..9usize, 7.0)) {
        poses_are_as_described(&figure)?;
    }

    #[test]
    fn mirroring_twice_changes_nothing((skeleton, anim) in symmetric()) {
        let mirror = Mirror::new(&skeleton);
        let mut mirrored = anim.clone();
        mirror.apply(&mut mirrored);
        prop_assert_ne!(&mirrored, &anim);
        mirror.apply(&mut mirrored);
        prop_assert_eq!(mirrored, anim);
    }

    #[test]
    fn a_mirrored_pose_is_the_mirror_image((skeleton, anim) in symmetric()) {
        let mirror = Mirror::new(&skeleton);
        let mut mirrored = anim.clone();
        mirror.apply(&mut mirrored);
        let floats = |anim: &Anim, frame: usize| -> Vec<f64> { anim.frame(frame).unwrap().iter().map(|&v| f64::from(v)).collect() };
        for frame in 0..anim.frames() {
            let (own, other) = (described(&skeleton, &floats(&anim, frame)), described(&skeleton, &floats(&mirrored, frame)));
            for (bone, rows) in own.iter().enumerate() {
                let image = other[mirror.partner(bone)];
                for (axis, sign) in [-1.0, 1.0, 1.0].into_iter().enumerate() {
                    prop_assert!((image[3][axis] - sign * rows[3][axis]).abs() < 1e-9);
                    // The images of the axes: the x axis of the image is also reversed.
                    for (r, turned) in [-1.0, 1.0, 1.0].into_iter().enumerate() {
                        prop_assert!((image[r][axis] - turned * sign * rows[r][axis]).abs() < 1e-9);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]
    #[test]
    fn poses_of_large_figures_are_those_of_the_description(man in figure(Just(19), 7.0), hero in figure(Just(67), 7.0)) {
        poses_are_as_described(&man)?;
        poses_are_as_described(&hero)?;
    }
}

#[test]
fn sides_are_told_by_the_ends_of_names() {
    let partners = |names: &[&str]| -> Vec<_> {
        let mirror = Mirror::new(&chain(names));
        (0..names.len()).map(|bone| mirror.partner(bone)).collect()
    };
    assert_eq!(partners(&["root", "hip_l", "knee_l", "hip_r", "_r", "_l"]), [0, 3, 2, 1, 5, 4]);
    assert_eq!(partners(&["l", "r", "hip_L", "hip_R"]), [0, 1, 2, 3]);
    assert!(Mirror::new(&chain(&["root", "hip_l"])).is_empty());
}

#[test]
fn positions_outside_of_a_clip_are_its_ends() {
    let anim =
        Anim::new(1, (0..3u8).flat_map(|n| [f32::from(n), 0.0, 0.0, 0.0, 0.0, 0.0]).collect()).unwrap();
    let x = |place: f64, interpolate| {
        let mut floats = Vec::new();
        anim.sample(place, interpolate, &mut floats);
        floats[0]
    };
    for (place, held, straight) in [
        (f64::NAN, 0.0, 0.0),
        (-5.0, 0.0, 0.0),
        (1.25, 1.0, 1.25),
        (2.5, 2.0, 1.0),
        (3.0, 2.0, 0.0),
        (1e300, 2.0, 0.0),
    ] {
        assert_eq!(
            [Interpolate::Hold, Interpolate::Linear].map(|way| x(place, way)),
            [held, straight],
            "{place}"
        );
    }
}
