//! Ctrl-C and TERM: no temporary file stays behind, and no line of a log is cut.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError, RwLock, RwLockReadGuard};

/// The exit code of a run that was interrupted, as shells have it for Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Whoever changes files holds this lock with the others. An interruption takes it alone, so that it meets nothing half done.
static CHANGING: RwLock<()> = RwLock::new(());

/// The temporary files of this process.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

static HANDLER: Once = Once::new();

fn changing() -> RwLockReadGuard<'static, ()> {
    // From here on an interruption removes what is temporary. Without a handler the process just ends.
    HANDLER.call_once(|| drop(ctrlc::set_handler(end)));
    CHANGING.read().unwrap_or_else(PoisonError::into_inner)
}

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is temporary and ends the process. The lock is kept, so that nobody makes new files meanwhile.
fn end() {
    let _alone = CHANGING.write().unwrap_or_else(PoisonError::into_inner);
    for path in &*temporary() {
        // There is nothing better to do with a file that cannot be removed.
        let _ = fs::remove_file(path);
    }
    process::exit(INTERRUPTED);
}

/// Creates a temporary file with what makes it, which gets its path.
pub(crate) fn create<T>(path: &Path, create: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    let _changing = changing();
    let created = create(path)?;
    temporary().insert(path.to_owned());
    Ok(created)
}

/// Gives a temporary file its name.
pub(crate) fn rename(path: &Path, target: &Path) -> io::Result<()> {
    let _changing = changing();
    fs::rename(path, target)?;
    temporary().remove(path);
    Ok(())
}

/// Removes a temporary file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let _changing = changing();
    temporary().remove(path);
    fs::remove_file(path)
}

/// Does what must be done wholly or not at all.
pub(crate) fn wholly<T>(work: impl FnOnce() -> T) -> T {
    let _changing = changing();
    work()
}
