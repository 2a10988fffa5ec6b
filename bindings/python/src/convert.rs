//! Files from clips, and files from files.

use std::ffi::OsString;
use std::iter::once;
use std::path::{Path, PathBuf};

use anim_core::{Beside, Folder, Loss, NoFolder, Positive, Report};
use anim_formats::{Conversion, ConvertError, Given, Made, Registry, Source, Tolerance};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping};

use crate::animation::Animation;
use crate::clip::PyClip;
use crate::error::{Failure, of_file, raised};
use crate::finding::Finding;
use crate::held::{Held, lost_of};
use crate::index::index;
use crate::interrupt::detached;
use crate::options;
use crate::report::PyReport;
use crate::seconds::optional_time;
use crate::source::{Opened, file_system, path_of, url, url_name};

/// The destination of a file.
enum Target {
    Path(PathBuf),
    Url {
        url: String,
        /// The name of the file.
        name: String,
    },
}

impl Target {
    fn new(target: &Bound<'_, PyAny>) -> PyResult<Self> {
        match url(target)? {
            Some(url) => Ok(Self::Url { name: url_name(target.py(), &url)?, url }),
            None => path_of(target, "a path or a URL to write to").map(Self::Path),
        }
    }

    /// The name of the file.
    fn name(&self) -> String {
        match self {
            Self::Path(path) => {
                path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
            }
            Self::Url { name, .. } => name.clone(),
        }
    }

    /// The files in the same folder.
    fn beside(&self) -> Box<dyn Beside + Sync> {
        match self {
            Self::Path(path) => Box::new(Folder::of(path)),
            Self::Url { .. } => Box::new(NoFolder),
        }
    }

    /// The extension of the file.
    ///
    /// Errors: the name has none.
    fn extension(&self) -> Result<String, Failure> {
        let name = self.name();
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_owned());
        extension.ok_or_else(|| {
            Failure::target(format!("the extension of `{name}` decides the format, but it has none"))
        })
    }

    /// Writes the file and the files that belong to it. Returns the names of all of them.
    fn write(&self, made: &Made) -> Result<Vec<OsString>, Failure> {
        match self {
            Self::Path(path) => {
                made.document.save(path).map_err(Failure::from)?;
                let folder = path.parent().unwrap_or(Path::new(""));
                let others = made.files().into_iter().skip(1).map(|(name, _)| folder.join(name));
                Ok(once(path.clone()).chain(others).map(OsString::from).collect())
            }
            Self::Url { url, .. } => {
                let files = made.files();
                Python::attach(|py| {
                    let (system, path) = file_system(py, url)?;
                    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    let mut names = Vec::new();
                    for (name, bytes) in files {
                        let name = format!("{folder}/{name}");
                        system.call_method1("pipe_file", (&name, PyBytes::new(py, &bytes)))?;
                        names.push(name.into());
                    }
                    Ok(names)
                })
            }
        }
    }
}

/// The strictness of a conversion.
struct Strictness {
    is_strict: bool,
    tolerance: Tolerance,
}

impl Strictness {
    fn new(is_strict: bool, value: Option<f64>, angle: Option<f64>, time: Option<f64>) -> PyResult<Self> {
        let mut tolerance = Tolerance::default();
        for (tolerance, given, name) in [
            (&mut tolerance.value, value, "tolerance"),
            (&mut tolerance.angle, angle, "tolerance_angle"),
            (&mut tolerance.time, time, "tolerance_time"),
        ] {
            if let Some(given) = given {
                *tolerance = Positive::new(given).ok_or_else(|| {
                    PyValueError::new_err(format!("`{name}` is {given}, expected a finite number above 0"))
                })?;
            }
        }
        Ok(Self { is_strict, tolerance })
    }

    /// Raises LossError for losses that are not allowed, of a file if there is one.
    fn judge(
        &self,
        py: Python<'_>,
        conversion: &Conversion<'_>,
        losses: &[Loss],
        report: &PyReport,
        file: Option<&str>,
    ) -> PyResult<()> {
        let tolerance = conversion.tolerance(conversion.target_options());
        let lost: Vec<_> = losses.iter().filter(|loss| !tolerance.allows(loss)).collect();
        match lost.first().filter(|_| self.is_strict) {
            None => Ok(()),
            Some(first) => {
                let more = match lost.len() - 1 {
                    0 => String::new(),
                    more => format!(", and {more} more"),
                };
                let message = format!("{}nothing was written: {first}{more}", of_file(file));
                Err(raised(py, "LossError", message, |attributes| {
                    attributes.set_item("code", first.code.id)?;
                    attributes.set_item("file", file)?;
                    attributes.set_item("report", report.clone())
                }))
            }
        }
    }
}

