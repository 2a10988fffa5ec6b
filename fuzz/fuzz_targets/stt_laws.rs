//! Whatever the bytes, the laws hold, and what can be read can be played.
#![no_main]

use std::sync::Arc;

use anim_core::{AnyFormat, laws};
use anim_stt::{ClipOptions, Clock, Player, Stt};

/// The number of states that are requested: each pose takes the time of all nodes.
const REQUESTS: usize = 16;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    laws::file(&AnyFormat::encoder::<Stt>(), data, &Vec::new()).unwrap();
    let Ok(stt) = Stt::parse(data).map(Arc::new) else { return };
    for clock in [Clock::Local, Clock::Global] {
        let Some(mut player) = Player::new(stt.clone(), &ClipOptions { clock, ..ClipOptions::default() })
        else {
            return;
        };
        for (state, seconds) in
            stt.states.iter().zip([0.25, 1e-9, 7.0, 1e6, 1e300].into_iter().cycle()).take(REQUESTS)
        {
            player.request(&state.name.to_string()).unwrap();
            player.advance(seconds);
            assert_eq!(player.node_poses().len(), player.nodes().len());
            assert!(player.state_time() >= 0.0);
        }
    }
});
