//! A failing input: kept at once, then cut as small as possible.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anim_formats::Entry;

use super::trial::{self, Plan};
use crate::checkout;

/// The number of inputs that are tried to reproduce a failure.
const TRIALS: usize = 2000;

/// The time for these trials: an input that fails because it is slow makes slow trials.
const TIME: Duration = Duration::from_secs(20);

/// Keeps a failing input, and cuts it at its end, then in its middle, as long as it fails; returns the failure and the path where the
/// smallest input is kept.
pub(super) fn smallest(
    entry: &Entry,
    mut bytes: Vec<u8>,
    plan: Plan,
    mut failure: String,
) -> (String, PathBuf) {
    let first = keep(entry, &bytes);
    let (start, mut trials) = (Instant::now(), 0);
    let mut is_over = || {
        trials += 1;
        trials > TRIALS || start.elapsed() > TIME
    };
    let mut len = bytes.len().next_power_of_two() / 2;
    'cuts: while len > 0 {
        let mut at = bytes.len();
        while at > 0 {
            if is_over() {
                break 'cuts;
            }
            at = at.saturating_sub(len);
            let mut shorter = bytes.clone();
            shorter.drain(at..(at + len).min(bytes.len()));
            if let Err(same) = trial::run(entry, &shorter, plan) {
                (bytes, failure) = (shorter, same);
            }
        }
        len /= 2;
    }
    let path = keep(entry, &bytes);
    if path != first {
        // The larger input does no harm if it cannot be removed.
        let _ = fs::remove_file(first);
    }
    (failure, path)
}

/// Writes an input into the folder of its format, named by its content.
fn keep(entry: &Entry, bytes: &[u8]) -> PathBuf {
    let folder = checkout::target().join("soak").join(entry.info().id);
    let name = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let path = folder.join(format!("{name:016x}"));
    // If it cannot be kept, only its description remains.
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
    path
}