/// The clips of a clip, of a file that was read, or of any iterable of clips.
pub(crate) fn clips_of(clips: &Bound<'_, PyAny>) -> PyResult<Vec<Held>> {
    if let Ok(clip) = clips.cast::<PyClip>() {
        return Ok(vec![clip.get().0.clone()]);
    }
    if let Ok(animation) = clips.cast::<Animation>() {
        return Ok(animation.get().held(clips.py())?.to_vec());
    }
    let expected = || PyTypeError::new_err("expected a Clip, an Animation or an iterable of Clips");
    let clips = clips.try_iter().map_err(|_| expected())?;
    clips.map(|clip| Ok(clip?.cast::<PyClip>().map_err(|_| expected())?.get().0.clone())).collect()
}

/// A conversion to a format, with options of the target.
fn conversion(
    extension: &str,
    strictness: &Strictness,
    given: &[Given],
) -> Result<Conversion<'static>, Failure> {
    let mut conversion = Conversion::to(Registry::builtin(), extension)?.with_tolerance(strictness.tolerance);
    for Given { key, value } in given {
        conversion = conversion.with_target_option(key, value)?;
    }
    Ok(conversion)
}

/// Make files from clips in memory.
///
/// Args:
///     clips: a Clip, an Animation, or an iterable of Clips.
///     format: the extension or the identifier of the format, such as "glb".
///     name: the name of the file, after which further files are named; by default "animation" with the extension.
///     strict: raise LossError if something is lost.
///     tolerance, tolerance_angle, tolerance_time: the largest error of a value in its unit, of an angle in radians, of a time in
///         seconds, each 0.001 by default. They apply to curves that become keys, and to what `strict` allows.
///     options: options of the format; `animio.formats()` lists them.
///
/// Returns the files as pairs of name and bytes, the main file first, and the report of losses.
///
/// Raises:
///     animio.Error: the format cannot hold the clips.
///     animio.UnknownFormatError: there is no such format.
///     animio.OptionError: an option has an unknown name or value.
///     animio.LossError: `strict` is set, and something is lost.
#[pyfunction]
#[pyo3(signature = (clips, format, *, name=None, strict=false, tolerance=None, tolerance_angle=None, tolerance_time=None, **options))]
pub(crate) fn encode<'py>(
    py: Python<'py>,
    clips: &Bound<'py, PyAny>,
    format: &str,
    name: Option<String>,
    strict: bool,
    tolerance: Option<f64>,
    tolerance_angle: Option<f64>,
    #[pyo3(from_py_with = optional_time)] tolerance_time: Option<f64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Vec<(String, Bound<'py, PyBytes>)>, PyReport)> {
    let strictness = Strictness::new(strict, tolerance, tolerance_angle, tolerance_time)?;
    let conversion = conversion(format, &strictness, &options::given(options)?)?;
    let name = name.unwrap_or_else(|| format!("animation.{}", conversion.extension()));
    let (made, mut report) = made(py, &conversion, &strictness, clips, &name, &NoFolder)?;
    let files = detached(py, || Ok(made.files()))?;
    report.files = files.iter().map(|(name, _)| name.into()).collect();
    Ok((files.into_iter().map(|(name, bytes)| (name, PyBytes::new(py, &bytes))).collect(), report))
}

/// Write clips as a file, whose extension decides the format. An existing file is replaced.
///
/// Args:
///     dst: a path, or a URL that fsspec opens.
///     clips: a Clip, an Animation, or an iterable of Clips.
///     strict, tolerance, tolerance_angle, tolerance_time, options: as for `animio.encode`.
///
/// Returns the report of losses; its `files` are those that were written. Raises the exceptions of `animio.encode`, and OSError.
#[pyfunction]
#[pyo3(signature = (dst, clips, *, strict=false, tolerance=None, tolerance_angle=None, tolerance_time=None, **options))]
pub(crate) fn write(
    py: Python<'_>,
    dst: &Bound<'_, PyAny>,
    clips: &Bound<'_, PyAny>,
    strict: bool,
    tolerance: Option<f64>,
    tolerance_angle: Option<f64>,
    #[pyo3(from_py_with = optional_time)] tolerance_time: Option<f64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyReport> {
    let strictness = Strictness::new(strict, tolerance, tolerance_angle, tolerance_time)?;
    let target = Target::new(dst)?;
    let conversion = conversion(&target.extension()?, &strictness, &options::given(options)?)?;
    let (made, mut report) = made(py, &conversion, &strictness, clips, &target.name(), &*target.beside())?;
    report.files = detached(py, || target.write(&made))?;
    Ok(report)
}

