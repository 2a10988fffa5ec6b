//! The lists and events of a player.

use std::sync::Arc;

use anim_core::{Affine, Pose};
use anim_stt::{ClipOptions, Happened, Happening, Label, Player, Stt};
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
    use Happened::{Finished, KeyEntered, KeyLeft, StateEntered, StateLeft};
    let stt = parse(
        "#MINDRENDER 1.1 3
        {walk} KEYFRAME 2 1 {b} 0 1 0 0 0 {a} 1 2 0 1 0 {b}
        {a} SINGLE 0
        {once} KEYFRAME 2 5 {a} 1 0.5 0 0 0 {a} 0 9 0 0 0 {a}",
    );
    let [walk, a, once] = [0, 1, 2];
    let mut player = player(&stt);
    let key = |state, key| (KeyEntered { state, key }, KeyLeft { state, key });
    assert_eq!(happened(&mut player), [(0.0, StateEntered { state: walk }), (0.0, key(walk, 1).0)]);
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
        (3.0, StateLeft { state: walk }),
        (3.0, StateEntered { state: a }),
        (7.5, StateLeft { state: a }),
        (7.5, StateEntered { state: once }),
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
    let expected = [key(once, 1).1, StateLeft { state: once }, StateEntered { state: once }, key(once, 0).0];
    assert_eq!(happened(&mut player), expected.map(|what| (time, what)));
}

#[test]
fn a_player_lists_its_states_and_nodes() {
    let stt = parse("#MINDRENDER 1.1 2 {s} SINGLE 1 {n} STATIC 1 2 3 4 5 6 0 90 0 {t} SINGLE 0");
    let shared = Arc::new(stt);
    let mut player = Player::new(Arc::clone(&shared), &ClipOptions::default()).unwrap();
    assert_eq!(player.states().map(Label::to_string).collect::<Vec<_>>(), ["s", "t"]);
    assert_eq!(player.nodes(), [Label::new("n").unwrap()]);
    assert!(Arc::ptr_eq(player.stt(), &shared));
    let mut pose = Pose::default();
    player.pose(&mut pose);
    assert_eq!(pose, shared.clips()[0].pose(0.0));
    player.request("t").unwrap();
    player.pose(&mut pose);
    assert_eq!((pose.local, pose.parent, pose.alive), (vec![Affine::IDENTITY], vec![None], vec![true]));
    assert!(Player::new(Stt::new(vec![]), &ClipOptions::default()).is_none());
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
                whole.request(name).unwrap();
                parts.request(name).unwrap();
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
