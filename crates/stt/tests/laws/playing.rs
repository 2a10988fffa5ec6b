//! The player: state machines of any kind, in steps of any size.

use anim_core::{Affine, Node, Pose, Report};
use anim_stt::{Body, ClipOptions, Clock, Flag, NodePose, Player, State, Stt};
use proptest::prelude::*;

use crate::documents;
use crate::examples::{parse, player};

pub(crate) fn name(stt: &Stt, state: usize) -> String {
    stt.states[state].name.to_string()
}

fn numbers(pose: &NodePose) -> [Option<[f64; 3]>; 3] {
    [pose.displacement, pose.translation, pose.orientation]
}

/// The largest difference of what both drive; infinite where only one drives.
fn difference(a: &[NodePose], b: &[NodePose]) -> f64 {
    let vectors = a.iter().flat_map(numbers).zip(b.iter().flat_map(numbers));
    vectors.fold(0.0, |most: f64, (a, b)| match (a, b) {
        (Some(a), Some(b)) => (0..3).fold(most, |most, i| most.max((a[i] - b[i]).abs())),
        (None, None) => most,
        _ => f64::INFINITY,
    })
}

fn options(clock: Clock) -> ClipOptions {
    ClipOptions { clock, ..ClipOptions::default() }
}

fn on_clock(stt: &Stt, clock: Clock) -> Player {
    Player::new(stt.clone(), &options(clock)).unwrap()
}

fn clock() -> impl Strategy<Value = Clock> {
    prop::sample::select(vec![Clock::Local, Clock::Global])
}

#[test]
fn a_thousand_small_steps_are_one_large_one() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 1 {move} 0 0.3 0 1 0 {move} 1 0.7 0 0 0 {stand}
        {move} SINGLE 1 {n} DYNAMIC 0 0 0 1 2 3 0.1 0 1  0 0 0 1 2 3 0.7 0.1 3  0 0 0 90 0 0 0.3 0 9
        {stand} SINGLE 1 {n} STATIC 5 5 5 1 1 1 0 0 0";
    let stt = parse(text);
    let mut large = self::player(&stt);
    let mut small = self::player(&stt);
    for _ in 0..50 {
        large.advance(1.0);
        (0..1000).for_each(|_| small.advance(0.001));
        assert_eq!(small.node_poses(), large.node_poses());
        assert_eq!(small.position(), large.position());
    }
}

#[test]
fn a_morph_leaves_the_moving_for_the_standing_start() {
    // The state that is left moves a node by 1 a second from 0; the other state moves it too, but stands at 10 until entered.
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 1 {from} 0 4 0 1 0 {from} 0 4 0 0 0 {to}
        {from} SINGLE 2 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
                        {only} STATIC 7 7 7 0 0 0 0 0 0
        {to} SINGLE 1 {n} DYNAMIC 10 0 0 20 0 0 2 0 1  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0";
    let stt = parse(text);
    for (time, expected, only) in [
        (0.0, 0.0, true),
        (1.0, 1.0 * 0.75 + 10.0 * 0.25, true),
        (3.0, 3.0 * 0.25 + 10.0 * 0.75, true),
        (4.0, 10.0, false),
        (5.0, 15.0, false),
        (8.0, 0.0, true),
    ] {
        let mut player = self::player(&stt);
        player.advance(time);
        let pose = player.node_poses();
        assert_eq!(pose[0].displacement.unwrap()[0], expected, "{time}");
        assert_eq!((pose[0].translation, pose[0].orientation), (None, None));
        assert_eq!(pose[1].displacement, only.then_some([7.0; 3]), "{time}");
    }
}

