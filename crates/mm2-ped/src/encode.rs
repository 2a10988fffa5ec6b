//! Clips as a file.

mod bone_map;
mod figure;
mod hierarchy;
mod losses;
mod matching;
mod solver;

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Beside, Clip, Encode, Location, Options, Rate, Sink};

use crate::{
    Anim, EncodeOptions, Error, ErrorKind, FRAMES_PER_SECOND, File, MAX_FRAMES, Mm2Ped, Rest, Skeleton, codes,
};
pub use bone_map::BoneMap;
use figure::Figure;
pub(crate) use figure::HALF_TURN;
use solver::Solver;

/// The most poses of nodes that encoding makes, over all frames: 1,677 nodes in the longest clip.
pub const MAX_POSES: usize = 1 << 24;

/// How far a clip's stated distance may be from its travel, in metres. A few of the game's own files are off by this much.
pub const DISTANCE_TOLERANCE: f64 = 0.15;

impl Encode for Mm2Ped {
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let [clip] = clips else {
            let names = clips.iter().map(|clip| clip.name.clone()).collect();
            return Err(Error::new(ErrorKind::Clips { names }, Location::default()));
        };
        let skeleton = given(options.text("skel"), beside, Skeleton::parse)?;
        let bones = given(options.text("bones"), beside, BoneMap::parse)?.unwrap_or_default();
        let options = EncodeOptions { bones, ..EncodeOptions::from(options) };
        let (name, extension) = match beside.name().and_then(|name| name.rsplit_once('.')) {
            Some((stem, extension)) => (Some(stem.to_owned()), extension),
            None => (beside.name().map(str::to_owned), ""),
        };
        if extension.eq_ignore_ascii_case("skel") {
            let skeleton = Skeleton::from_clip(clip, &options, sink)?;
            return Ok(Self { name, ..Self::from(File::Skeleton(skeleton)) });
        }
        let (anim, skeleton) = match skeleton {
            Some(skeleton) => (Anim::from_clip(clip, &skeleton, &options, sink)?, skeleton),
            None => of_own_nodes(clip, &options, sink)?,
        };
        Ok(Self { name, skeleton: Some(skeleton), ..Self::from(File::Anim(anim)) })
    }
}

/// What a file holds that an option names.
fn given<T>(
    path: &str,
    beside: &dyn Beside,
    parse: impl FnOnce(&[u8]) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    if path.is_empty() {
        return Ok(None);
    }
    let missing = || Error::new(ErrorKind::Unreadable, Location::path(path));
    let bytes = beside.given(path).ok_or_else(missing)?;
    let placed = |error: Error| Error { at: error.at.in_path(path), ..error };
    parse(&bytes).map(Some).map_err(placed)
}

impl Anim {
    /// A clip as the motion of a skeleton, in the retail layout, 30 frames a second.
    ///
    /// A bone is moved by the node that [`EncodeOptions::bones`] says, or of its name, or of its name without case, or without what stands before a `:` and
    /// without spaces, `_`, `-` and `.`. It turns in the world as its node turns from its rest, or as [`EncodeOptions::rest`]
    /// says, so that figures of other rest rotations and proportions can be used; the first bone is where its node is. Angles go on from frame to frame
    /// without jumps. Where a node's angles are already the bone's they are taken as they are, and the clip of a file
    /// gives its floats back.
    ///
    /// The distance is [`Anim::travel`], or what the clip's metadata say of its file as long as that is within
    /// [`DISTANCE_TOLERANCE`] of it. There is a frame wherever one begins before the clip ends, and one more for a pose
    /// at its end that is neither held from before nor the first one again. What is not in the file is reported.
    ///
    /// Errors: [`ErrorKind::NoMatch`] if no node has the name of a bone, [`ErrorKind::Frames`], [`ErrorKind::Poses`],
    /// [`ErrorKind::Clip`].
    pub fn from_clip(
        clip: &Clip,
        skeleton: &Skeleton,
        options: &EncodeOptions,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let invalid = |error| Error::new(ErrorKind::Clip(error), Location::path(&clip.name));
        clip.validate().map_err(invalid)?;
        let nodes = matching::nodes_of(skeleton, &clip.nodes, &options.bones);
        if nodes.iter().all(Option::is_none) {
            let names = skeleton.bones().iter().map(|bone| bone.name.clone()).collect();
            return Err(Error::new(ErrorKind::NoMatch { names }, Location::path(&clip.name)));
        }
        losses::of_bone_map(clip, Some(skeleton), &options.bones, sink);
        let mut figure = Figure::new(clip, options);
        let ignores = match options.rest {
            Rest::Use => false,
            Rest::Ignore => true,
            Rest::Auto => matching::hang_alike(skeleton, clip, &nodes, options.unit),
        };
        if ignores {
            figure.ignore_rests(clip, nodes.iter().copied().flatten());
        }
        write(clip, skeleton, &nodes, figure, sink)
    }
}

impl Skeleton {
    /// The nodes of a clip at rest as a skeleton: the largest tree of them, from the first that moves or branches on.
    ///
    /// Bones keep the places of their nodes; that they rest unrotated is what [`Anim::from_clip`] allows for. What the
    /// clip has besides is reported.
    ///
    /// Errors: [`ErrorKind::NoBones`] for a clip without nodes, [`ErrorKind::Bones`], [`ErrorKind::Clip`].
    pub fn from_clip(clip: &Clip, options: &EncodeOptions, sink: &mut dyn Sink) -> Result<Self, Error> {
        let invalid = |error| Error::new(ErrorKind::Clip(error), Location::path(&clip.name));
        clip.validate().map_err(invalid)?;
        let (skeleton, nodes) = hierarchy::skeleton_of(clip, &own_figure(clip, options))?;
        losses::of_skeleton(clip, &skeleton, &nodes, sink);
        Ok(skeleton)
    }
}

