//! The player: state machines of any kind, in steps of any size.

use anim_core::{Affine, EulerOrder};
use anim_stt::{Body, Clock, Flag, Label, NodePose, PlayOptions, Player, Stt};
use proptest::prelude::*;

use crate::documents;
use crate::examples::parse;

fn name(stt: &Stt, state: usize) -> &Label {
    &stt.states[state].name
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

fn options(clock: Clock) -> PlayOptions {
    PlayOptions { clock, ..PlayOptions::default() }
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
    let mut large = Player::new(&stt, PlayOptions::default()).unwrap();
    let mut small = Player::new(&stt, PlayOptions::default()).unwrap();
    for _ in 0..50 {
        large.advance(1.0);
        (0..1000).for_each(|_| small.advance(0.001));
        assert_eq!(small.pose(), large.pose());
        assert_eq!(small.position(), large.position());
    }
}

#[test]
fn a_morph_leaves_the_moving_for_the_standing_start() {
    // One node moves on by 1 a second from 0 while it is left; the other state moves too, but stands at 10 until entered.
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
        let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
        player.advance(time);
        let pose = player.pose();
        assert_eq!(pose[0].displacement.unwrap()[0], expected, "{time}");
        assert_eq!((pose[0].translation, pose[0].orientation), (None, None));
        assert_eq!(pose[1].displacement, only.then_some([7.0; 3]), "{time}");
    }
}

#[test]
fn a_way_that_has_ended_holds_its_last_pose() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 5 {stand} 0 2 0 0 0 {stand} 0 2 0 0 0 {move}
        {move} SINGLE 1 {n} DYNAMIC 1 0 0 2 0 0 1 0.25 1  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8
        {stand} SINGLE 1 {n} STATIC 5 5 5 1 1 1 0 0 0";
    let stt = parse(text);
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.advance(2.0);
    for _ in 0..3 {
        assert_eq!(player.pose()[0].displacement.unwrap()[0], 1.25);
        player.advance(0.3);
    }
    // Staying at a start key is not an end: the state of the key runs.
    let stt = parse(&text.replace("KEYFRAME 2 5 {stand}", "KEYFRAME 2 0 {move}"));
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.advance(0.5);
    assert_eq!(player.pose()[0].displacement.unwrap()[0], 1.75);
}

#[test]
fn a_request_waits_for_a_key_that_lets_go() {
    let text = "#MINDRENDER 1.1 3
        {walk} KEYFRAME 3 1 {a} 0 1 0 0 0 {a} 0 1 0 0 0 {a} 1 1 0 0 0 {a}
        {a} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
        {stuck} KEYFRAME 2 3 {a} 0 1 1 0 0 {a} 0 1 1 0 0 {walk}";
    let stt = parse(text);
    let [walk, a, stuck] = [0, 1, 2];
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.request(name(&stt, a)).unwrap();
    player.advance(1.75);
    assert_eq!((player.position().state, player.requested()), (walk, Some(a)));
    player.advance(0.5);
    // It began at 2 s, in the middle of the step.
    assert_eq!((player.position().state, player.requested(), player.position().time), (a, None, 0.25));
    assert_eq!(player.pose()[0].displacement.unwrap()[0], 0.25);
    player.request(name(&stt, stuck)).unwrap();
    assert_eq!(player.position().state, stuck, "a SINGLE state lets go at once");
    player.request(name(&stt, walk)).unwrap();
    player.advance(1e6);
    assert_eq!((player.position().state, player.requested()), (stuck, Some(walk)));
    player.start(name(&stt, walk)).unwrap();
    assert_eq!((player.position().state, player.requested()), (walk, None));
    assert!(player.request(&Label::new("nobody").unwrap()).is_err());
}

#[test]
fn no_step_leads_beyond_all_numbers() {
    let stt = parse("#MINDRENDER 1.1 1 {s} SINGLE 1 {n} STATIC 1 2 3 0 0 0 0 0 0");
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    for step in [f64::MAX, f64::MAX, f64::INFINITY, f64::NAN, -1.0] {
        player.advance(step);
        assert_eq!(player.position().time, f64::MAX, "{step}");
    }
}

#[test]
fn on_one_clock_nothing_starts_anew() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 1 {stand} 1 1.5 0 0 0 {stand} 1 1.5 0 0 0 {move}
        {move} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 8  0 0 0 0 0 0 0 0 8
        {stand} SINGLE 1 {n} STATIC 5 5 5 1 1 1 0 0 0";
    let stt = parse(text);
    for (clock, expected) in [(Clock::Local, 0.5), (Clock::Global, 2.0)] {
        let mut player = Player::new(&stt, options(clock)).unwrap();
        player.advance(2.0);
        assert_eq!(player.pose()[0].displacement.unwrap()[0], expected);
    }
}

