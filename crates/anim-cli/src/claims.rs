//! The files that one run writes.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::exit::Failure;
use crate::paths::{is_stream, label};

/// The files that one run writes, so that no two results go to the same file and no result replaces an input that is still to be
/// read.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    inputs: HashSet<PathBuf>,
    /// The files that no result may replace, with what each of them is.
    kept: HashMap<PathBuf, &'static str>,
    outputs: Mutex<Outputs>,
}

#[derive(Debug, Default)]
struct Outputs {
    paths: HashMap<PathBuf, Claim>,
    folders: Folders,
}

/// A path that a result is written to.
#[derive(Debug)]
struct Claim {
    /// The input whose result it is.
    input: PathBuf,
    /// Whether there was no file.
    is_new: bool,
}

/// The folders that occurred: most files of a run share their folder.
#[derive(Debug, Default)]
struct Folders(HashMap<PathBuf, Known>);

/// What is known about a folder.
#[derive(Debug)]
struct Known {
    /// Its canonical name.
    real: PathBuf,
    /// The number of its paths that occurred.
    count: usize,
    /// The names of the links in it, once it was read: a look at each of many paths takes longer.
    links: Option<HashSet<OsString>>,
}

/// The number of paths of a folder for which each is looked at.
const FEW: usize = 64;

impl Claims {
    /// No claims yet. Only the results of an input itself may replace it.
    pub(crate) fn new<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Self {
        let files = inputs.into_iter().filter(|path| !is_stream(path));
        let mut folders = Folders::default();
        let inputs = files.map(|path| folders.real(path)).collect();
        Self { inputs, kept: HashMap::new(), outputs: Mutex::new(Outputs { paths: HashMap::new(), folders }) }
    }

    /// These claims, with files that no result may replace, and what each of them is.
    #[must_use]
    pub(crate) fn keeping(mut self, files: impl IntoIterator<Item = PathBuf>, what: &'static str) -> Self {
        files.into_iter().for_each(|path| self.keep(&path, what));
        self
    }

    /// Adds a file that no result may replace, and what it is.
    pub(crate) fn keep(&mut self, path: &Path, what: &'static str) {
        self.kept.insert(real(path), what);
    }

    /// What a file is that no result may replace.
    pub(crate) fn kept(&self, path: &Path) -> Option<&'static str> {
        self.kept.get(&real(path)).copied()
    }

    /// The failure of a result of an input at a path that it can never claim: that of another input, or of a file that is kept.
    pub(crate) fn require_free(&self, path: &Path, input: &Path) -> Result<(), Failure> {
        let output = self.outputs.lock().unwrap_or_else(PoisonError::into_inner).folders.real(path);
        self.allow(&output, path, input)
    }

    /// [`Claims::require_free`] for a path and its canonical form.
    fn allow(&self, output: &Path, path: &Path, input: &Path) -> Result<(), Failure> {
        match self.kept.get(output) {
            Some(what) => Err(irreplaceable(path, what)),
            None if self.inputs.contains(output) && real(input) != output => {
                Err(taken(path, "another input", input))
            }
            None => Ok(()),
        }
    }

    /// Claims a path for a result of an input.
    pub(crate) fn claim(&self, path: &Path, input: &Path) -> Result<(), Failure> {
        self.claim_all([path], input)
    }

    /// Claims paths for results of an input: all of them, or none.
    pub(crate) fn claim_all<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a Path>,
        input: &Path,
    ) -> Result<(), Failure> {
        let paths: Vec<&Path> = paths.into_iter().collect();
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        let mut claimed = HashSet::new();
        for path in paths {
            let output = outputs.folders.real(path);
            self.allow(&output, path, input)?;
            let other = outputs.paths.get(&output);
            if other.is_some() || !claimed.insert(output) {
                let other = other.map(|claim| &claim.input).filter(|other| *other != input);
                let other = other.map(|other| format!(", {}", label(other)));
                let what = format!("written from another input{}", other.unwrap_or_default());
                return Err(taken(path, &what, input));
            }
        }
        outputs.paths.extend(claimed.into_iter().map(|path| {
            let claim = Claim { input: input.to_owned(), is_new: !path.exists() };
            (path, claim)
        }));
        Ok(())
    }

    /// Whether a file, if there is one, is only there because this run writes it. Inputs do not see it, so they do not depend on the
    /// order in which they are converted.
    pub(crate) fn is_made(&self, path: &Path) -> bool {
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        let path = outputs.folders.real(path);
        outputs.paths.get(&path).is_some_and(|claim| claim.is_new)
    }

    /// Gives up an input's claims of paths that are not written after all.
    pub(crate) fn release<'a>(&self, paths: impl IntoIterator<Item = &'a Path>, input: &Path) {
        let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        for path in paths {
            let path = outputs.folders.real(path);
            if outputs.paths.get(&path).is_some_and(|claim| claim.input == input) {
                outputs.paths.remove(&path);
            }
        }
    }
}