#[test]
fn a_one_way_sequence_holds_its_last_pose() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 5 {stand} 0 2 0 0 0 {stand} 0 2 0 0 0 {move}
        {move} SINGLE 1 {n} DYNAMIC 1 0 0 2 0 0 1 0.25 1  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8
        {stand} SINGLE 1 {n} STATIC 5 5 5 1 1 1 0 0 0";
    let stt = parse(text);
    let mut player = self::player(&stt);
    player.advance(2.0);
    for _ in 0..3 {
        assert_eq!(player.node_poses()[0].displacement.unwrap()[0], 1.25);
        player.advance(0.3);
    }
    // Staying at a start key is not an end: the state of the key runs.
    let stt = parse(&text.replace("KEYFRAME 2 5 {stand}", "KEYFRAME 2 0 {move}"));
    let mut player = self::player(&stt);
    player.advance(0.5);
    assert_eq!(player.node_poses()[0].displacement.unwrap()[0], 1.75);
}

#[test]
fn a_request_waits_for_a_key_that_may_be_left() {
    let text = "#MINDRENDER 1.1 3
        {walk} KEYFRAME 3 1 {a} 0 1 0 0 0 {a} 0 1 0 0 0 {a} 1 1 0 0 0 {a}
        {a} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
        {stuck} KEYFRAME 2 3 {a} 0 1 1 0 0 {a} 0 1 1 0 0 {walk}";
    let stt = parse(text);
    let [walk, a, stuck] = [0, 1, 2];
    let mut player = self::player(&stt);
    player.request(&name(&stt, a)).unwrap();
    player.advance(1.75);
    assert_eq!((player.current(), player.requested()), (walk, Some(a)));
    player.advance(0.5);
    // It began at 2 s, in the middle of the step.
    assert_eq!((player.current(), player.requested(), player.state_time()), (a, None, 0.25));
    assert_eq!(player.node_poses()[0].displacement.unwrap()[0], 0.25);
    player.request(&name(&stt, stuck)).unwrap();
    assert_eq!(player.current(), stuck, "a SINGLE state can be left at once");
    player.request(&name(&stt, walk)).unwrap();
    player.advance(1e6);
    assert_eq!((player.current(), player.requested()), (stuck, Some(walk)));
    player.start(&name(&stt, walk)).unwrap();
    assert_eq!((player.current(), player.requested()), (walk, None));
    let error = player.request("stcuk").unwrap_err();
    assert_eq!(error.to_string(), "there is no state `stcuk`; did you mean `stuck`?");
    assert_eq!(player.requested(), None, "what cannot be found changes nothing");
}

#[test]
fn on_one_clock_motions_do_not_start_anew() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 1 {stand} 1 1.5 0 0 0 {stand} 1 1.5 0 0 0 {move}
        {move} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8
        {stand} SINGLE 1 {n} STATIC 5 5 5 1 1 1 0 0 0";
    let stt = parse(text);
    for (clock, expected) in [(Clock::Local, 0.5), (Clock::Global, 2.0)] {
        let mut player = on_clock(&stt, clock);
        player.advance(2.0);
        assert_eq!(player.node_poses()[0].displacement.unwrap()[0], expected);
    }
}

