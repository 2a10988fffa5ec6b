//! The memory and time that a file may take: the fourth law, in numbers.
//!
//! A model that keeps every part of a file separately takes more memory for a part than its bytes, of which there may be only
//! three. So each kind of file has a constant, measured on the files of `generators` and rounded up. docs/reliability.md
//! compares the constants with their goals.

/// The memory in bytes that reading and checking may take in addition to a multiple of the file.
pub(crate) const FREE: u64 = 64 << 10;

/// The same for making clips: motion that curves only approximate has keys that are not in the file, up to a limit.
pub(crate) const FREE_CLIPS: u64 = 16 << 20;

/// The same for a conversion, and the goal for it.
pub(crate) const FREE_CONVERSION: u64 = 16 << 20;
pub(crate) const FREE_CONVERSION_GOAL: u64 = 16 << 20;

/// The memory for accessor values without bytes that a glTF file may have.
const FREE_NUMBERS: u64 = 8 * anim_formats::gltf::FREE_NUMBERS as u64;

/// The memory for animations that instances in an HSF file may become.
const FREE_INSTANCES: u64 = 4 << 20;

/// The maximum ratio of times for a file of twice the size.
pub(crate) const GROWTH: f64 = 2.3;

/// Bytes of memory for each byte of a file.
pub(crate) struct Law {
    /// Additional bytes of memory for reading and checking.
    pub(crate) free: u64,
    /// For reading and checking.
    pub(crate) reading: u64,
    /// The goal for reading and checking.
    pub(crate) goal: u64,
    /// For making its clips.
    pub(crate) clips: u64,
    /// For its conversion.
    pub(crate) conversion: u64,
}

/// The goal for clips.
pub(crate) const CLIPS_GOAL: u64 = 16;

/// The goal for a conversion.
pub(crate) const CONVERSION_GOAL: u64 = 64;

/// The law of the files with an extension.
pub(crate) fn of(extension: &str) -> Law {
    let law = |reading, goal, clips, conversion| Law { free: FREE, reading, goal, clips, conversion };
    match extension {
        "tod" => law(15, 4, 384, 1792),
        "anim" => law(4, 4, 16, 64),
        "skel" => law(36, 8, 16, 64),
        "csv" => law(128, 8, 16, 128),
        "stt" => law(16, 8, 64, 1024),
        "bvh" => law(14, 8, 16, 704),
        // Accessors may share bytes, or have none.
        "glb" => Law { free: FREE_NUMBERS, ..law(4, 4, 16, 64) },
        "gltf" => Law { free: FREE_NUMBERS, ..law(464, 32, 192, 2048) },
        "stf" => law(90, 32, 32, 256),
        _ => Law { free: FREE_INSTANCES, ..law(80, 32, 256, 1088) },
    }
}

/// The most bytes that reading and checking may take for an input, which may be any kind of file of a format.
pub(crate) fn reading(extensions: &[&str], size: usize) -> u64 {
    kinds(extensions).map(of).map(|law| law.reading * size as u64 + law.free).max().unwrap_or(0)
}

/// The most bytes that converting an input may take, which may be any kind of file of a format.
pub(crate) fn conversion(extensions: &[&str], size: usize) -> u64 {
    let most = kinds(extensions).map(|extension| of(extension).conversion).max();
    most.unwrap_or(0) * size as u64 + FREE_CONVERSION
}

/// The extensions of all kinds of files of a format. State tables next to a skeleton have an extension that is not the format's
/// own.
fn kinds<'a>(extensions: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let tables = extensions.contains(&"skel").then_some("csv");
    extensions.iter().copied().chain(tables)
}
