//! Players: which state shows what and when, regardless of the size of the steps.

use anim_core::{Pose, laws};
use anim_mm2_ped::{
    Anim, ClipOptions, Happened, Happening, Interpolate, MAX_HAPPENINGS, Mm2Ped, Motion, Player, Report,
    State, StateTable,
};
use proptest::prelude::*;

use crate::figures::chain;

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

/// A clip whose x is the index of the frame.
fn counting(frames: u8) -> Anim {
    Anim::new(1, (0..frames).flat_map(|n| [f32::from(n), 0.0, 0.0, 0.0, 0.0, 0.0]).collect()).unwrap()
}

fn walker() -> Mm2Ped {
    let states = vec![
        state("STAND", "still", [1, 3], 0.0, Some("STAND")),
        state("STAND_WALK", "step", [1, 4], 0.5, Some("WALK")),
        state("WALK", "step", [1, 9], 1.5, Some("WALK")),
        state("BACK", "STEP", [5, 2], -1.0, Some("STAND")),
        state("FALL", "step", [2, 5], 0.0, None),
        state("LOST", "nowhere", [1, 6], 0.0, Some("STAND")),
    ];
    let clips = [("still", 3), ("step", 8)].map(|(name, frames)| (name.to_owned(), counting(frames)));
    Mm2Ped { clips: clips.to_vec(), ..Mm2Ped::from(table(states)) }
}

fn player() -> Player {
    interpolating(Interpolate::Hold)
}

fn interpolating(interpolate: Interpolate) -> Player {
    Player::new(walker(), &ClipOptions { interpolate, ..ClipOptions::default() }).unwrap()
}

/// The name of the current state.
fn name(player: &Player) -> &str {
    &player.states()[player.current()].name
}

/// The x that a player shows, if it shows anything.
fn x(player: &mut Player) -> Option<f64> {
    let mut pose = Pose::default();
    player.pose(&mut pose);
    pose.local.first().map(|local| local.translation()[0])
}

/// What a player shows: the name of the state, and the index of the frame.
fn shown(player: &mut Player) -> (String, Option<f64>) {
    (name(player).to_owned(), x(player))
}

#[test]
fn a_player_goes_from_state_to_state() {
    let mut player = player();
    let mut seen = Vec::new();
    for frame in 0..40 {
        match frame {
            4 => player.request("STAND_WALK").unwrap(),
            11 => player.request("BACK").unwrap(),
            27 => player.request("LOST").unwrap(),
            34 => player.request("FALL").unwrap(),
            _ => assert!(player.request("FLY").is_err()),
        }
        let (state, x) = shown(&mut player);
        seen.push(format!("{state}{}", x.map_or(String::new(), |x| x.to_string())));
        player.advance(1.0 / 30.0);
    }
    // A window that ends after its clip ends with the clip; a reversed window plays backwards.
    let expected = "STAND0 STAND1 STAND2 STAND0 STAND1 STAND2 \
        STAND_WALK0 STAND_WALK1 STAND_WALK2 STAND_WALK3 \
        WALK0 WALK1 WALK2 WALK3 WALK4 WALK5 WALK6 WALK7 BACK4 BACK3 BACK2 BACK1 \
        STAND0 STAND1 STAND2 STAND0 STAND1 STAND2 LOST LOST LOST LOST LOST LOST \
        STAND0 STAND1 STAND2 FALL1 FALL2 FALL3";
    assert_eq!(seen.join(" "), expected);
    player.advance(9.0);
    assert_eq!((shown(&mut player), player.has_ended()), (("FALL".to_owned(), Some(4.0)), true));
    player.request("STAND").unwrap();
    assert_eq!((shown(&mut player), player.state_time()), (("STAND".to_owned(), Some(0.0)), 0.0));
}

#[test]
fn a_state_can_be_shown_at_once() {
    let mut player = player();
    player.advance(0.05);
    player.request("WALK").unwrap();
    assert_eq!(player.requested(), player.state("WALK").ok());
    player.start("FALL").unwrap();
    let unknown = player.start("FALLS").unwrap_err();
    assert_eq!(unknown.to_string(), "there is no state `FALLS`; did you mean `FALL`?");
    assert_eq!((shown(&mut player).0.as_str(), player.requested()), ("FALL", None));
    player.advance(3.5 / 30.0);
    assert_eq!(shown(&mut player), ("FALL".to_owned(), Some(4.0)));
}

