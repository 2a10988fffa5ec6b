//! A player of the format that the first byte chooses gets the inputs that the next bytes choose: it never stops for good, and has
//! a pose at every moment.
#![no_main]

use std::sync::Arc;

use anim_core::{MAX_HAPPENINGS, Pose};
use anim_hsf_xml::{Hsf, Input, InputError};
use anim_mm2_ped::Mm2Ped;
use anim_stt::{ClipOptions, Clock, Stt};

/// Seconds by which players advance.
const STEPS: [f64; 8] = [0.0, 1e-9, 1.0 / 60.0, 0.25, 1.0, 7.5, 1e6, 1e300];
const INPUTS: usize = 12;

/// The clips and the skeleton that state tables name.
const BESIDE: [(&str, &[u8]); 3] = [
    ("pedanim_walkeridle.anim", include_bytes!("../../fixtures/mm2-ped/valid/pedanim_walkeridle.anim")),
    ("pedanim_walkerstride.anim", include_bytes!("../../fixtures/mm2-ped/valid/pedanim_walkerstride.anim")),
    ("pedmodel_walker.skel", include_bytes!("../../fixtures/mm2-ped/valid/pedmodel_walker.skel")),
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((inputs, file)) = data.split_at_checked(1 + INPUTS) else { return };
    match inputs[0] % 3 {
        0 => stt(&inputs[1..], file),
        1 => hsf(&inputs[1..], file),
        _ => mm2_ped(&inputs[1..], file),
    }
});

fn step(input: u8) -> f64 {
    STEPS[usize::from(input) % STEPS.len()]
}

fn stt(inputs: &[u8], file: &[u8]) {
    let Ok(stt) = Stt::parse(file).map(Arc::new) else { return };
    for clock in [Clock::Local, Clock::Global] {
        let options = ClipOptions { clock, ..ClipOptions::default() };
        let Some(mut player) = anim_stt::Player::new(stt.clone(), &options) else { return };
        for &input in inputs {
            if let Some(state) = stt.states.get(usize::from(input >> 3)) {
                player.request(&state.name.to_string()).unwrap();
            }
            player.advance(step(input));
            assert_eq!(player.node_poses().len(), player.nodes().len());
            assert!(player.state_time() >= 0.0);
            assert!(player.happenings().len() <= MAX_HAPPENINGS);
        }
    }
}

fn hsf(inputs: &[u8], file: &[u8]) {
    const KINDS: [Input; 3] = [Input::LeftClick, Input::RightClick, Input::MouseOver];
    let Ok(hsf) = Hsf::parse(file).map(Arc::new) else { return };
    let mut player = anim_hsf_xml::Player::new(hsf);
    let mut pose = Pose::default();
    for &input in inputs {
        let names: Vec<_> = player.targets().iter().map(|target| target.name.clone()).collect();
        if let Some(name) = names.get(usize::from(input >> 3)) {
            // A target may take some inputs and not others.
            if let Err(InputError::Overrun(_)) = player.input(KINDS[usize::from(input) % KINDS.len()], name) {
                return;
            }
        }
        // Sensors that never come to rest have nothing else to show.
        if player.advance(step(input)).is_err() {
            return;
        }
        player.pose(&mut pose);
        assert_eq!(pose.world.len(), player.nodes().len());
        assert!(player.happenings().len() <= anim_hsf_xml::MAX_HAPPENINGS);
    }
}

fn mm2_ped(inputs: &[u8], file: &[u8]) {
    let files: Vec<(String, Vec<u8>)> =
        BESIDE.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
    let format = anim_core::AnyFormat::reader::<Mm2Ped>();
    let Ok(document) = format.read(file, &format.options(), &("pedmodel_walker.csv", &files), &mut ()) else {
        return;
    };
    let Ok(document) = (document as Box<dyn std::any::Any>).downcast::<Mm2Ped>() else { return };
    let Some(mut player) = anim_mm2_ped::Player::new(*document, &anim_mm2_ped::ClipOptions::default()) else {
        return;
    };
    let mut pose = Pose::default();
    for &input in inputs {
        if let Some(name) = player.states().get(usize::from(input >> 3)).map(|state| state.name.to_string()) {
            player.request(&name).unwrap();
        }
        player.advance(step(input));
        player.pose(&mut pose);
        assert_eq!(pose.world.len(), player.nodes().len());
        assert!(player.state_time() >= 0.0);
        assert!(player.happenings().len() <= MAX_HAPPENINGS);
    }
}
