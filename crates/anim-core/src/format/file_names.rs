//! The names of the files in a folder.

use std::collections::HashMap;
use std::sync::Arc;

/// The names of the files in a folder, by extension.
#[derive(Clone, Debug, Default)]
pub struct FileNames {
    /// The sorted names with each extension, which is in lower case.
    by_extension: HashMap<String, Arc<[String]>>,
}

impl FileNames {
    /// The sorted names with this extension, compared without case; the extension `""` is that of names without a dot.
    pub fn with_extension(&self, extension: &str) -> Arc<[String]> {
        self.by_extension.get(&extension.to_lowercase()).cloned().unwrap_or_default()
    }
}

impl FromIterator<String> for FileNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        let mut by_extension: HashMap<_, Vec<_>> = HashMap::new();
        for name in names {
            let extension =
                name.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_lowercase());
            by_extension.entry(extension).or_default().push(name);
        }
        let sorted = |(extension, mut names): (_, Vec<_>)| {
            names.sort_unstable();
            names.dedup();
            (extension, names.into())
        };
        Self { by_extension: by_extension.into_iter().map(sorted).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_extension_without_case() {
        let names = ["b.ANIM", "a.anim", "a.anim", "x.skel", "anim", ".anim", "a."];
        let names: FileNames = names.map(str::to_owned).into_iter().collect();
        for (extension, found) in [
            ("anim", &[".anim", "a.anim", "b.ANIM"][..]),
            ("Skel", &["x.skel"]),
            ("", &["a.", "anim"]),
            ("csv", &[]),
        ] {
            assert_eq!(*names.with_extension(extension), *found, "{extension}");
        }
    }
}
