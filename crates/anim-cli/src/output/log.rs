//! Files that are written in place, line by line, so that their lines remain however a run ends, and by one run at a time.

#[cfg_attr(unix, path = "log/unix.rs")]
#[cfg_attr(not(unix), path = "log/windows.rs")]
mod alone;

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use super::place::{Place, look, refused};
use crate::exit::Failure;
use crate::paths::label;

/// Opens a file that no other run writes. [`WouldBlock`](io::ErrorKind::WouldBlock) if one does. Where the system cannot tell, the
/// file is opened.
pub(crate) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
    alone::open(options, path)
}

/// A new file, or an existing one that is emptied.
pub(crate) fn create(path: &Path, force: bool) -> Result<File, Failure> {
    let create = || {
        let mut options = OpenOptions::new();
        options.write(true);
        match look(path, force)? {
            // Another run may make it meanwhile.
            Place::Free(target) => open(options.create(true).create_new(!force), &target),
            Place::File(..) => open(&options, path),
            Place::Device => return options.open(path),
        }
        .and_then(|file| file.set_len(0).map(|()| file))
    };
    create().map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => {
            Failure::io("another run is writing this file: wait until it ends").in_file(&label(path))
        }
        _ => refused(path, &error),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn one_run_at_a_time_writes_a_log() {
        let folder = std::env::temp_dir().join(format!("anim-log-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("list");
        let file = create(&path, false).unwrap();
        let again = create(&path, true).map_err(|failure| failure.to_string()).unwrap_err();
        assert!(again.ends_with("list: another run is writing this file: wait until it ends"), "{again}");
        let error = open(File::options().append(true), &path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        drop(file);
        create(&path, true).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
