//! The lists and events of a player.

use std::sync::Arc;

use anim_core::{Affine, Node, Pose};
use anim_stt::{ClipOptions, Happened, Happening, Label, Player, State, Stt};
use proptest::prelude::*;

use crate::documents;
use crate::examples::{parse, player};
use crate::playing::name;

/// All events so far.
fn happened(player: &mut Player) -> Vec<(f64, Happened)> {
    player.happenings().map(|Happening { time, what, .. }| (time, what)).collect()
}

#[test]
fn states_and_keys_are_reported_as_they_come_and_go() {
    use Happened::{Entered, Finished, KeyEntered, KeyLeft, Left};
    let stt = parse(
        "#MINDRENDER 1.1 3
        {walk} KEYFRAME 2 1 {b} 0 1 0 0 0 {a} 1 2 0 1 0 {b}
        {a} SINGLE 0
        {once} KEYFRAME 2 5 {a} 1 0.5 0 0 0 {a} 0 9 0 0 0 {a}",
    );
    let [walk, a, once] = [0, 1, 2];
    let mut player = player(&stt);
    let key = |state, key| (KeyEntered { state, key }, KeyLeft { state, key });
    assert_eq!(happened(&mut player), [(0.0, Entered { state: walk }), (0.0, key(walk, 1).0)]);
    player.advance(1.0);
    assert_eq!(happened(&mut player), []);
    player.advance(1.5);
    player.request("a").unwrap();
    player.advance(5.0);
    player.request("once").unwrap();
    player.advance(2.0);
    let expected = [
        (2.0, key(walk, 1).1),
        (2.0, key(walk, 0).0),
        // The state may be left where key 1 begins.
        (3.0, key(walk, 0).1),
        (3.0, key(walk, 1).0),
        (3.0, key(walk, 1).1),
        (3.0, Left { state: walk }),
        (3.0, Entered { state: a }),
        (7.5, Left { state: a }),
        (7.5, Entered { state: once }),
        (7.5, key(once, 0).0),
        (8.0, key(once, 0).1),
        (8.0, key(once, 1).0),
        (8.0, Finished { state: once }),
    ];
    assert_eq!(happened(&mut player), expected);
    player.advance(1e6);
    assert_eq!(happened(&mut player), []);
    player.start("once").unwrap();
    let time = 9.5 + 1e6;
    let expected = [key(once, 1).1, Left { state: once }, Entered { state: once }, key(once, 0).0];
    assert_eq!(happened(&mut player), expected.map(|what| (time, what)));
}

#[test]
fn a_player_lists_its_states_and_nodes() {
    let stt = parse("#MINDRENDER 1.1 2 {s} SINGLE 1 {n} STATIC 1 2 3 4 5 6 0 90 0 {t} SINGLE 0");
    let shared = Arc::new(stt);
    let mut player = Player::new(Arc::clone(&shared), &ClipOptions::default()).unwrap();
    assert_eq!(player.states().iter().map(|state| state.name.to_string()).collect::<Vec<_>>(), ["s", "t"]);
    assert_eq!(player.nodes(), [Node::new("n")]);
    assert!(Arc::ptr_eq(player.document(), &shared));
    let mut pose = Pose::default();
    player.pose(&mut pose);
    assert_eq!(pose, shared.clips()[0].pose(0.0));
    player.request("t").unwrap();
    player.pose(&mut pose);
    assert_eq!((pose.local, pose.parent, pose.alive), (vec![Affine::IDENTITY], vec![None], vec![true]));
    assert!(Player::new(Stt::new(vec![]), &ClipOptions::default()).is_none());
}

#[test]
fn states_are_found_by_the_names_that_are_displayed() {
    let states = |names: &[&[u8]]| {
        let states = names.iter().map(|name| State::single(Label::new(name).unwrap(), vec![]));
        player(&Stt::new(states.collect()))
    };
    let names: [&[u8]; 5] = [b"a", b"caf\xE9", b"a", br"caf\xEA", b"caf\xEA"];
    let mut player = states(&names);
    // The first of a name; a name that is the text itself comes before one that is displayed like it.
    for (name, expected) in [("a", Some(0)), (r"caf\xE9", Some(1)), (r"caf\xEA", Some(3)), ("caf", None)] {
        assert_eq!(player.state(name).ok(), expected, "{name}");
        assert_eq!(player.start(name).is_ok(), expected.is_some());
        assert_eq!(player.request(name).is_ok(), expected.is_some());
        assert_eq!(player.current(), expected.unwrap_or(3));
    }
    assert_eq!(states(&[b"caf\xEA", br"caf\xEA"]).state(r"caf\xEA"), Ok(1));
}

#[test]
fn a_player_has_a_clock_and_one_for_its_state() {
    let mut player = player(&parse("#MINDRENDER 1.1 2 {s} SINGLE 0 {t} SINGLE 0"));
    let clocks = |player: &Player| (player.time(), player.state_time());
    player.advance(1.5);
    assert_eq!(clocks(&player), (1.5, 1.5));
    player.start("t").unwrap();
    player.advance(0.25);
    assert_eq!(clocks(&player), (1.75, 0.25));
    // A copy plays on its own.
    let mut copy = player.clone();
    copy.advance(1.0);
    copy.start("s").unwrap();
    assert_eq!((clocks(&copy), copy.current()), ((2.75, 0.0), 0));
    assert_eq!((clocks(&player), player.current()), ((1.75, 0.25), 1));
    assert_eq!((player.happenings().len(), copy.happenings().len()), (3, 5));
}

proptest! {
    #[test]
    fn happenings_do_not_depend_on_the_steps(
        stt in documents::machine(),
        // Multiples of 1/64 s, so that no step ends within rounding of a transition.
        steps in prop::collection::vec((prop::option::of(any::<prop::sample::Index>()), 0..200u32, 1..20u32), 1..12),
    ) {
        let (mut whole, mut parts) = (self::player(&stt), self::player(&stt));
        let mut seen = Vec::new();
        for (request, ticks, count) in steps {
            if let Some(index) = request {
                let name = name(&stt, index.index(stt.states.len()));
                whole.request(&name).unwrap();
                parts.request(&name).unwrap();
            }
            whole.advance(f64::from(ticks * count) / 64.0);
            for _ in 0..count {
                parts.advance(f64::from(ticks) / 64.0);
                seen.extend(happened(&mut parts));
            }
        }
        let expected = happened(&mut whole);
        // The queue keeps the last ones.
        let seen = &seen[seen.len().saturating_sub(expected.len())..];
        prop_assert_eq!(seen.iter().map(|(_, what)| what).collect::<Vec<_>>(), expected.iter().map(|(_, what)| what).collect::<Vec<_>>());
        prop_assert!(seen.iter().zip(&expected).all(|(a, b)| (a.0 - b.0).abs() < 1e-8));
        prop_assert!(expected.is_sorted_by(|a, b| a.0 <= b.0 + 1e-8));
    }
}
