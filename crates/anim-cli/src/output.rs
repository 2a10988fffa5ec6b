//! Outputs: standard output, or files that appear complete or not at all.

mod files;
mod log;
mod place;
mod stdout;
#[cfg(test)]
mod tests;
mod unnamed;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anim_core::{Renaming, escaped_name};

use crate::exit::Failure;
use crate::interrupt;
use crate::paths::{is_stream, label};
pub(crate) use files::Files;
pub(crate) use log::{create as create_log, open as open_log};
pub(crate) use place::{Missing, expect_folder, expect_place, require_folder, require_place};
use place::{Place, folder_gone, look, refused, there};
use stdout::Stdout;

/// A result being written. An output that is not committed leaves no file.
#[derive(Debug)]
pub(crate) struct Output {
    label: String,
    stream: Stream,
}

#[derive(Debug)]
enum Stream {
    Stdout(BufWriter<Stdout>),
    /// A device or a pipe, which is written in place.
    Device(BufWriter<File>),
    /// A temporary file, and the name that it gets.
    File {
        writer: BufWriter<File>,
        renaming: Renaming,
    },
    /// A file without a name, and the one that it gets.
    Unnamed {
        writer: BufWriter<File>,
        target: PathBuf,
    },
    /// A temporary file that is complete and closed.
    Complete(Renaming),
    Committed,
}

const BUFFER: usize = 1 << 16;

impl Output {
    /// Standard output. When its reader closes it, the command ends.
    pub(crate) fn stdout() -> Self {
        Self::told(false)
    }

    /// Standard output of a verb whose exit code is a result too, even if nobody reads the rest.
    pub(crate) fn stdout_with_exit() -> Self {
        Self::told(true)
    }

    fn told(is_half: bool) -> Self {
        let stream = Stream::Stdout(BufWriter::with_capacity(BUFFER, Stdout::new(is_half)));
        Self { label: "standard output".to_owned(), stream }
    }

    /// A file, or standard output for `-`. An existing file is replaced only with `force`.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        Self::create_one(path, force, true)
    }

    /// One of several files, which get their names together.
    fn create_among(path: &Path, force: bool) -> Result<Self, Failure> {
        Self::create_one(path, force, false)
    }

    fn create_one(path: &Path, force: bool, is_only: bool) -> Result<Self, Failure> {
        if is_stream(path) {
            return Ok(Self::stdout());
        }
        let stream = open(path, force, is_only).map_err(|error| refused(path, &error))?;
        Ok(Self { label: label(path), stream })
    }

    /// The failure for an error of writing.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.label, error)
    }

    /// Finishes: a temporary file gets its final name.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        Self::commit_all(vec![self])
    }

    /// Finishes several: their temporary files get their final names together or, if one cannot, not at all.
    pub(crate) fn commit_all(mut outputs: Vec<Self>) -> Result<(), Failure> {
        outputs.iter_mut().try_for_each(Self::complete)?;
        let (mut files, mut labels) = (Vec::new(), Vec::new());
        for output in &mut outputs {
            match std::mem::replace(&mut output.stream, Stream::Committed) {
                Stream::Complete(renaming) => {
                    files.push(renaming);
                    labels.push(output.label.as_str());
                }
                Stream::Unnamed { writer, target } => {
                    let named = interrupt::wholly(|| unnamed::name(writer.get_ref(), &target));
                    named.map_err(|error| failure(&output.label, &error))?;
                }
                _ => {}
            }
        }
        interrupt::rename_all(&files).map_err(|(failed, error)| {
            for file in &files {
                remove(&file.temporary);
            }
            failure(labels.get(failed).copied().unwrap_or_default(), &error)
        })
    }

    /// Writes what is buffered, and closes a file, so that many can be open one after the other.
    fn complete(&mut self) -> Result<(), Failure> {
        self.flush().map_err(|error| self.failure(&error))?;
        self.stream = match std::mem::replace(&mut self.stream, Stream::Committed) {
            Stream::File { renaming, .. } => Stream::Complete(renaming),
            stream => stream,
        };
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Stdout(writer) => writer.write(bytes),
            Stream::Device(writer) | Stream::File { writer, .. } | Stream::Unnamed { writer, .. } => {
                writer.write(bytes)
            }
            Stream::Complete(_) | Stream::Committed => Err(io::ErrorKind::WriteZero.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Stdout(writer) => writer.flush(),
            Stream::Device(writer) | Stream::File { writer, .. } | Stream::Unnamed { writer, .. } => {
                writer.flush()
            }
            Stream::Complete(_) | Stream::Committed => Ok(()),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        match std::mem::replace(&mut self.stream, Stream::Committed) {
            Stream::File { renaming, .. } | Stream::Complete(renaming) => remove(&renaming.temporary),
            // Buffered bytes are discarded.
            Stream::Stdout(writer) => drop(writer.into_parts()),
            Stream::Unnamed { writer, .. } => drop(writer.into_parts()),
            Stream::Device(_) | Stream::Committed => {}
        }
    }
}

/// The failure of writing an output, for an error of the system.
fn failure(label: &str, error: &io::Error) -> Failure {
    match error.kind() {
        // The folder existed when writing began.
        io::ErrorKind::NotFound => folder_gone(Path::new(label)),
        io::ErrorKind::AlreadyExists => there(label),
        _ => Failure::system(label, error),
    }
}

/// Removes a temporary file. Nothing more can be done about one that stays.
fn remove(temporary: &Path) {
    let _ = interrupt::remove(temporary);
}

/// Opens a temporary file in the folder of the target, or the target itself if it is not a regular file. A new file that is the only
/// one has no name meanwhile.
fn open(path: &Path, force: bool, is_only: bool) -> io::Result<Stream> {
    let buffered = |file| BufWriter::with_capacity(BUFFER, file);
    let (permissions, target) = match look(path, force)? {
        Place::Device => return Ok(Stream::Device(buffered(OpenOptions::new().write(true).open(path)?))),
        Place::Free(target) => (None, target),
        Place::File(target, permissions) => (Some(permissions), target),
    };
    // A name can only be given to a file that replaces none.
    if !force
        && is_only
        && let Some(file) = target.parent().and_then(unnamed::create)
    {
        return Ok(Stream::Unnamed { writer: buffered(file), target });
    }
    let (temporary, file) = create_beside(&target)?;
    if let Some(permissions) = permissions {
        // If the system forbids this, the file keeps the default permissions.
        let _ = fs::set_permissions(&temporary, permissions);
    }
    Ok(Stream::File { writer: buffered(file), renaming: Renaming { temporary, target, replaces: force } })
}

/// A new temporary file in the folder of another file.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    /// The number of temporary files that killed runs with the same process number may have left behind.
    const MOST: usize = 100;
    /// The number of bytes of the target's name used in the temporary name.
    const MOST_NAME: usize = 200;
    let name = escaped_name(target.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    let name: String = name
        .chars()
        .scan(0, |len, c| {
            *len += c.len_utf8();
            (*len <= MOST_NAME).then_some(c)
        })
        .collect();
    for number in 0..MOST {
        let path = target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match interrupt::create(&path, |path| OpenOptions::new().write(true).create_new(true).open(path)) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("the folder is full of temporary files"))
}

/// Refuses to write a binary file to a terminal.
pub(crate) fn require_no_terminal(path: &Path) -> Result<(), Failure> {
    if is_stream(path) && io::stdout().is_terminal() {
        let what = "the output is a file, not text for a terminal: choose where to write it with -o";
        return Err(Failure::usage(what));
    }
    Ok(())
}
