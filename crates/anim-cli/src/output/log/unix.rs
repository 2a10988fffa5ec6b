//! Locks of Unix, which belong to an open file and end with it, however the run ends.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

pub(super) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    loop {
        let file = options.open(path)?;
        // Some file systems have no locks.
        if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        // The run that had the lock may have replaced the file since it was opened.
        let (opened, there) = (file.metadata()?, fs::metadata(path));
        if there.is_ok_and(|there| (there.dev(), there.ino()) == (opened.dev(), opened.ino())) {
            return Ok(file);
        }
    }
}
