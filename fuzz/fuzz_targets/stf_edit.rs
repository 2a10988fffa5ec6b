//! Whatever the document, an edit changes the resource that it touches, the buffers of its baked values, and nothing else.
#![no_main]

use std::collections::BTreeSet;

use anim_stf::{Animation, Keyframe, Stf, Subtrack};

/// What is done to an animation.
const CHANGES: [fn(&mut Animation); 5] = [
    |animation| animation.fps = Some(animation.rate() + 1.0),
    |animation| {
        let subtracks = animation.tracks.iter_mut().flat_map(|track| track.subtracks.iter_mut().flatten());
        subtracks.flat_map(|subtrack| &mut subtrack.keyframes).step_by(3).for_each(|keyframe| {
            *keyframe = Keyframe::Filler { value: 0.5 };
        });
    },
    |animation| {
        animation.other.reverse();
        for track in &mut animation.tracks {
            track.other.pop();
            track.subtracks.push(Some(Subtrack::default()));
            track.timepoints.push(1.5);
        }
    },
    |animation| {
        animation.tracks.reverse();
        animation.tracks_baked.extend(animation.tracks.pop());
    },
    |animation| *animation = Animation::default(),
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(before) = Stf::parse(data) else { return };
    let ids: Vec<String> = before.animations().map(|(id, _)| id.to_owned()).collect();
    for id in ids {
        for change in CHANGES {
            let mut after = before.clone();
            // Of two resources with one id only the last is edited.
            if after.edit(&id, change).is_err() {
                continue;
            }
            let again = Stf::parse(&after.to_bytes()).unwrap();
            assert_eq!(again, after);
            let (old, new) = (before.resource(&id).unwrap(), after.resource(&id).unwrap());
            let own: BTreeSet<String> =
                [&before, &after].into_iter().flat_map(|stf| baked(stf, &id)).collect();
            let buffers = |stf: &Stf| -> Vec<(String, Option<Vec<u8>>)> {
                let others = stf.buffer_ids().filter(|id| !own.contains(*id));
                others.map(|id| (id.to_owned(), stf.buffer(id).map(<[u8]>::to_vec))).collect()
            };
            assert_eq!(buffers(&before), buffers(&after));
            if before.buffer_ids().eq(after.buffer_ids()) {
                let around = |stf: &Stf, text: &str| {
                    let at = text.as_ptr() as usize - stf.json().as_ptr() as usize;
                    (stf.json()[..at].to_owned(), stf.json()[at + text.len()..].to_owned())
                };
                let (old, new) = (before.resource_text(old), after.resource_text(new));
                assert_eq!(around(&before, old), around(&after, new));
            }
        }
        let mut after = before.clone();
        if after.bake(&id).is_ok() && after.remove_animation(&id).is_ok() {
            after.add_animation(&id, Animation::default()).unwrap();
        }
        assert_eq!(Stf::parse(&after.to_bytes()).unwrap(), after);
    }
});

/// The ids of the buffers of an animation's baked values.
fn baked(stf: &Stf, id: &str) -> BTreeSet<String> {
    let animation = stf.animation(id);
    let tracks =
        animation.into_iter().flat_map(|animation| animation.tracks.iter().chain(&animation.tracks_baked));
    let parts = tracks.flat_map(|track| track.subtracks.iter().flatten());
    let references = parts.filter_map(|part| animation?.buffer_id(part.baked.as_ref()?));
    references.map(str::to_owned).collect()
}
