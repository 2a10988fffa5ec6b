//! A failing input, cut as small as possible.

use std::fs;
use std::path::PathBuf;

use anim_formats::Entry;

use super::trial::{self, Plan};
use crate::checkout;

/// The number of inputs that are tried to reproduce a failure.
const TRIALS: usize = 2000;

/// Cuts an input at its end, then in its middle, as long as it fails; returns the failure and the path where the input is kept.
pub(super) fn smallest(
    entry: &Entry,
    mut bytes: Vec<u8>,
    plan: Plan,
    mut failure: String,
) -> (String, PathBuf) {
    let mut trials = 0;
    let mut len = bytes.len().next_power_of_two() / 2;
    while len > 0 && trials < TRIALS {
        let mut at = bytes.len().saturating_sub(len);
        loop {
            let mut shorter = bytes.clone();
            shorter.drain(at..(at + len).min(bytes.len()));
            trials += 1;
            if let Err(same) = trial::run(entry, &shorter, plan) {
                (bytes, failure) = (shorter, same);
            }
            if at == 0 || trials >= TRIALS {
                break;
            }
            at = at.saturating_sub(len);
        }
        len /= 2;
    }
    let folder = checkout::target().join("soak").join(entry.info().id);
    let name = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let path = folder.join(format!("{name:016x}"));
    // If it cannot be kept, only its description remains.
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &bytes));
    (failure, path)
}
