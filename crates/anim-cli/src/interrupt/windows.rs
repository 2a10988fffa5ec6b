//! Ctrl-C, Ctrl-Break and the end of the console or of the session.

use std::process;

/// The exit code with which Windows itself ends a program at Ctrl-C, `STATUS_CONTROL_C_EXIT`.
const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

/// Begins to wait for them. If they cannot be handled, they end the process at once.
pub(super) fn handle() {
    let _ = ctrlc::set_handler(|| super::end_with(|| process::exit(INTERRUPTED)));
}
