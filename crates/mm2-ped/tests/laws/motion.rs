//! Poses, mirrored clips and players against other ways to compute them.

use anim_core::{Affine, Pose, Poser};
use anim_mm2_ped::{Anim, ClipOptions, Interpolate, Mirror, Player, Skeleton, State, StateTable};
use proptest::prelude::*;

use crate::figures::{bone, chain, figure, motion};

/// A map for row vectors: three rows and the place.
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
        .map(|interpolate| anim.to_clip("motion", Some(skeleton), options(interpolate)));
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
                    // The images of the axes: the x axis of the image is also turned round.
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
fn places_outside_of_a_clip_are_its_ends() {
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

fn state(name: &str, clip: &str, [first, last]: [i32; 2], distance: f32, next: Option<&str>) -> State {
    let next = next.map(str::to_owned);
    State {
        name: name.to_owned(),
        clip: clip.to_owned(),
        first,
        last,
        y_distance: distance,
        next,
        ..State::default()
    }
}

fn table(states: Vec<State>) -> StateTable {
    StateTable::new(states).unwrap()
}

/// A clip whose x says which frame it is.
fn counting(frames: u8) -> Anim {
    Anim::new(1, (0..frames).flat_map(|n| [f32::from(n), 0.0, 0.0, 0.0, 0.0, 0.0]).collect()).unwrap()
}

fn walker() -> (StateTable, Vec<(String, Anim)>) {
    let states = vec![
        state("STAND", "still", [1, 3], 0.0, Some("STAND")),
        state("STAND_WALK", "step", [1, 4], 0.5, Some("WALK")),
        state("WALK", "step", [1, 9], 1.5, Some("WALK")),
        state("BACK", "STEP", [5, 2], -1.0, Some("STAND")),
        state("FALL", "step", [2, 5], 0.0, None),
        state("LOST", "nowhere", [1, 6], 0.0, Some("STAND")),
    ];
    let clips = [("still", 3), ("step", 8)].map(|(name, frames)| (name.to_owned(), counting(frames)));
    (table(states), clips.to_vec())
}

/// What a player shows: the state, and the clip's frame.
fn shown(player: &Player<'_>) -> (String, Option<f64>) {
    let mut floats = Vec::new();
    let there = player.sample(Interpolate::Hold, &mut floats);
    (player.state().name.clone(), there.then(|| floats[0]))
}

#[test]
fn a_player_goes_from_state_to_state() {
    let (table, clips) = walker();
    let mut player = Player::new(&table, &clips).unwrap();
    let mut seen = Vec::new();
    for frame in 0..40 {
        match frame {
            4 => assert!(player.request("STAND_WALK")),
            11 => assert!(player.request("BACK")),
            27 => assert!(player.request("LOST")),
            34 => assert!(player.request("FALL")),
            _ => assert!(!player.request("FLY")),
        }
        let (state, x) = shown(&player);
        seen.push(format!("{state}{}", x.map_or(String::new(), |x| x.to_string())));
        player.advance(1.0 / 30.0);
    }
    // A window that ends behind its clip ends with it; one that runs backwards is shown backwards.
    let expected = "STAND0 STAND1 STAND2 STAND0 STAND1 STAND2 \
        STAND_WALK0 STAND_WALK1 STAND_WALK2 STAND_WALK3 \
        WALK0 WALK1 WALK2 WALK3 WALK4 WALK5 WALK6 WALK7 BACK4 BACK3 BACK2 BACK1 \
        STAND0 STAND1 STAND2 STAND0 STAND1 STAND2 LOST LOST LOST LOST LOST LOST \
        STAND0 STAND1 STAND2 FALL1 FALL2 FALL3";
    assert_eq!(seen.join(" "), expected);
    player.advance(9.0);
    assert_eq!((shown(&player), player.has_ended()), (("FALL".to_owned(), Some(4.0)), true));
    assert!(player.request("STAND"));
    assert_eq!((shown(&player), player.time()), (("STAND".to_owned(), Some(0.0)), 0.0));
}

#[test]
fn a_state_can_be_shown_at_once() {
    let (table, clips) = walker();
    let mut player = Player::new(&table, &clips).unwrap();
    player.advance(0.05);
    assert!(player.request("WALK") && player.play("FALL") && !player.play("FLY"));
    assert_eq!((shown(&player).0.as_str(), player.requested()), ("FALL", None));
    player.advance(3.5 / 30.0);
    assert_eq!(shown(&player), ("FALL".to_owned(), Some(4.0)));
}

#[test]
fn frames_count_from_where_a_state_was_called_for() {
    let (table, clips) = walker();
    // Between two frames, and where steps of a sixtieth do not add up to whole sixtieths any more.
    for before in [3.5 / 30.0, 1e6 + 0.1] {
        let mut player = Player::new(&table, &clips).unwrap();
        player.advance(before);
        player.play("BACK");
        for sixtieth in 1..32u8 {
            player.advance(1.0 / 60.0);
            let [state, x] = match sixtieth / 2 {
                frame @ 0..4 => ["BACK".to_owned(), (4 - frame).to_string()],
                frame => ["STAND".to_owned(), ((frame - 4) % 3).to_string()],
            };
            assert_eq!(shown(&player), (state, x.parse().ok()), "{sixtieth} sixtieths after {before} s");
        }
    }
}

#[test]
fn days_of_small_steps_stay_on_the_frame() {
    let (table, clips) = walker();
    let mut player = Player::new(&table, &clips).unwrap();
    player.play("WALK");
    for frame in 0..1_000_000u32 {
        assert_eq!(shown(&player).1, Some(f64::from(frame % 8)), "frame {frame}");
        for _ in 0..2 {
            player.advance(1.0 / 60.0);
        }
    }
}

#[test]
fn straight_lines_lead_to_the_state_that_is_due() {
    let (table, clips) = walker();
    for (start, request, expected) in [
        // Backwards to frame 1, then the first of the still.
        ("BACK", None, [1.5, 1.0, 0.5, 0.0]),
        ("BACK", Some("WALK"), [1.5, 1.0, 0.5, 0.0]),
        ("BACK", Some("FALL"), [1.5, 1.0, 1.0, 1.0]),
        // Without a clip, and without an end.
        ("BACK", Some("LOST"), [1.5, 1.0, 1.0, f64::NAN]),
        ("FALL", None, [3.5, 4.0, 4.0, 4.0]),
    ] {
        let mut player = Player::new(&table, &clips).unwrap();
        player.play(start);
        for (halves, expected) in (0..).zip(expected) {
            player.advance(if halves == 0 { 2.5 / 30.0 } else { 0.5 / 30.0 });
            if let Some(request) = request.filter(|_| halves == 0) {
                assert!(player.request(request));
            }
            let mut floats = vec![];
            assert_eq!(player.sample(Interpolate::Linear, &mut floats), !expected.is_nan());
            if let [x, ..] = floats[..] {
                assert!((x - expected).abs() < 1e-9, "{start} {request:?} {halves}: {x}");
            }
        }
    }
}

#[test]
fn what_is_travelled_is_the_states_speeds_times_their_times() {
    let (table, clips) = walker();
    let mut player = Player::new(&table, &clips).unwrap();
    player.request("STAND_WALK");
    // Three frames of standing, four of setting off, then 8 of walking a round.
    for (frames, expected) in [(3.0, 0.0), (4.0, 0.5), (8.0, 2.0), (4.0, 2.75), (4.0, 3.5)] {
        player.advance(frames / 30.0);
        // The game counts 0.03333 s a frame.
        assert!((player.travelled()[0] * 0.03333 * 30.0 - expected).abs() < 1e-6, "{:?}", player.travelled());
    }
}

#[test]
fn years_pass_at_once() {
    let (table, clips) = walker();
    let mut player = Player::new(&table, &clips).unwrap();
    player.play("WALK");
    let round = 8.0 / 30.0;
    player.advance(1e9 * round + 3.0 / 30.0);
    assert_eq!(shown(&player), ("WALK".to_owned(), Some(3.0)));
    let expected = 1.5 * (1e9 + 0.375) / (0.03333 * 30.0);
    assert!((player.travelled()[0] / expected - 1.0).abs() < 1e-9);
    player.advance(1e300);
    player.advance(f64::MAX);
    for nothing in [f64::INFINITY, f64::NAN, -1.0] {
        let before = player.clone();
        player.advance(nothing);
        assert_eq!(format!("{before:?}"), format!("{player:?}"));
    }
}

#[test]
fn a_table_without_states_has_no_player() {
    assert!(Player::new(&table(vec![]), &[]).is_none());
}

proptest! {
    #[test]
    fn steps_of_any_size_lead_to_the_same(
        steps in prop::collection::vec(0.0..0.4f64, 1..20),
        start in 0..6usize,
        linear: bool,
    ) {
        let (table, clips) = walker();
        let interpolate = if linear { Interpolate::Linear } else { Interpolate::Hold };
        let [mut once, mut often] = [(); 2].map(|()| Player::new(&table, &clips).unwrap());
        let name = table.states()[start].name.clone();
        prop_assert!(once.play(&name) && often.play(&name));
        for step in &steps {
            often.advance(*step);
        }
        once.advance(steps.iter().sum());
        prop_assert_eq!(&once.state().name, &often.state().name);
        prop_assert!((once.travelled()[0] - often.travelled()[0]).abs() < 1e-9);
        let [mut a, mut b] = [vec![], vec![]];
        prop_assert_eq!(once.sample(interpolate, &mut a), often.sample(interpolate, &mut b));
        for (a, b) in a.iter().zip(&b) {
            prop_assert!((a - b).abs() < 1e-6);
        }
    }

    #[test]
    fn whole_frames_are_reached_whatever_the_steps(parts in prop::collection::vec(1..60u32, 1..30)) {
        // Steps of sixtieths add up to whole frames by way of inexact sums.
        let (table, clips) = walker();
        let mut player = Player::new(&table, &clips).unwrap();
        player.play("WALK");
        let mut sixtieths = 0;
        for part in parts {
            player.advance(f64::from(part) / 60.0);
            sixtieths += part;
            let frame = f64::from(sixtieths / 2 % 8);
            prop_assert_eq!(shown(&player), ("WALK".to_owned(), Some(frame)));
        }
    }
}