#[test]
fn a_one_way_sequence_without_length_ends_when_it_is_entered_not_when_a_morph_into_it_begins() {
    // From 0 to a node that moves by 1 a second: the share of the morph times what the node shows.
    let text = "#MINDRENDER 1.1 4
        {both} KEYFRAME 2 1 {stand} 1 2 0 1 0 {stand} 1 2 0 0 0 {over}
        {over} KEYFRAME 1 5 {move} 1 0 0 0 0 {move}
        {move} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8
        {stand} SINGLE 1 {n} STATIC 0 0 0 0 0 0 0 0 0";
    let stt = parse(text);
    for (clock, expected) in [
        (Clock::Local, [(0.5, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (5.0, 0.0)]),
        // The second time the clock has come to 4 s when the morph begins.
        (Clock::Global, [(0.5, 0.125), (1.0, 0.5), (2.0, 2.0), (3.0, 2.0), (5.0, 2.5)]),
    ] {
        let mut player = on_clock(&stt, clock);
        let mut now = 0.0;
        for (time, expected) in expected {
            player.advance(time - now);
            now = time;
            let found = player.node_poses()[0].displacement.unwrap()[0];
            assert!((found - expected).abs() < 1e-12, "{clock:?} at {time}: {found}");
        }
    }
}

proptest! {
    #[test]
    fn steps_of_any_size_lead_to_the_same_place(
        stt in documents::machine(),
        clock in clock(),
        steps in prop::collection::vec((prop::option::of(any::<prop::sample::Index>()), 0.0..3.0f64, 1..20u32), 1..12),
    ) {
        let mut whole = on_clock(&stt, clock);
        let mut parts = on_clock(&stt, clock);
        for (request, seconds, count) in steps {
            if let Some(index) = request {
                let name = name(&stt, index.index(stt.states.len()));
                whole.request(&name).unwrap();
                parts.request(&name).unwrap();
            }
            whole.advance(seconds);
            (0..count).for_each(|_| parts.advance(seconds / f64::from(count)));
            let [a, b] = [whole.position(), parts.position()];
            // Rounding may put a moment on either side of a switch.
            let sides = |seconds: f64| {
                let mut near = on_clock(&stt, clock);
                near.start(&name(&stt, a.state)).unwrap();
                near.advance(seconds);
                near.position().key
            };
            let at_a_switch = sides(a.state_time - 1e-6) != sides(a.state_time + 1e-6);
            prop_assert!(at_a_switch || (a.state, a.key, a.next) == (b.state, b.key, b.next), "{:?} {:?}", a, b);
            prop_assert!((a.state_time - b.state_time).abs() < 1e-9 || at_a_switch || a.state != b.state);
            prop_assert_eq!(whole.requested().is_some() && !at_a_switch, parts.requested().is_some() && !at_a_switch);
        }
    }

    #[test]
    fn a_key_without_its_exit_flag_is_never_left(
        stt in documents::machine(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0.0..1.0f64), 1..60),
    ) {
        let mut player = self::player(&stt);
        for (index, seconds) in steps {
            let before = player.position();
            let state = index.index(stt.states.len());
            player.request(&name(&stt, state)).unwrap();
            if let (Body::Keyframe(keyframes), Some(key)) = (&stt.states[before.state].body, before.key) {
                let may_leave = keyframes.keys[key].exit.is_on();
                // A request is granted at once, or the key continues.
                prop_assert_eq!(player.requested().is_none(), may_leave);
                prop_assert!(may_leave || player.position() == before);
            } else {
                prop_assert_eq!(player.requested(), None);
            }
            // A moment at which the state may be left lies between the two positions.
            let (waiting, from) = (player.requested(), player.position());
            player.advance(seconds);
            if waiting.is_some() && player.requested().is_none() {
                let mut replay = self::player(&stt);
                replay.start(&name(&stt, from.state)).unwrap();
                replay.advance(from.state_time + seconds - player.state_time() + 1e-8);
                let key = replay.position().key.unwrap();
                let Body::Keyframe(keyframes) = &stt.states[from.state].body else { unreachable!() };
                prop_assert!(keyframes.keys[key].exit.is_on(), "key {} of {:?}", key, from);
            }
        }
    }

    #[test]
    fn nothing_jumps_within_a_morph(stt in documents::machine(), clock in clock(), times in prop::collection::vec(0.0..20.0f64, 1..20)) {
        // Only loops jump by themselves.
        let mut stt = stt;
        for state in &mut stt.states {
            match &mut state.body {
                Body::Single(nodes) => nodes.iter_mut().for_each(calm),
                Body::Keyframe(keyframes) => for key in &mut keyframes.keys {
                    (key.forward_morph, key.backward_morph) = (Flag::ON, Flag::ON);
                },
            }
        }
        let mut player = on_clock(&stt, clock);
        for time in times {
            player.advance(time);
            let (before, pose) = (player.position(), player.node_poses().to_vec());
            player.advance(1e-7);
            let after = player.position();
            if before.key == after.key && before.morphs {
                let far = difference(&pose, player.node_poses());
                // A nested sequence may enter its next key, where a node that only the last key drives is not driven any more.
                prop_assert!(far < 0.2 || far == f64::INFINITY, "{} at {:?}", far, before);
            }
        }
    }

    #[test]
    fn clips_show_what_the_player_plays(stt in documents::machine(), clock in clock(), mut times in prop::collection::vec(0.0..20.0f64, 1..8)) {
        times.sort_by(f64::total_cmp);
        let clips = stt.clips_with(&options(clock), &mut Report::new());
        for (index, (state, clip)) in stt.states.iter().zip(&clips).enumerate() {
            // If two states have the same name, the player finds the first.
            if stt.states[..index].iter().any(|other| other.name == state.name) {
                continue;
            }
            for &time in &times {
                // On one clock, a cycle does not repeat.
                let once = clock == Clock::Global && matches!(state.body, Body::Keyframe(_));
                let time = if once { time.min(clip.duration * 0.999) } else { time };
                let [earlier, pose, later] = [time - 2e-6, time, time + 2e-6].map(|time| shown(&stt, state, clock, time));
                prop_assert_eq!(&pose.1.world, &pose.1.local);
                for (Node { name, .. }, node) in self::player(&stt).nodes().iter().zip(0..) {
                    // At a jump, either side is right.
                    if difference(&earlier.0[node..=node], &later.0[node..=node]) < 1e-2 {
                        let found = clip.nodes.iter().position(|node| node.name == *name);
                        let map = found.map(|index| clip.pose(time).local[index]);
                        agree(&pose.0[node], &pose.1.local[node], map.as_ref()).map_err(|far| TestCaseError::fail(format!("{name} at {time}: {far}")))?;
                    }
                }
            }
        }
    }
}