#[test]
fn frames_count_from_the_beginning_of_a_state() {
    // Between two frames, and at a time so large that steps of a sixtieth do not add up exactly.
    for before in [3.5 / 30.0, 1e6 + 0.1] {
        let mut player = player();
        player.advance(before);
        player.start("BACK").unwrap();
        for sixtieth in 1..32u8 {
            player.advance(1.0 / 60.0);
            let [state, x] = match sixtieth / 2 {
                frame @ 0..4 => ["BACK".to_owned(), (4 - frame).to_string()],
                frame => ["STAND".to_owned(), ((frame - 4) % 3).to_string()],
            };
            assert_eq!(shown(&mut player), (state, x.parse().ok()), "{sixtieth} sixtieths after {before} s");
        }
    }
}

#[test]
fn days_of_small_steps_stay_on_the_frame() {
    let mut player = player();
    player.start("WALK").unwrap();
    for frame in 0..1_000_000u32 {
        assert_eq!(shown(&mut player).1, Some(f64::from(frame % 8)), "frame {frame}");
        for _ in 0..2 {
            player.advance(1.0 / 60.0);
        }
    }
}

#[test]
fn the_last_frame_blends_into_the_state_that_follows() {
    for (start, request, expected) in [
        // Backwards to frame 1, then the first frame of the still.
        ("BACK", None, [1.5, 1.0, 0.5, 0.0]),
        ("BACK", Some("WALK"), [1.5, 1.0, 0.5, 0.0]),
        ("BACK", Some("FALL"), [1.5, 1.0, 1.0, 1.0]),
        // Without a clip, and without an end.
        ("BACK", Some("LOST"), [1.5, 1.0, 1.0, f64::NAN]),
        ("FALL", None, [3.5, 4.0, 4.0, 4.0]),
    ] {
        let mut player = interpolating(Interpolate::Linear);
        player.start(start).unwrap();
        for (halves, expected) in (0..).zip(expected) {
            player.advance(if halves == 0 { 2.5 / 30.0 } else { 0.5 / 30.0 });
            if let Some(request) = request.filter(|_| halves == 0) {
                player.request(request).unwrap();
            }
            match x(&mut player) {
                Some(x) => assert!((x - expected).abs() < 1e-9, "{start} {request:?} {halves}: {x}"),
                None => assert!(expected.is_nan(), "{start} {request:?} {halves}"),
            }
        }
    }
}

#[test]
fn the_travel_is_the_sum_of_speeds_times_times() {
    let mut player = player();
    player.request("STAND_WALK").unwrap();
    // Three frames of standing, four of setting off, then 8 frames per round of walking.
    for (frames, expected) in [(3.0, 0.0), (4.0, 0.5), (8.0, 2.0), (4.0, 2.75), (4.0, 3.5)] {
        player.advance(frames / 30.0);
        // The game counts 0.03333 s per frame.
        assert!((player.travelled()[0] * 0.03333 * 30.0 - expected).abs() < 1e-6, "{:?}", player.travelled());
    }
}