/// Makes a document from clips, if all losses are allowed. Losses of reading the clips count too.
fn made(
    py: Python<'_>,
    conversion: &Conversion<'_>,
    strictness: &Strictness,
    clips: &Bound<'_, PyAny>,
    name: &str,
    beside: &(dyn Beside + Sync),
) -> PyResult<(Made, PyReport)> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    // A file without clips has its own losses.
    let file = clips.cast::<Animation>().ok().map(Bound::get);
    let clips = clips_of(clips)?;
    let of_file = match file.filter(|_| clips.is_empty()) {
        Some(file) => file.losses(py)?,
        None => &[],
    };
    let make = || -> Result<_, Failure> {
        let mut report = Report::new();
        let space = conversion.target().space(&conversion.options_for([]), &(name, beside as &dyn Beside));
        let curves = clips.iter().map(|held| (*held.clip).clone()).collect();
        let mut sources = vec![Source::of_clips(stem, curves)];
        report.findings.extend(conversion.rename(&mut sources).into_iter().map(|(_, finding)| finding));
        let names = sources.iter().flat_map(|source| &source.clips).map(|clip| clip.name.clone());
        let clips: Vec<Held> = clips.iter().zip(names).map(|(held, name)| held.renamed(name)).collect();
        report.losses = lost_of(&clips, space.unit, 1.0);
        report.losses.extend_from_slice(of_file);
        let made = conversion.make(sources, name, beside, &mut report)?;
        Ok((made, report))
    };
    let (made, report) = detached(py, make)?;
    let told = PyReport::of(&report);
    strictness.judge(py, conversion, &report.losses, &told, None)?;
    Ok((made, told))
}

/// Convert a file to another format, which the extension of `dst` decides. An existing file is replaced.
///
/// A conversion from a format to itself copies the document, unless options or `clip` require changes.
///
/// Args:
///     src: a source that `animio.read` accepts.
///     dst: a path, or a URL that fsspec opens.
///     format: the identifier of the source's format; by default the content decides.
///     name, beside: as for `animio.read`.
///     clip: one clip of the source, by name or by number from 0; by default all.
///     strict, tolerance, tolerance_angle, tolerance_time: as for `animio.encode`.
///     from_options: `options` as a dict.
///     to_options: options of the target as a dict.
///     options: options of the source, or of the target if only the target has them.
///
/// Returns the report of findings and losses. Raises the exceptions of `animio.read` and `animio.write`; then nothing is
/// written.
#[pyfunction]
#[pyo3(signature = (src, dst, *, format=None, name=None, beside=None, clip=None, strict=false, tolerance=None, tolerance_angle=None,
                    tolerance_time=None, from_options=None, to_options=None, **options))]
pub(crate) fn convert(
    py: Python<'_>,
    src: &Bound<'_, PyAny>,
    dst: &Bound<'_, PyAny>,
    format: Option<&str>,
    name: Option<String>,
    beside: Option<&Bound<'_, PyAny>>,
    clip: Option<&Bound<'_, PyAny>>,
    strict: bool,
    tolerance: Option<f64>,
    tolerance_angle: Option<f64>,
    #[pyo3(from_py_with = optional_time)] tolerance_time: Option<f64>,
    from_options: Option<&Bound<'_, PyMapping>>,
    to_options: Option<&Bound<'_, PyMapping>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyReport> {
    let strictness = Strictness::new(strict, tolerance, tolerance_angle, tolerance_time)?;
    let target = Target::new(dst)?;
    let mut conversion = conversion(&target.extension()?, &strictness, &options::of_mapping(to_options)?)?;
    for Given { key, value } in [options::of_mapping(from_options)?, options::given(options)?].concat() {
        conversion = conversion.with_option(&key, &value).map_err(Failure::from)?;
    }
    if let Some(id) = format {
        let entry = Registry::builtin().by_id(id).map_err(Failure::from)?;
        conversion = conversion.from_format(entry);
    }
    let mut is_numbered = false;
    if let Some(clip) = clip {
        conversion = if let Ok(name) = clip.extract::<String>() {
            conversion.with_clip(name)
        } else {
            is_numbered = true;
            conversion.with_clip_number(index(clip)?)
        };
    }
    let Opened { bytes, label, surroundings } = Opened::new(src, name, beside)?;
    let run = || -> Result<_, Failure> {
        let mut report = Report::new();
        let source = conversion.read(&bytes, &surroundings, &mut report);
        surroundings.checked()?;
        let failed = |error| match error {
            ConvertError::NoClip { .. } if is_numbered => Failure::Number(error.to_string()),
            error => Failure::converting(label.as_deref(), &bytes, error),
        };
        let source = source.map_err(failed)?;
        let findings = Finding::all(&report.findings, label.as_deref(), &bytes);
        let count = report.findings.len();
        let made = conversion.make(vec![source], &target.name(), &*target.beside(), &mut report);
        let made = made.map_err(failed)?;
        let mut told = PyReport::default();
        let others = report.findings.get(count..).unwrap_or_default();
        told.add(&report, [findings, Finding::all(others, None, &[])].concat());
        Ok((made, told, report.losses))
    };
    let (made, mut told, losses) = detached(py, run)?;
    strictness.judge(py, &conversion, &losses, &told, label.as_deref())?;
    told.files = detached(py, || target.write(&made))?;
    Ok(told)
}
