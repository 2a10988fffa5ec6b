//! Files that are opened for one writer.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// The error of a file that another program has opened, `ERROR_SHARING_VIOLATION`.
#[cfg(windows)]
const SHARED: i32 = 32;

/// Others may only read the file, `FILE_SHARE_READ`.
#[cfg(windows)]
const READERS: u32 = 1;

#[cfg(windows)]
pub(super) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt as _;
    let opened = options.clone().share_mode(READERS).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(SHARED) => io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}

#[cfg(not(windows))]
pub(super) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}