#[test]
fn years_pass_at_once() {
    let mut player = player();
    player.start("WALK").unwrap();
    let round = 8.0 / 30.0;
    player.advance(1e9 * round + 3.0 / 30.0);
    assert_eq!(shown(&mut player), ("WALK".to_owned(), Some(3.0)));
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
fn only_a_table_with_states_has_a_player() {
    let options = &ClipOptions::default();
    assert!(Player::new(Mm2Ped::from(table(vec![])), options).is_none());
    assert!(Player::new(Mm2Ped::from(counting(3)), options).is_none());
    assert!(Player::new(Mm2Ped::from(chain(&["root"])), options).is_none());
}

#[test]
fn a_player_lists_its_states_and_reports_what_begins_and_ends() {
    let mut player = player();
    let names: Vec<_> = player.states().iter().map(|state| state.name.clone()).collect();
    assert_eq!(names, ["STAND", "STAND_WALK", "WALK", "BACK", "FALL", "LOST"]);
    let mut events = |act: &dyn Fn(&mut Player)| {
        act(&mut player);
        let event = |happening: Happening| {
            let time = (happening.time * 30.0).round();
            match happening.what {
                Happened::Entered { state } => format!("{time}+{}", names[state]),
                Happened::Left { state } => format!("{time}-{}", names[state]),
                Happened::Finished { state } => format!("{time}!{}", names[state]),
                _ => "?".to_owned(),
            }
        };
        player.happenings().map(event).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(events(&|_| ()), "0+STAND");
    assert_eq!(events(&|player| player.advance(0.05)), "");
    assert_eq!(events(&|player| player.advance(0.1)), "3-STAND 3+STAND");
    assert_eq!(events(&|player| player.request("STAND_WALK").unwrap()), "");
    assert_eq!(events(&|player| player.advance(0.3)), "6-STAND 6+STAND_WALK 10-STAND_WALK 10+WALK");
    assert_eq!(events(&|player| player.start("FALL").unwrap()), "14-WALK 14+FALL");
    assert_eq!(events(&|player| player.advance(1.0)), "18!FALL");
    assert_eq!(events(&|player| player.advance(1.0)), "");
    assert_eq!(events(&|player| player.request("LOST").unwrap()), "74-FALL 74+LOST");
    // Of the events of many rounds, the latest are kept.
    assert_eq!(events(&|player| player.advance(1e9)).split(' ').count(), MAX_HAPPENINGS);
}

#[test]
fn a_pose_has_the_numbers_of_the_clips() {
    let skeleton = Some(chain(&["hip_l", "hip_r"]));
    let frames = (0..8u8).flat_map(|n| [1.0, 2.0, -f32::from(n), 0.1, 0.2, 0.3, -0.4, 0.5, f32::from(n)]);
    let anim = Anim::new(2, frames.collect()).unwrap();
    let states = vec![state("WALK", "walk", [2, 7], 0.5, Some("WALK"))];
    let clips = vec![("walk".to_owned(), anim)];
    for skeleton in [None, skeleton] {
        let document = Mm2Ped { clips: clips.clone(), skeleton, ..Mm2Ped::from(table(states.clone())) };
        for interpolate in [Interpolate::Hold, Interpolate::Linear] {
            let motion = Motion::Game;
            let options = ClipOptions { interpolate, motion, mirror: true, ..ClipOptions::default() };
            let clip = document.clips_with(&options, &mut Report::new()).remove(0);
            laws::clip(&clip).unwrap();
            let mut player = Player::new(document.clone(), &options).unwrap();
            let mut pose = Pose::default();
            for step in 0..6 {
                player.pose(&mut pose);
                let expected = clip.pose(player.state_time());
                assert_eq!(pose.parent, expected.parent);
                for (found, expected) in pose.world.iter().zip(&expected.world) {
                    assert!(found.distance(expected) < 1e-9, "{options:?} in step {step}");
                }
                player.advance(1.25 / 30.0);
            }
        }
    }
}

#[test]
fn a_player_has_a_clock_and_one_for_its_state() {
    let mut player = player();
    let frames = |player: &Player| [player.time(), player.state_time()].map(|time| (time * 30.0).round());
    player.advance(4.0 / 30.0);
    assert_eq!(frames(&player), [4.0, 1.0], "STAND has three frames");
    // A copy plays on its own.
    let mut copy = player.clone();
    copy.start("FALL").unwrap();
    copy.advance(9.0 / 30.0);
    assert_eq!((frames(&copy), copy.has_ended()), ([13.0, 4.0], true));
    assert_eq!((frames(&player), name(&player)), ([4.0, 1.0], "STAND"));
    // The clock stays finite, whichever state counts.
    for _ in 0..4 {
        copy.advance(f64::MAX / 50.0);
        copy.start("WALK").unwrap();
        assert!(copy.time().is_finite() && copy.happenings().all(|happening| happening.time.is_finite()));
    }
}

#[test]
fn a_state_that_another_follows_has_not_ended_whatever_the_time() {
    let states =
        vec![state("A", "still", [1, 1], 0.0, Some("B")), state("B", "still", [1, 1], 0.0, Some("A"))];
    let clips = vec![("still".to_owned(), counting(3))];
    let mut player =
        Player::new(Mm2Ped { clips, ..Mm2Ped::from(table(states)) }, &ClipOptions::default()).unwrap();
    // More than 2⁵³ frames.
    for step in [0.0, 1.0 / 30.0, 1e15, 1.0] {
        player.advance(step);
        assert!(!player.has_ended(), "{step}");
    }
    let current = player.current();
    player.request("B").unwrap();
    assert_eq!((player.current(), player.requested()), (current, Some(1)), "it waits");
    player.start("B").unwrap();
    assert_eq!((player.current(), player.requested()), (1, None));
}

#[test]
fn a_state_without_a_clip_shows_the_skeleton_at_rest() {
    let skeleton = chain(&["hip_l", "hip_r"]);
    let rest = Mm2Ped::from(skeleton.clone()).clips().remove(0);
    let anim = Anim::new(2, vec![1.0; 9]).unwrap();
    let states = vec![
        state("WALK", "walk", [1, 1], 0.0, Some("WALK")),
        state("LOST", "nowhere", [1, 6], 0.0, Some("LOST")),
        state("HOP", "hop", [1, 3], 0.0, Some("HOP")),
    ];
    let clips = vec![("walk".to_owned(), anim), ("hop".to_owned(), counting(3))];
    for skeleton in [Some(skeleton), None] {
        let document =
            Mm2Ped { clips: clips.clone(), skeleton: skeleton.clone(), ..table(states.clone()).into() };
        let named = document.clips();
        let mut player = Player::new(document, &ClipOptions::default()).unwrap();
        let mut pose = Pose::default();
        for state in ["WALK", "LOST", "HOP", "LOST"] {
            player.start(state).unwrap();
            player.pose(&mut pose);
            let clip = named.iter().find(|clip| clip.name == state);
            let expected = clip.or_else(|| skeleton.as_ref().map(|_| &rest));
            assert_eq!(player.nodes(), expected.map_or(&[][..], |clip| &clip.nodes), "{state}");
            let expected = expected.map_or_else(Pose::default, |clip| clip.pose(0.0));
            assert_eq!((&pose.parent, &pose.alive), (&expected.parent, &expected.alive), "{state}");
            assert_eq!(pose.world.len(), expected.world.len());
            for (found, expected) in pose.world.iter().zip(&expected.world) {
                assert!(found.distance(expected) < 1e-9, "{state}");
            }
        }
    }
}

proptest! {
    #[test]
    fn steps_of_any_size_lead_to_the_same(
        steps in prop::collection::vec(0.0..0.4f64, 1..20),
        start in 0..6usize,
        linear: bool,
    ) {
        let interpolate = if linear { Interpolate::Linear } else { Interpolate::Hold };
        let [mut once, mut often] = [(); 2].map(|()| interpolating(interpolate));
        let name = once.states()[start].name.clone();
        once.start(&name).unwrap();
        often.start(&name).unwrap();
        for step in &steps {
            often.advance(*step);
        }
        once.advance(steps.iter().sum());
        prop_assert_eq!(once.current(), often.current());
        prop_assert!((once.travelled()[0] - often.travelled()[0]).abs() < 1e-9);
        prop_assert_eq!(once.happenings().collect::<Vec<_>>(), often.happenings().collect::<Vec<_>>());
        match (x(&mut once), x(&mut often)) {
            (Some(a), Some(b)) => prop_assert!((a - b).abs() < 1e-6),
            (a, b) => prop_assert_eq!(a, b),
        }
    }

    #[test]
    fn whole_frames_are_reached_whatever_the_steps(parts in prop::collection::vec(1..60u32, 1..30)) {
        // The sums of sixtieths of a second are not exact.
        let mut player = player();
        player.start("WALK").unwrap();
        let mut sixtieths = 0;
        for part in parts {
            player.advance(f64::from(part) / 60.0);
            sixtieths += part;
            let frame = f64::from(sixtieths / 2 % 8);
            prop_assert_eq!(shown(&mut player), ("WALK".to_owned(), Some(frame)));
        }
    }
}