/// The poses of a state after a time.
fn shown(stt: &Stt, state: &State, clock: Clock, time: f64) -> (Vec<NodePose>, Pose) {
    let mut player = on_clock(stt, clock);
    player.start(&state.name.to_string()).unwrap();
    player.advance(time);
    let mut pose = Pose::default();
    player.pose(&mut pose);
    (player.node_poses().to_vec(), pose)
}

/// Whether a clip shows a node where the player does. A node that the clip does not have is not driven, and at rest.
fn agree(driven: &NodePose, shown: &Affine, clip: Option<&Affine>) -> Result<(), String> {
    let expected = clip.unwrap_or(&Affine::IDENTITY);
    if clip.is_none() && *driven != NodePose::default() {
        return Err(format!("missing in the clip, driven by {driven:?}"));
    }
    if shown.distance(expected) < 3e-3 { Ok(()) } else { Err(format!("{shown:?}, in the clip {expected:?}")) }
}

/// Makes loops go back and forth, which does not jump.
fn calm(node: &mut anim_stt::Node) {
    use anim_stt::ChannelType as T;
    if let anim_stt::Behavior::Dynamic(motions) = &mut node.behavior {
        let anim_stt::Motions { displacement, translation, orientation } = &mut **motions;
        for channel in [displacement, translation, orientation] {
            channel.kind = match channel.kind {
                T::LoopForwards | T::LoopBackwards => T::PingPongForwards,
                kind => kind,
            };
        }
    }
}

#[test]
fn no_state_begins_after_now() {
    let stt = Stt::parse(b"#MINDRENDER 1.1 1 {still} SINGLE 0").unwrap();
    let mut player = Player::new(stt, &ClipOptions::default()).unwrap();
    for steps in [&[7.5, 1.0, 0.25, 1.0, 0.25, 0.25][..], &[1.0, 1.0, 0.25, 1e-9]] {
        for step in steps {
            player.advance(*step);
        }
        player.request("still").unwrap();
        assert_eq!(player.state_time(), 0.0, "it was entered right now");
    }
}
