//! A warm player allocates nothing, and a reader no more than the file has.

use anim_core::Pose;
use anim_stt::{ClipOptions, Clock, Player, Stt};

/// Nested sequences with switches and morphs, whose names are too long to be stored in place.
const TEXT: &[u8] = b"#MINDRENDER 1.1 4
    {outer} KEYFRAME 2 1 {inner} 1 0.7 0 1 0 {inner} 0 0.4 0 1 0 {a state with a long name, standing}
    {inner} KEYFRAME 2 3 {moving} 0 0.2 0.2 1 1 {moving} 0 0.3 0.3 0 1 {a state with a long name, standing}
    {moving} SINGLE 1 {a node with a rather long name} DYNAMIC 0 0 0 1 2 3 1 0 1  0 0 0 1 1 1 2 0 7  0 0 0 0 90 0 1 0 9
    {a state with a long name, standing} SINGLE 2
        {a node with a rather long name} STATIC 1 1 1 0 0 0 0 45 0
        {another} STATIC 0 0 0 1 1 1 0 0 0";

#[test]
fn a_warm_player_allocates_nothing() {
    for clock in [Clock::Local, Clock::Global] {
        let stt = Stt::parse(TEXT).unwrap();
        let mut player = Player::new(stt, &ClipOptions { clock, ..ClipOptions::default() }).unwrap();
        let mut pose = Pose::default();
        let mut play = |player: &mut Player| {
            for _ in 0..200 {
                player.advance(0.05);
                player.pose(&mut pose);
                assert_eq!(player.happenings().filter(|happening| happening.time < 0.0).count(), 0);
            }
        };
        // The first round makes room for the deepest morph and the longest list of happenings.
        play(&mut player);
        let round = allocation_counter::measure(|| play(&mut player));
        assert_eq!(round.count_total, 0, "{clock:?}");
        let request = allocation_counter::measure(|| {
            player.request("moving").unwrap();
            play(&mut player);
        });
        assert_eq!(request.count_total, 0, "{clock:?}");
    }
}

#[test]
fn nodes_that_are_announced_and_not_there_take_no_room() {
    for states in [200, 2000] {
        // As many nodes as the rest of the file might hold.
        let state = format!("{{s}}\nSINGLE\n{}\n", states / 4);
        let text = format!("#MINDRENDER 1.1\n{states}\n{}", state.repeat(states));
        let read = allocation_counter::measure(|| assert!(Stt::parse(text.as_bytes()).is_err()));
        let most = 8 * text.len() as u64 + (64 << 10);
        assert!(read.bytes_max < most, "{} bytes for a file of {}", read.bytes_max, text.len());
    }
}
