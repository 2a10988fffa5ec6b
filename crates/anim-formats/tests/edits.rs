//! Operations on the clips of all fixtures: the invariants of each.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::{Path, PathBuf};

use anim_core::edit::{
    Cuts, Edit, Mirror, Moment, Pattern, absolute, additive, join, mirror, reduce, reverse, split, trim,
};
use anim_core::{Clip, Fate, Positive, Report, Unit};
use anim_formats::{Conversion, Registry};

const FINE: Positive = Positive::literal(1e-3);

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("invalid") {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// Every clip of every readable fixture, with the name of its file.
fn clips() -> Vec<(String, Clip)> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures"), &mut found);
    let documents = found.iter().filter_map(|path| Some((path, Registry::builtin().open(path).ok()?)));
    let clips: Vec<_> = documents
        .flat_map(|(path, document)| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            document.clips().into_iter().map(move |clip| (name.clone(), clip))
        })
        .collect();
    assert!(clips.len() > 40, "{}", clips.len());
    clips
}

#[test]
fn a_duration_that_a_document_does_not_hold_is_told_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/stt/valid/types.stt");
    let Ok(bytes) = std::fs::read(path) else { return };
    let conversion = Conversion::to(Registry::builtin(), "stt").unwrap().with_edits(vec![Edit::Reverse]);
    let mut report = Report::new();
    let source = conversion.read(&bytes, &("types.stt", ()), &mut report).unwrap();
    conversion.make(vec![source], "made.stt", &(), &mut report).unwrap();
    let seconds = report.losses.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) if error.unit == Unit::Time => Some(error.size),
        _ => None,
    });
    // The clip ends after 4 s, and the slowest motion of the state takes 4.5 s.
    assert_eq!(seconds.collect::<Vec<_>>(), [0.5], "{report}");
}

/// Times within a clip, away from possible jumps.
fn times(clip: &Clip) -> Vec<f64> {
    let span = [-0.01, clip.duration + 0.01];
    let keys = clip
        .channels
        .iter()
        .flat_map(|channel| channel.curve().unrolled_times(span, 4096).unwrap_or_default());
    let mut keys: Vec<f64> = keys.collect();
    keys.sort_by(f64::total_cmp);
    let near = |time: f64| {
        let after = keys.partition_point(|key| *key < time);
        [after.wrapping_sub(1), after]
            .iter()
            .any(|&key| keys.get(key).is_some_and(|key| (key - time).abs() < 1e-5))
    };
    (0..37)
        .map(|place| clip.duration * (f64::from(place) + 0.417) / 37.0)
        .filter(|time| !near(*time))
        .collect()
}

/// The largest relative difference of the world matrices of nodes that both clips have by name.
fn apart(a: &Clip, at: f64, b: &Clip, other: f64) -> f64 {
    let (one, two) = (a.pose(at), b.pose(other));
    let nth = |clip: &Clip, node: usize| {
        clip.nodes[..node].iter().filter(|own| own.name == clip.nodes[node].name).count()
    };
    let same = |node: usize| {
        let name = &b.nodes[node].name;
        (0..a.nodes.len()).find(|&own| a.nodes[own].name == *name && nth(a, own) == nth(b, node))
    };
    let mut most: f64 = 0.0;
    for (node, world) in two.world.iter().enumerate() {
        let Some(own) = same(node) else { continue };
        let size = world.to_rows().iter().fold(1.0, |most: f64, part| most.max(part.abs()));
        most = most.max(one.world[own].distance(world) / size);
    }
    most
}

/// The sum of all errors of values in a report.
fn error(report: &Report) -> f64 {
    let error = |fate: Fate| match fate {
        Fate::Approximated(error) if error.unit != Unit::Time => error.size,
        _ => 0.0,
    };
    report.losses.iter().map(|loss| error(loss.fate)).sum()
}

fn each(edits: &[Edit], clip: &Clip, report: &mut Report) -> Clip {
    let done = Edit::apply_all(edits, vec![clip.clone()], FINE, report).unwrap();
    let [clip] = <[Clip; 1]>::try_from(done).unwrap();
    assert_eq!(clip.validate(), Ok(()));
    clip
}

#[test]
fn twice_as_fast_and_half_as_fast_is_the_same_clip() {
    for (file, clip) in clips() {
        let edits = [2.0, 0.5].map(|factor| Edit::Speed(Positive::new(factor).unwrap()));
        // Some have NaN, which equals nothing.
        let same = format!("{:?}", each(&edits, &clip, &mut Report::new())) == format!("{clip:?}");
        assert!(same, "{file} {}", clip.name);
    }
}

