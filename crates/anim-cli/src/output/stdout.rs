//! Standard output, whose reader may leave.

use std::io::{self, Write};

/// Standard output, and the reaction to a closed reader.
#[derive(Debug)]
pub(super) struct Stdout {
    plain: Plain,
    /// Whether the exit code is a result too.
    is_half: bool,
    /// Whether the reader has closed the pipe.
    is_unread: bool,
}

/// Standard output as the system has it. That of the library calls bytes written that no open stream can take.
#[derive(Debug)]
struct Plain;

#[cfg(unix)]
impl Write for Plain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(io::stdout(), bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Consoles need what the library does.
#[cfg(not(unix))]
impl Write for Plain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

impl Stdout {
    /// Standard output. With `is_half`, the exit code is a result too, so that the work continues without a reader.
    pub(super) fn new(is_half: bool) -> Self {
        Self { plain: Plain, is_half, is_unread: false }
    }

    /// The result of writing; a closed reader is not always an error.
    fn unless_unread<T>(&mut self, result: io::Result<T>, done: T) -> io::Result<T> {
        match result {
            Err(error) if self.is_half && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_unread = true;
                Ok(done)
            }
            result => result,
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = if self.is_unread { Ok(bytes.len()) } else { self.plain.write(bytes) };
        self.unless_unread(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = if self.is_unread { Ok(()) } else { self.plain.flush() };
        self.unless_unread(result, ())
    }
}