/// The failure of replacing a file that is kept.
pub(crate) fn irreplaceable(path: &Path, what: &str) -> Failure {
    Failure::io(format!("{} is {what}: no output replaces it", label(path)))
}

/// The failure of a result of an input at a path that is something else.
fn taken(path: &Path, by: &str, input: &Path) -> Failure {
    Failure::io(format!("{} is {by}", label(path))).in_file(&label(input))
}

impl Folders {
    /// [`real`], for many paths of few folders.
    fn real(&mut self, path: &Path) -> PathBuf {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return real(path) };
        if !self.0.contains_key(folder) {
            let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            self.0.insert(folder.to_owned(), Known { real: real(here), count: 0, links: None });
        }
        let mut known = self.0.get_mut(folder);
        known.take_if(|known| known.has_other_names(path));
        known.map_or_else(|| real(path), |known| known.real.join(name))
    }
}

impl Known {
    /// Whether a path in this folder may be one of several names of its file: a link, or a spelling that the system treats as equal
    /// to another.
    fn has_other_names(&mut self, path: &Path) -> bool {
        self.count += 1;
        // Linux distinguishes all spellings.
        if cfg!(target_os = "linux") && self.count > FEW {
            self.links = self.links.take().or_else(|| links(&self.real).ok());
        }
        if let Some(links) = &self.links {
            return path.file_name().is_some_and(|name| links.contains(name));
        }
        path.symlink_metadata().is_ok_and(|there| there.is_symlink() || cfg!(not(target_os = "linux")))
    }
}

/// The names of the links in a folder, which may still have to be created.
fn links(folder: &Path) -> io::Result<HashSet<OsString>> {
    match fs::read_dir(folder) {
        Ok(entries) => {
            let mut links = HashSet::new();
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_symlink() {
                    links.insert(entry.file_name());
                }
            }
            Ok(links)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(HashSet::new()),
        Err(error) => Err(error),
    }
}

/// The canonical form of a path: links are resolved as far as the path exists.
pub(crate) fn real(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let folder =
        path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let (Some(folder), Some(name)) = (folder, path.file_name()) else { return path.to_owned() };
    fs::canonicalize(folder).unwrap_or_else(|_| real(folder)).join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_claimed_once() {
        let (a, b) = (Path::new("a.tod"), Path::new("b.glb"));
        let claims = Claims::new([a, b]);
        let claim =
            |path: &str, input| claims.claim(Path::new(path), input).map_err(|failure| failure.to_string());
        assert_eq!(claim("a.glb", a), Ok(()));
        assert_eq!(claim("./a.glb", b), Err("b.glb: ./a.glb is written from another input, a.tod".into()));
        assert_eq!(claim("b.glb", a), Err("a.tod: b.glb is another input".into()));
        assert_eq!(claim("./b.glb", b), Ok(()));
        claims.release([Path::new("a.glb")], b);
        assert!(claim("a.glb", b).is_err());
        claims.release([Path::new("a.glb")], a);
        assert_eq!(claim("a.glb", b), Ok(()));
        // All or none.
        assert!(claims.claim_all(["c.glb", "a.glb"].map(Path::new), b).is_err());
        assert_eq!(claim("c.glb", a), Ok(()));
    }

    #[test]
    fn what_is_claimed_is_made_unless_it_was_there() {
        let input = Path::new("a.tod");
        let claims = Claims::new([input]);
        for (path, is_new) in [("Cargo.toml", false), ("new.bin", true)] {
            assert!(!claims.is_made(Path::new(path)), "{path}");
            claims.claim(Path::new(path), input).unwrap();
            assert_eq!(claims.is_made(&Path::new(".").join(path)), is_new, "{path}");
        }
        claims.release([Path::new("new.bin")], input);
        assert!(!claims.is_made(Path::new("new.bin")));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_claimed_path_is_claimed_however_many_there_are() {
        let folder = std::env::temp_dir().join(format!("anim-claims-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (input, file, link) = (Path::new("a.tod"), folder.join("file.glb"), folder.join("link.glb"));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink("file.glb", &link).unwrap();
        for others in [0, 2 * FEW] {
            let claims = Claims::new([input]);
            for other in 0..others {
                claims.claim(&folder.join(format!("{other}.glb")), input).unwrap();
            }
            claims.claim(&file, input).unwrap();
            assert!(claims.claim(&link, input).is_err(), "{others}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
