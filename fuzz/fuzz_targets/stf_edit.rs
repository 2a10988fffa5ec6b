//! Whatever the document, an edit changes the resource that it touches and nothing else.
#![no_main]

use anim_core::{Document, Format};
use anim_stf::Stf;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(before) = Stf::parse(data, &mut ()) else { return };
    let ids: Vec<String> = before.animations().map(|(id, _)| id.to_owned()).collect();
    for id in ids {
        let mut after = before.clone();
        // Of two resources with one id only the last is edited.
        if after.edit(&id, |animation| animation.fps = Some(animation.rate() + 1.0)).is_err() {
            continue;
        }
        let again = Stf::parse(&after.to_bytes(), &mut ()).unwrap();
        assert_eq!(again, after);
        let (old, new) = (before.resource(&id).unwrap(), after.resource(&id).unwrap());
        let around = |stf: &Stf, text: &str| {
            let at = text.as_ptr() as usize - stf.json().as_ptr() as usize;
            (stf.json()[..at].to_owned(), stf.json()[at + text.len()..].to_owned())
        };
        let (old, new) = (before.resource_text(old), after.resource_text(new));
        assert_eq!(around(&before, old), around(&after, new));
    }
});
