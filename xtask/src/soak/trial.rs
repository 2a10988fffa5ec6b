//! The trial of one input, and the laws that must hold.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anim_core::{Document, Options, Report};
use anim_formats::{Entry, Registry};

use crate::random::Random;
use crate::trust::clock::{self, Start};
use crate::trust::law;

/// Anything that takes longer on a processor counts as a hang.
const AT_ONCE: Duration = Duration::from_secs(1);

/// One input in this many is converted, which takes a hundred times as long as reading it.
const CONVERTED: usize = 256;

/// A document, and the bytes that it writes.
type Made = (Box<dyn Document>, Vec<u8>);

/// The steps in addition to reading, checking and writing.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The target format of the clips, as a number; `None` for no clips.
    target: Option<usize>,
    /// The time of a pose in seconds.
    time: f64,
}

impl Plan {
    /// Clips for one input in [`CONVERTED`].
    pub(super) fn new(random: &mut Random) -> Self {
        const TIMES: [f64; 6] = [0.0, -1.0, 0.5, 1e9, 1e300, 1.0 / 3.0];
        let target = random.one_in(CONVERTED).then(|| random.below(Registry::builtin().formats().len()));
        Self { target, time: random.of(&TIMES).copied().unwrap_or(0.0) }
    }
}

/// Whether the input was read. An error is a law that does not hold.
pub(super) fn run(entry: &Entry, bytes: &[u8], plan: Plan) -> Result<bool, String> {
    catch_unwind(AssertUnwindSafe(|| laws(entry, bytes, plan))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panics: {}", text.unwrap_or("without a word")))
    })
}

fn laws(entry: &Entry, bytes: &[u8], plan: Plan) -> Result<bool, String> {
    let mut document = None;
    let start = clock::start();
    let held = allocation_counter::measure(|| {
        document = entry.read(bytes, &entry.options(), &(), &mut ()).ok();
        if let Some(document) = &document {
            document.check_with(&mut ());
        }
    });
    in_time("reading", &start)?;
    let extensions = entry.info().extensions;
    within("reading", held.bytes_max, law::reading(extensions, bytes.len()))?;
    let Some(document) = document else { return Ok(false) };
    let start = clock::start();
    written(entry, &*document, bytes)?;
    in_time("writing", &start)?;
    if let Some(target) = plan.target {
        let target = &Registry::builtin().formats()[target];
        let start = clock::start();
        let mut converted = Ok(None);
        let held = allocation_counter::measure(|| converted = convert(entry, &*document, target, plan.time));
        let converted = converted?;
        let what = format!("converting to {}", target.info().id);
        within(&what, held.bytes_max, law::conversion(extensions, bytes.len()))?;
        if let Some((made, bytes)) = converted {
            written(target, &*made, &bytes)
                .map_err(|broken| format!("converted to {}: {broken}", target.info().id))?;
        }
        in_time(&what, &start)?;
    }
    Ok(true)
}

fn in_time(what: &str, start: &Start) -> Result<(), String> {
    let taken = start.taken();
    if taken <= AT_ONCE { Ok(()) } else { Err(format!("{what} takes {taken:.1?}")) }
}

fn within(what: &str, bytes: u64, allowed: u64) -> Result<(), String> {
    if bytes <= allowed { Ok(()) } else { Err(format!("{what} takes {bytes} bytes, of {allowed}")) }
}

/// The written bytes are those that were read, or read back as the same document.
fn written(entry: &Entry, document: &dyn Document, bytes: &[u8]) -> Result<(), String> {
    let written = document.to_bytes();
    if document.is_exact() && *written != *bytes {
        return Err("what was written differs from what was read".into());
    }
    let companions = document.companions().into_iter();
    let beside: Vec<_> = companions.map(|(name, bytes)| (name, bytes.into_owned())).collect();
    match entry.read(&written, &entry.options(), &beside, &mut ()) {
        Ok(again) if entry.equal(document, &*again) => Ok(()),
        Ok(_) => Err("what was written reads as another document".into()),
        Err(error) => Err(format!("what was written is not read: {error}")),
    }
}

/// Clips, a pose of each, and, if another format can hold them, a file of that format with its bytes.
fn convert(
    entry: &Entry,
    document: &dyn Document,
    target: &Entry,
    time: f64,
) -> Result<Option<Made>, String> {
    let Ok(mut clips) = document.clips_with(&entry.options(), &(), &mut Report::new()) else {
        return Ok(None);
    };
    if let Some(clip) = clips.iter().find(|clip| clip.pose(time).world.len() != clip.nodes.len()) {
        return Err(format!("the pose of {:?} lacks nodes", clip.name));
    }
    clips.truncate(target.info().max_clips.unwrap_or(usize::MAX));
    let made = target.encode(&clips, &Options::default(), &(), &mut Report::new());
    Ok(made.ok().map(|made| {
        let bytes = made.to_bytes().into_owned();
        (made, bytes)
    }))
}
