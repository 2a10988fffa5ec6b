//! A folder to run the command in, and files to run it on.

use std::fs;
use std::path::{Path, PathBuf};

/// A lamp that is on for 2 s, and half a second later again, as STT.
pub(crate) const STATES: &str = "#MINDRENDER 1.1 2 {lamp} KEYFRAME 2 1 {on} 1 2 2 0 0 {on} 0 0.5 2 1 0 {off} {on} SINGLE 1 {bulb} STATIC 0 0 0 0 0 0 0 0 0";

use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert};

/// A folder for one test, recreated for each run.
pub(crate) struct Sandbox(PathBuf);

impl Sandbox {
    /// A folder with `walk.tod` and `jump.tod` in it, below that of the calling test.
    pub(crate) fn new(name: &str) -> Self {
        let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let sandbox = Self(folder);
        sandbox.write("walk.tod", walk());
        sandbox.write("jump.tod", still());
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn folder(&self, name: &str) {
        fs::create_dir_all(self.path(name)).unwrap();
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Every file below the folder, by name.
    pub(crate) fn files(&self, name: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut folders = vec![self.path(name)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { names.push(path) }
            }
        }
        let relative =
            |path: PathBuf| path.strip_prefix(self.path(name)).unwrap().to_string_lossy().replace('\\', "/");
        let mut names: Vec<_> = names.into_iter().map(relative).collect();
        names.sort();
        names
    }

    /// The command with these arguments, split at spaces.
    pub(crate) fn anim(&self, arguments: &str) -> Command {
        Command::new(env!("CARGO_BIN_EXE_anim")).current_dir(&self.0).args(arguments.split_whitespace())
    }

    /// The command's exit code and what it prints on standard output and standard error.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &str) -> (i32, String, String) {
        finished(&self.anim(arguments).assert())
    }

    /// What the command prints as JSON.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &str) -> Value {
        let (_, out, error) = self.run(arguments);
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{arguments}: {out}{error}"))
    }
}

/// Exit code, standard output, standard error.
pub(crate) fn finished(assert: &OutputAssert) -> (i32, String, String) {
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Object 2 on object 1, which moves by 100 along x each frame; in the last frame object 2 rises by 5. Three frames of
/// 2/60 s.
pub(crate) fn walk() -> Vec<u8> {
    let create = |id: u32| vec![packet(id, 8, 0, 1)];
    let place = |id: u32, at: [u32; 3]| [vec![packet(id, 1, 8, 4)], at.to_vec()].concat();
    let first = [create(1), create(2), vec![packet(2, 3, 0, 2), 1], place(1, [100, 0, 0]), place(2, [0; 3])];
    tod(2, &[&first, &[place(1, [200, 0, 0])], &[place(1, [300, 0, 0]), place(2, [0, 5, 0])]])
}

/// An object that is not displayed from its second frame on.
pub(crate) fn hidden() -> Vec<u8> {
    let display = |value: u32| vec![packet(1, 0, 0, 3), 0x7FFF_FFFF, value];
    tod(2, &[&[vec![packet(1, 8, 0, 1)], display(0)], &[display(0x8000_0000)]])
}

/// One frame without anything.
pub(crate) fn still() -> Vec<u8> {
    tod(2, &[&[]])
}

/// A file with a warning: its version is not 0.
pub(crate) fn doubtful() -> Vec<u8> {
    let mut bytes = walk();
    bytes[1] = 1;
    bytes
}

/// This number of objects, which move beyond the range of 32 bits, at most 5,000 in a frame.
pub(crate) fn far(objects: u32) -> Vec<u8> {
    let step = |id: u32| vec![packet(id, 1, 9, 4), 0x7FFF_FFFF, 0, 0];
    let moved = |id: &u32| [vec![packet(*id, 8, 0, 1)], step(*id), step(*id)];
    let ids: Vec<u32> = (1..=objects).collect();
    let frames: Vec<Vec<_>> = ids.chunks(5000).map(|ids| ids.iter().flat_map(moved).collect()).collect();
    tod(2, &frames.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// A file with an error: its end is missing.
pub(crate) fn cut() -> Vec<u8> {
    let mut bytes = walk();
    bytes.truncate(bytes.len() - 4);
    bytes
}

/// A disc image of four raw sectors of mode 2 form 1. It holds only `walk.tod`, beginning 100 bytes before the end of the first
/// sector's user data.
pub(crate) fn disc() -> Vec<u8> {
    let data = [vec![0xA5; 2048 - 100], walk(), vec![0x5A; 2048]].concat();
    let mut image = Vec::new();
    for data in data.chunks(2048) {
        let mut sector = vec![0; 2352];
        sector[1..11].fill(0xFF);
        sector[15] = 2;
        sector[24..24 + data.len()].copy_from_slice(data);
        image.extend(sector);
    }
    image
}

fn packet(id: u32, kind: u32, flag: u32, words: u32) -> u32 {
    id | kind << 16 | flag << 20 | words << 24
}

/// A TOD file: frames of packets of words.
fn tod(resolution: u32, frames: &[&[Vec<u32>]]) -> Vec<u8> {
    let mut words = vec![0x50 | resolution << 16, frames.len() as u32];
    for (number, packets) in frames.iter().enumerate() {
        let size = 2 + packets.iter().map(Vec::len).sum::<usize>();
        words.extend([size as u32 | (packets.len() as u32) << 16, number as u32]);
        words.extend(packets.iter().flatten());
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}