/// The frame times of a clip whose keys are all on frames and whose last frame lasts as long as the others; none for other clips.
fn frames(clip: &Clip) -> Vec<f64> {
    let Some(rate) = clip.rate else { return Vec::new() };
    let keys: Vec<f64> = clip.channels.iter().flat_map(|channel| channel.curve().times().iter()).collect();
    let is_frame = |time: f64| (rate.frame(time) - rate.frame(time).round()).abs() < 1e-6;
    let [first, last] =
        [f64::min, f64::max].map(|pick| keys.iter().copied().reduce(pick).unwrap_or(f64::NAN));
    let lasts = (clip.duration - last - rate.time(1.0)).abs() < 1e-9 && first.abs() < 1e-9;
    if !lasts || last <= 0.0 || !keys.iter().all(|key| is_frame(*key)) {
        return Vec::new();
    }
    (0..clip.frame_count(rate)).map(|frame| rate.time(frame as f64)).collect()
}

#[test]
fn backwards_and_parts_show_the_same_poses() {
    for (file, clip) in clips() {
        let backwards = reverse(&clip, &mut Report::new()).unwrap();
        let [from, to] = [0.3, 0.8].map(|part| clip.duration * part);
        let part = trim(&clip, Some(from.into()), Some(to.into()), &mut Report::new());
        let frames = frames(&clip);
        for &time in &frames {
            let mirrored = frames.last().unwrap() - time;
            assert!(apart(&clip, time, &backwards, mirrored) < 1e-6, "{file} frame at {time}");
        }
        for time in times(&clip) {
            if frames.is_empty() {
                assert!(apart(&clip, time, &backwards, clip.duration - time) < 1e-6, "{file} {time}");
            }
            if let Some(part) = part.as_ref().ok().filter(|_| from < time && time < to) {
                assert!(apart(&clip, time, part, time - from) < 1e-6, "{file} {time}");
            }
        }
    }
}

#[test]
fn parts_joined_again_are_the_clip() {
    for (file, clip) in clips() {
        let mut report = Report::new();
        let cuts = Cuts::Moments([0.25, 0.6].map(|part| Moment::Seconds(clip.duration * part)).to_vec());
        let parts = split(&clip, &cuts, &mut report).unwrap();
        let whole = join(&parts, 0.0, FINE, &mut report).unwrap();
        assert!((whole.duration - clip.duration).abs() < 1e-9, "{file}");
        for time in times(&clip) {
            let apart = apart(&clip, time, &whole, time);
            assert!(apart < 1e-5 + 40.0 * error(&report), "{file} {} {time}: {apart}", clip.name);
        }
    }
}

#[test]
fn a_mirror_image_of_a_mirror_image_is_the_clip() {
    let mut count = 0;
    for (file, clip) in clips() {
        let mirrored = |clip: &Clip| mirror(clip, &Mirror::default(), &mut Report::new());
        let Ok(once) = mirrored(&clip) else { continue };
        count += 1;
        let twice = mirrored(&once).unwrap();
        for time in times(&clip) {
            assert!(apart(&clip, time, &twice, time) == 0.0, "{file} {time}");
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn fewer_keys_stay_within_the_tolerance() {
    for (file, clip) in clips() {
        let less = reduce(&clip, FINE, &mut Report::new()).unwrap();
        assert!(less.key_count() <= clip.key_count());
        for time in times(&clip) {
            for (one, other) in clip.channels.iter().zip(&less.channels) {
                let [a, b] = [one, other].map(|channel| channel.curve().at(time));
                let off = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off <= 1e-3, "{file} {} {time}: {off}", one.property().name());
            }
        }
    }
}

#[test]
fn poses_stay_where_nodes_and_channels_change() {
    for (file, clip) in clips() {
        let child = clip.nodes.iter().position(|node| node.parent.is_some());
        let named = |node: usize| clip.nodes[node].name.clone();
        let unique = |node: &usize| clip.nodes.iter().filter(|other| other.name == named(*node)).count() == 1;
        let mut edits = vec![vec![Edit::DropConstants]];
        if let Some(child) = child.filter(unique) {
            edits.push(vec![Edit::Reroot(vec![Pattern::new(named(child))])]);
            let parent = clip.nodes[child].parent.unwrap();
            edits.extend(
                Some(parent).filter(unique).map(|parent| vec![Edit::Drop(vec![Pattern::new(named(parent))])]),
            );
        }
        for edits in edits {
            let mut report = Report::new();
            let done = each(&edits, &clip, &mut report);
            for time in times(&clip) {
                let apart = apart(&clip, time, &done, time);
                assert!(
                    apart < 1e-6 + 40.0 * error(&report),
                    "{file} {} {edits:?} {time}: {apart} {report}",
                    clip.name
                );
            }
        }
    }
}

#[test]
fn a_difference_and_back_is_the_same_motion() {
    let mut count = 0;
    for (file, clip) in clips() {
        let mut report = Report::new();
        let Ok(there) = additive(&clip, None, FINE, &mut report) else { continue };
        count += 1;
        let back = absolute(&there, FINE, &mut report).unwrap();
        for time in times(&clip) {
            let apart = apart(&clip, time, &back, time);
            assert!(apart < 1e-9 + 40.0 * error(&report), "{file} {time}: {apart}");
        }
    }
    assert!(count > 30, "{count}");
}
