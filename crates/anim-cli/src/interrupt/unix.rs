//! Signals of Unix. A signal ends the command as it ends a program that does not handle it: a shell that sees the program end by
//! the signal of Ctrl-C ends its loop or script too, and reports 128 and the number of the signal.

use std::fs;
use std::sync::mpsc;
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Begins to wait for signals.
pub(super) fn handle() {
    let (ready, is_ready) = mpsc::channel();
    let waits = thread::Builder::new().spawn(move || {
        let Ok(mut signals) = Signals::new(wanted()) else { return };
        // Nobody waits for the answer if the process ends.
        let _ = ready.send(());
        if let Some(signal) = signals.forever().next() {
            super::end_with(|| drop(emulate_default_handler(signal)));
        }
    });
    if waits.is_ok() {
        // It fails if the signals cannot be handled, which then end the process at once.
        let _ = is_ready.recv();
    }
}

/// The signals to handle. Those that the parent set to be ignored stay ignored: HUP under `nohup`, INT of a job in the background
/// of a script. Where the system does not state them, HUP is not handled.
fn wanted() -> Vec<i32> {
    match ignored() {
        Some(mask) => {
            [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| mask >> (signal - 1) & 1 == 0).collect()
        }
        None => vec![SIGINT, SIGTERM],
    }
}

/// The ignored signals as Linux states them: the lowest bit is signal 1.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}