proptest! {
    #[test]
    fn steps_of_any_size_lead_to_the_same_place(
        stt in documents::machine(),
        clock in clock(),
        steps in prop::collection::vec((prop::option::of(any::<prop::sample::Index>()), 0.0..3.0f64, 1..20u32), 1..12),
    ) {
        let mut whole = Player::new(&stt, options(clock)).unwrap();
        let mut parts = Player::new(&stt, options(clock)).unwrap();
        for (request, seconds, count) in steps {
            if let Some(index) = request {
                let name = name(&stt, index.index(stt.states.len()));
                whole.request(name).unwrap();
                parts.request(name).unwrap();
            }
            whole.advance(seconds);
            (0..count).for_each(|_| parts.advance(seconds / f64::from(count)));
            let [a, b] = [whole.position(), parts.position()];
            // A moment that is not exactly a part of the step may fall to either side of a switch.
            let sides = |seconds: f64| {
                let mut near = Player::new(&stt, options(clock)).unwrap();
                near.start(name(&stt, a.state)).unwrap();
                near.advance(seconds);
                near.position().key
            };
            let at_a_switch = sides(a.time - 1e-6) != sides(a.time + 1e-6);
            prop_assert!(at_a_switch || (a.state, a.key, a.next) == (b.state, b.key, b.next), "{:?} {:?}", a, b);
            prop_assert!((a.time - b.time).abs() < 1e-9 || at_a_switch || a.state != b.state);
            prop_assert_eq!(whole.requested().is_some() && !at_a_switch, parts.requested().is_some() && !at_a_switch);
        }
    }

    #[test]
    fn a_key_that_does_not_let_go_is_never_left(
        stt in documents::machine(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0.0..1.0f64), 1..60),
    ) {
        let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
        for (index, seconds) in steps {
            let before = player.position();
            let state = index.index(stt.states.len());
            player.request(name(&stt, state)).unwrap();
            if let (Body::Keyframe(keyframes), Some(key)) = (&stt.states[before.state].body, before.key) {
                let lets_go = keyframes.keys[key].exit.is_on();
                // Asked for at a moment, it comes at that moment, or the key goes on.
                prop_assert_eq!(player.requested().is_none(), lets_go);
                prop_assert!(lets_go || player.position() == before);
            } else {
                prop_assert_eq!(player.requested(), None);
            }
            // The first moment that lets go lies between two looks that are near enough together.
            let (waiting, from) = (player.requested(), player.position());
            player.advance(seconds);
            if waiting.is_some() && player.requested().is_none() {
                let left = Player::new(&stt, PlayOptions::default()).map(|mut replay| {
                    replay.start(name(&stt, from.state)).unwrap();
                    replay.advance(from.time + seconds - player.position().time + 1e-8);
                    replay.position()
                });
                let key = left.and_then(|position| position.key).unwrap();
                let Body::Keyframe(keyframes) = &stt.states[from.state].body else { unreachable!() };
                prop_assert!(keyframes.keys[key].exit.is_on(), "key {} of {:?}", key, from);
            }
        }
    }

    #[test]
    fn nothing_jumps_within_a_morph(stt in documents::machine(), clock in clock(), times in prop::collection::vec(0.0..20.0f64, 1..20)) {
        // Motions that jump by themselves are those of loops.
        let mut stt = stt;
        for state in &mut stt.states {
            match &mut state.body {
                Body::Single(nodes) => nodes.iter_mut().for_each(calm),
                Body::Keyframe(keyframes) => for key in &mut keyframes.keys {
                    (key.forward_morph, key.backward_morph) = (Flag::ON, Flag::ON);
                },
            }
        }
        let mut player = Player::new(&stt, options(clock)).unwrap();
        for time in times {
            player.advance(time);
            let (before, pose) = (player.position(), player.pose());
            player.advance(1e-7);
            let after = player.position();
            if before.key == after.key && before.morphs {
                let far = difference(&pose, &player.pose());
                // A nested sequence may pass from one key to the next: what only the old one drives ends there.
                prop_assert!(far < 0.2 || far == f64::INFINITY, "{} at {:?}", far, before);
            }
        }
    }

    #[test]
    fn clips_show_what_the_player_plays(stt in documents::machine(), clock in clock(), mut times in prop::collection::vec(0.0..20.0f64, 1..8)) {
        times.sort_by(f64::total_cmp);
        let clips = stt.clips(options(clock), &mut ());
        for (index, (state, clip)) in stt.states.iter().zip(&clips).enumerate() {
            // By a name that two states have, the player finds the first.
            if stt.states[..index].iter().any(|other| other.name == state.name) {
                continue;
            }
            for &time in &times {
                // On one clock a cycle does not come again.
                let once = clock == Clock::Global && matches!(state.body, Body::Keyframe(_));
                let time = if once { time.min(clip.duration * 0.999) } else { time };
                let [earlier, pose, later] = [time - 2e-6, time, time + 2e-6].map(|time| shown(&stt, state, clock, time));
                for (name, node) in names(&stt).iter().zip(0..) {
                    // At a jump either side will do.
                    if difference(&earlier[node..=node], &later[node..=node]) < 1e-2 {
                        let found = clip.nodes.iter().position(|node| node.name == name.to_string());
                        let map = found.map(|index| clip.pose(time).local[index]);
                        agree(&pose[node], map).map_err(|far| TestCaseError::fail(format!("{name} at {time}: {far}")))?;
                    }
                }
            }
        }
    }
}

/// The pose of a state that has been played for a time.
fn shown(stt: &Stt, state: &anim_stt::State, clock: Clock, time: f64) -> Vec<NodePose> {
    let mut player = Player::new(stt, options(clock)).unwrap();
    player.start(&state.name).unwrap();
    player.advance(time);
    player.pose()
}

fn names(stt: &Stt) -> Vec<Label> {
    let player = Player::new(stt, PlayOptions::default()).unwrap();
    player.nodes().iter().map(|name| (*name).clone()).collect()
}

/// Whether a clip shows a node where the player does; a node that the clip does not have is not driven.
fn agree(pose: &NodePose, found: Option<Affine>) -> Result<(), String> {
    let Some(found) = found else {
        return if *pose == NodePose::default() {
            Ok(())
        } else {
            Err(format!("missing, expected {pose:?}"))
        };
    };
    let turned = EulerOrder::Xyz.to_matrix(pose.orientation.unwrap_or_default().map(f64::to_radians));
    let expected = Affine::new(turned, pose.position().unwrap_or_default());
    let far =
        expected.to_rows().iter().zip(found.to_rows()).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    if far < 3e-3 { Ok(()) } else { Err(format!("{found:?}, expected {pose:?}")) }
}

/// Makes loops go to and fro, which does not jump.
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