/// The figure of a clip whose own nodes become the bones.
fn own_figure<'a>(clip: &'a Clip, options: &EncodeOptions) -> Figure<'a> {
    let mut figure = Figure::new(clip, options);
    if options.rest == Rest::Ignore {
        figure.ignore_rests(clip, 0..clip.nodes.len());
    }
    figure
}

/// A clip as the motion of its own nodes.
fn of_own_nodes(
    clip: &Clip,
    options: &EncodeOptions,
    sink: &mut dyn Sink,
) -> Result<(Anim, Skeleton), Error> {
    let invalid = |error| Error::new(ErrorKind::Clip(error), Location::path(&clip.name));
    clip.validate().map_err(invalid)?;
    let figure = own_figure(clip, options);
    let (skeleton, nodes) = hierarchy::skeleton_of(clip, &figure)?;
    losses::of_bone_map(clip, None, &options.bones, sink);
    let message = format!(
        "no skeleton is given: the bones are the clip's own nodes, {} from `{}` on",
        skeleton.bones().len(),
        skeleton.bones().first().map_or("", |bone| bone.name.as_str()),
    );
    sink.report(codes::OWN_SKELETON.at(Location::path(&clip.name), message));
    let anim = write(clip, &skeleton, &nodes, figure, sink)?;
    Ok((anim, skeleton))
}

fn write(
    clip: &Clip,
    skeleton: &Skeleton,
    nodes: &[Option<usize>],
    mut figure: Figure<'_>,
    sink: &mut dyn Sink,
) -> Result<Anim, Error> {
    let error = |kind| Error::new(kind, Location::path(&clip.name));
    let count = skeleton.bones().len();
    let rate = Rate::per_second(FRAMES_PER_SECOND);
    let whole = (rate.frame(clip.duration) - ON_FRAME).ceil().max(1.0);
    if whole > MAX_FRAMES as f64 {
        return Err(error(ErrorKind::Frames { count: whole as u64 }));
    }
    let frames = whole as usize;
    if frames * clip.nodes.len() > MAX_POSES {
        return Err(error(ErrorKind::Poses { count: frames * clip.nodes.len() }));
    }
    let mut solver = Solver::new(clip, skeleton, nodes, &figure);
    let width = 3 * (count + 1);
    let mut values = Vec::with_capacity((frames + 1) * width);
    let (mut first, mut last) = (Shown::default(), Shown::default());
    for number in 0..frames {
        let time = rate.time(number as f64);
        figure.seek(time);
        solver.frame(&figure, time, &mut values);
        if number == 0 {
            first.note(&solver);
        }
    }
    last.note(&solver);
    let on_frame = (rate.time(whole) - clip.duration).abs() <= rate.time(ON_FRAME);
    if on_frame && frames < MAX_FRAMES {
        figure.seek(clip.duration);
        solver.frame(&figure, clip.duration, &mut values);
        let moves = last.differs(&solver, true) && first.differs(&solver, false);
        values.truncate(if moves { values.len() } else { frames * width });
    }
    let overflow = losses::Overflow::of(&values);
    let mut anim =
        Anim::new(count, values).ok_or_else(|| error(ErrorKind::Frames { count: whole as u64 }))?;
    anim.flag = clip.metadata("mm2.flag").and_then(|flag| flag.parse().ok()).unwrap_or(1);
    anim.distance = distance(&anim, clip);
    losses::Losses { clip, skeleton, nodes, parents: figure.parents() }
        .report(&solver, &anim, overflow, sink);
    Ok(anim)
}

/// How far from a frame a time may be, in frames, that counts as the frame's: what single precision leaves of it.
const ON_FRAME: f64 = 1e-3;

/// What a frame shows, to be compared with another.
#[derive(Default)]
struct Shown {
    place: [f64; 3],
    local: Vec<Quaternion>,
}

impl Shown {
    fn note(&mut self, solver: &Solver<'_>) {
        self.place = solver.place;
        self.local.clone_from(&solver.local);
    }

    /// Whether the frame at hand shows something else; the root's travel counts only with `travel`.
    fn differs(&self, solver: &Solver<'_>, travel: bool) -> bool {
        let moved = self.place.iter().zip(solver.place).any(|(a, b)| (a - b).abs() > SAME);
        let turned =
            self.local.iter().zip(&solver.local).any(|(a, b)| quaternion::angle_between(*a, *b) > SAME);
        turned || travel && moved
    }
}

/// Metres or radians below which two poses are one.
const SAME: f64 = 1e-4;

/// The cycle distance to be written.
fn distance(anim: &Anim, clip: &Clip) -> f32 {
    let travel = anim.travel();
    let stated = clip.metadata("mm2.distance").and_then(|distance| distance.parse::<f32>().ok());
    let near = |stated: &f32| (f64::from(*stated) - travel).abs() <= DISTANCE_TOLERANCE;
    match stated.filter(near) {
        Some(stated) => stated,
        None if (travel as f32).is_finite() => travel as f32,
        None => 0.0,
    }
}
