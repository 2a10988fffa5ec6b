//! Files of any size that are as hard on memory and time as possible.

mod bvh;
mod gltf;
mod hsf_xml;
mod mm2_ped;
mod stf;
mod stt;
mod tod;

/// A family of files.
pub(crate) struct Generator {
    /// The identifier of the format.
    pub(crate) format: &'static str,
    /// A description of the contents of its files.
    pub(crate) name: &'static str,
    /// The extension of its files.
    pub(crate) extension: &'static str,
    /// A file of about this many bytes.
    pub(crate) file: fn(usize) -> Vec<u8>,
}

impl Generator {
    const fn new(
        format: &'static str,
        extension: &'static str,
        name: &'static str,
        file: fn(usize) -> Vec<u8>,
    ) -> Self {
        Self { format, name, extension, file }
    }
}

/// All families, by format.
pub(crate) fn all() -> impl Iterator<Item = &'static Generator> {
    [tod::ALL, mm2_ped::ALL, stt::ALL, bvh::ALL, gltf::ALL, stf::ALL, hsf_xml::ALL].into_iter().flatten()
}

/// A text of a beginning, as many numbered parts as fit, and an end.
fn parts(size: usize, start: &str, end: &str, part: impl Fn(usize) -> String) -> String {
    let mut text = start.to_owned();
    for index in 0.. {
        let part = part(index);
        if index > 0 && text.len() + part.len() + end.len() > size {
            break;
        }
        text += &part;
    }
    text + end
}

/// The number of parts that fit, for formats that state the number in advance.
fn count(size: usize, part: impl Fn(usize) -> String) -> usize {
    let (mut count, mut len) = (0, 0);
    loop {
        len += part(count).len();
        if len > size {
            return count.max(1);
        }
        count += 1;
    }
}

/// `count` parts in succession.
fn repeat(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |text, index| text + &part(index))
}

/// Numbers that are neither sorted nor regular, the same in every run.
fn noise(index: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as f64 / 65536.0 - 128.0
}

#[cfg(test)]
mod tests {
    use anim_formats::{Registry, Report};

    use super::*;

    #[test]
    fn files_have_the_size_that_was_asked_for_and_their_format_reads_them() {
        let mut broken = Vec::new();
        for generator in all() {
            let bytes = (generator.file)(4096);
            let name = format!("a.{}", generator.extension);
            let read =
                Registry::builtin().parse_beside(&bytes, &[], &(name.as_str(), ()), &mut Report::new());
            let found = read.map(|document| document.info().id).map_err(|error| error.to_string());
            if found.as_deref() != Ok(generator.format) || !(1024..=8192).contains(&bytes.len()) {
                broken.push((generator.format, generator.name, bytes.len(), found));
            }
        }
        assert!(broken.is_empty(), "{broken:#?}");
    }
}
