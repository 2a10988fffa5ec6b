//! Edits: what they change, and what stays.

use anim_stf::{
    Animation, Ease, ErrorKind, Handle, Key, Keyframe, Layout, Loop, Member, Reference, Step, Stf, Subtrack,
    Tangent, Target, Track,
};
use proptest::prelude::*;

use crate::documents;

/// A container with unusual spelling, which edits have to keep.
const TEXT: &str = r#"{ "stf":{"root":"p","x":1.50} ,
 "resources" : {
  "p": {"type":"stf.prefab","animations":[0, 1],"referenced_resources":["a","b"]},
  "a" : {"later":[ 1,2 ], "type": "stf.animation", "loop":"none", "fps":24, "range":[1,1E1],
    "tracks":[ {"target":["n","t"],"timepoints":[1,5.0,10],"odd":{"k":null},"subtracks":[
      {"keyframes":[[true,0,"linear"], [true,1.00,"linear"],[1, 2,"linear"]]},
      null]} , {"target":["n","s"],"timepoints":[],"subtracks":[]} ] },
  "b":{"type":"stf.animation","tracks":null}
 }, "buffers":{}
}"#;

fn key(value: f64) -> Keyframe {
    Key::new(value, Ease::Linear).into()
}

fn first(animation: &mut Animation) -> &mut Subtrack {
    animation.tracks[0].subtracks[0].as_mut().unwrap()
}

fn reads_back(stf: &Stf) {
    assert_eq!(&Stf::parse(&stf.to_bytes()).unwrap(), stf);
}

#[test]
fn an_edit_changes_only_the_text_of_what_differs() {
    type Change = fn(&mut Animation);
    let cases: &[(Change, &str, &str)] = &[
        (|a| a.fps = Some(30.0), "\"fps\":24", "\"fps\":30.0"),
        (|a| a.fps = None, " \"fps\":24,", ""),
        (|a| a.repeat = Some(Loop::Loop), "\"none\"", "\"loop\""),
        (|a| a.name = Some("n".into()), "[]} ] }", "[]} ], \"name\": \"n\" }"),
        (|a| a.other.clear(), "\"later\":[ 1,2 ], \"type\"", " \"type\""),
        (|a| first(a).keyframes[1] = key(7.0), "[true,1.00,\"linear\"]", "[true, 7.0, \"linear\"]"),
        (|a| a.tracks[0].subtracks[1] = Some(Subtrack::default()), "null]}", "{\"keyframes\": []}]}"),
        (
            |a| drop(a.tracks.remove(1)),
            " , {\"target\":[\"n\",\"s\"],\"timepoints\":[],\"subtracks\":[]}",
            "",
        ),
        (|a| a.tracks[0].other.clear(), "\"odd\":{\"k\":null},", ""),
        (|a| a.tracks[0].target = Target::names(["m"]), "[\"n\",\"t\"]", "[\"m\"]"),
        (
            |a| {
                a.tracks[0].timepoints.remove(1);
                first(a).keyframes.remove(1);
            },
            "",
            "",
        ),
    ];
    for (change, old, new) in cases {
        let mut stf = documents::container(TEXT);
        stf.edit("a", change).unwrap();
        if old.is_empty() {
            let expected = TEXT.replace("[1,5.0,10]", "[1,10]").replace(" [true,1.00,\"linear\"],", "");
            assert_eq!(stf.json(), expected);
        } else {
            assert_eq!(TEXT.matches(old).count(), 1, "{old}");
            assert_eq!(stf.json(), TEXT.replace(old, new));
        }
        reads_back(&stf);
    }
}

#[test]
fn an_edit_without_a_difference_changes_no_text() {
    let mut stf = documents::container(TEXT);
    stf.edit("a", |animation| animation.fps = Some(24.0)).unwrap();
    assert_eq!(stf.json(), TEXT);
}

#[test]
fn a_loop_reads_back_as_its_word() {
    for (repeat, read) in [
        (Loop::Switch(true), Loop::Loop),
        (Loop::Switch(false), Loop::None),
        (Loop::Other("pingpong".into()), Loop::PingPong),
        (Loop::Other("swing".into()), Loop::Other("swing".into())),
    ] {
        let mut stf = documents::container(TEXT);
        stf.edit("a", |animation| animation.repeat = Some(repeat.clone())).unwrap();
        stf.add_animation("c", Animation { repeat: Some(repeat), ..Animation::default() }).unwrap();
        for id in ["a", "c"] {
            assert_eq!(stf.animation(id).unwrap().repeat.as_ref(), Some(&read), "{id}");
        }
        reads_back(&stf);
    }
}

#[test]
fn an_added_animation_can_be_removed() {
    let mut stf = documents::container(TEXT);
    let track = Track { target: Target::names(["n", "enabled"]), ..Track::default() };
    stf.add_animation("c", Animation { tracks: vec![track], ..Animation::default() }).unwrap();
    assert!(stf.json().contains("\"animations\":[0,1,2],\"referenced_resources\":[\"a\",\"b\",\"c\"]}"));
    assert!(stf.json().contains("\"tracks\":null}, \"c\": {\"type\": \"stf.animation\", \"tracks\": [{"));
    reads_back(&stf);
    stf.remove_animation("c").unwrap();
    reads_back(&stf);
    // The list of references stays, because other members may refer to it by index.
    let expected = TEXT.replace("[0, 1]", "[0,1]").replace("[\"a\",\"b\"]", "[\"a\",\"b\",\"c\"]");
    assert_eq!(stf.json(), expected);
}

#[test]
fn each_resource_can_be_removed() {
    let alone = r#"{"stf":{},"resources":{ "a":{"type":"stf.animation"} , "b":{"type":"stf.animation"},"c":{"type":"stf.animation"}}}"#;
    for (gone, expected) in [
        (
            &["a"][..],
            r#"{"stf":{},"resources":{ "b":{"type":"stf.animation"},"c":{"type":"stf.animation"}}}"#,
        ),
        (&["b"], r#"{"stf":{},"resources":{ "a":{"type":"stf.animation"},"c":{"type":"stf.animation"}}}"#),
        (&["c"], r#"{"stf":{},"resources":{ "a":{"type":"stf.animation"} , "b":{"type":"stf.animation"}}}"#),
        (&["a", "b", "c"], r#"{"stf":{},"resources":{}}"#),
        (&["c", "b", "a"], r#"{"stf":{},"resources":{}}"#),
    ] {
        let mut stf = documents::container(alone);
        for id in gone {
            stf.remove_animation(id).unwrap();
        }
        assert_eq!(stf.json(), expected, "{gone:?}");
        reads_back(&stf);
    }
}

#[test]
fn a_byte_order_mark_stays_before_the_json() {
    let document = TEXT.replace(r#", "buffers":{}"#, "");
    for text in [
        &document,
        r#" {"type": "stf.animation", "fps": 24}"#,
        r#""a": {"type": "stf.animation", "fps": 24}"#,
    ] {
        let plain = Stf::parse(text.as_bytes()).unwrap();
        let marked = format!("\u{feff}{text}");
        let mut stf = Stf::parse(marked.as_bytes()).unwrap();
        assert_eq!((stf.form(), &*stf.to_bytes()), (plain.form(), marked.as_bytes()));
        #[cfg(feature = "serde")]
        assert_eq!(serde_json::from_str::<Stf>(&serde_json::to_string(&stf).unwrap()).unwrap(), stf);
        let id = stf.animations().next().unwrap().0.to_owned();
        stf.edit(&id, |animation| animation.fps = Some(30.0)).unwrap();
        let faster = marked.replace("\"fps\":24", "\"fps\":30.0").replace("\"fps\": 24", "\"fps\": 30.0");
        assert_eq!(stf.json(), faster);
        reads_back(&stf);
        // Two marks are no JSON.
        assert!(Stf::parse(format!("\u{feff}{marked}").as_bytes()).is_err());
    }
    let [mut plain, mut marked] =
        ["", "\u{feff}"].map(|mark| documents::container(&format!("{mark}{document}")));
    for stf in [&mut plain, &mut marked] {
        stf.add_buffer(vec![1]).unwrap();
    }
    assert!(plain.json().contains("\"buffers\""));
    assert_eq!(marked.json().len(), plain.json().len() + 3);
    reads_back(&marked);
}

#[test]
fn a_failed_edit_leaves_the_document_unchanged() {
    let mut stf = documents::container(TEXT);
    let infinite = Animation { fps: Some(f64::INFINITY), ..Animation::default() };
    assert_eq!(stf.edit("a", |a| a.fps = Some(f64::NAN)).unwrap_err().kind, ErrorKind::NotFinite);
    assert_eq!(stf.add_animation("c", infinite).unwrap_err().kind, ErrorKind::NotFinite);
    assert!(matches!(stf.add_animation("p", Animation::default()).unwrap_err().kind, ErrorKind::Form(_)));
    for id in ["p", "none"] {
        assert!(matches!(stf.edit(id, |_| ()).unwrap_err().kind, ErrorKind::Unknown { .. }));
        assert!(matches!(stf.remove_animation(id).unwrap_err().kind, ErrorKind::Unknown { .. }));
    }
    assert_eq!(stf, documents::container(TEXT));
    let mut alone = Stf::parse(br#"{"type": "stf.animation"}"#).unwrap();
    assert!(matches!(alone.remove_animation("").unwrap_err().kind, ErrorKind::Form(_)));
    assert!(matches!(alone.add_buffer(vec![]).unwrap_err().kind, ErrorKind::Form(_)));
}

#[test]
fn an_animation_that_would_not_read_back_is_refused() {
    type Change<'a> = Box<dyn Fn(&mut Animation) + 'a>;
    let word = |text: &str| match documents::read(&format!("[true, 1, {text}]")) {
        Keyframe::Key(Key {
            ease: Ease::Other(word) | Ease::Bezier { tangent: Tangent::Other(word), .. },
            ..
        }) => word,
        other => panic!("{other:?}"),
    };
    let eased = |text: &str| Keyframe::from(Key::new(1.0, Ease::Other(word(text))));
    let bent = |text: &str| {
        let ease = Ease::Bezier { tangent: Tangent::Other(word(text)), out: Handle::default() };
        Keyframe::from(Key::new(1.0, ease))
    };
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let member = |name: &str, value: &str| vec![Member::new(name, value).unwrap()];
    let unknown = documents::read(&deep(122));
    let cases: Vec<(Change<'_>, bool)> = vec![
        (Box::new(|a| a.other = member("tracks", "[]")), false),
        (Box::new(|a| a.other = member("keyframes", "[]")), true),
        (Box::new(|a| a.tracks[0].other = member("keyframes", "[]")), false),
        (Box::new(|a| a.tracks[0].other = member("fps", "[]")), true),
        (Box::new(|a| first(a).other = member("baked", "1")), false),
        (Box::new(|a| first(a).other = member("target", "1")), true),
        (Box::new(|a| a.other = member("x", &deep(125))), true),
        (Box::new(|a| a.other = member("x", &deep(126))), false),
        (Box::new(|a| a.tracks[0].other = member("x", &deep(123))), true),
        (Box::new(|a| a.tracks[0].other = member("x", &deep(124))), false),
        (Box::new(|a| first(a).other = member("x", &deep(121))), true),
        (Box::new(|a| first(a).other = member("x", &deep(122))), false),
        (Box::new(|a| first(a).keyframes[0] = documents::read(&deep(120))), true),
        (Box::new(|a| first(a).keyframes[0] = unknown.clone()), false),
        (Box::new(|a| first(a).keyframes[0] = eased("\"sinc\"")), true),
        (Box::new(|a| first(a).keyframes[0] = eased("\"auto\"")), true),
        (Box::new(|a| first(a).keyframes[0] = eased("\"bezier\", \"linear\", [0, 0]")), false),
        (Box::new(|a| first(a).keyframes[0] = eased("\"bezier\", \"bezier\", [0, 0]")), false),
        (Box::new(|a| first(a).keyframes[0] = eased("\"bezier\", \"\", [0, 0]")), false),
        (Box::new(|a| first(a).keyframes[0] = bent("\"bezier\", \"\", [0, 0]")), true),
        (Box::new(|a| first(a).keyframes[0] = bent("\"auto\"")), false),
        (Box::new(|a| first(a).baked = Some(Reference::Index(1 << 53))), true),
        (Box::new(|a| first(a).baked = Some(Reference::Index((1 << 53) + 1))), false),
        (Box::new(|a| a.reset_animation = Some(Reference::Index(usize::MAX))), false),
        (Box::new(|a| a.tracks[0].target = Target(vec![Step::Index(usize::MAX)])), false),
    ];
    for (index, (change, fits)) in cases.iter().enumerate() {
        let mut stf = documents::container(TEXT);
        let edited = stf.edit("a", change);
        let mut animation = documents::container(TEXT).animation("a").unwrap().clone();
        change(&mut animation);
        let added = stf.add_animation("c", animation);
        if *fits {
            assert_eq!((edited, added), (Ok(()), Ok(())), "{index}");
            assert_eq!(stf.animation("a"), stf.animation("c"), "{index}");
        } else {
            assert!(matches!(edited.unwrap_err().kind, ErrorKind::Form(_)), "{index}");
            assert!(matches!(added.unwrap_err().kind, ErrorKind::Form(_)), "{index}");
            assert_eq!(stf, documents::container(TEXT), "{index}");
        }
        reads_back(&stf);
    }
}

#[test]
fn unknown_members_keep_their_order() {
    let text = |members: &str| {
        format!(r#"{{"resources": {{"a": {{"type": "stf.animation",{members} "fps": 1}}}}}}"#)
    };
    let many = |names: &[(&str, &str)]| -> Vec<Member> {
        names.iter().map(|(name, value)| Member::new(*name, value).unwrap()).collect()
    };
    for (new, expected) in [
        (&[("x", "1"), ("y", "2"), ("x", "3")][..], text(r#" "x": 1, "y": 2, "x": 3,"#)),
        (&[("x", "1"), ("y", "2")], text(r#" "x": 1, "y": 2,"#)),
        (&[("x", "9"), ("x", "3")], text(r#" "x": 9, "x": 3,"#)),
        (&[("y", "2"), ("x", "1")], text(r#" "y": 2, "x": 1,"#)),
        (
            &[("x", "1"), ("x", "3"), ("x", "5")],
            text(r#" "x": 1, "x": 3,"#).replace("1}}}", "1, \"x\": 5}}}"),
        ),
        (&[], text("")),
    ] {
        let mut stf = documents::container(&text(r#" "x": 1, "y": 2, "x": 3,"#));
        stf.edit("a", |animation| animation.other = many(new)).unwrap();
        assert_eq!(stf.json(), expected);
        reads_back(&stf);
    }
}

#[test]
fn an_older_layout_is_written_as_the_current_one() {
    let rows = r#"{"resources": {"a": {"type": "stf.animation", "note": 1.0, "tracks": [{"target": ["n", "s"],
        "keyframes": [{"frame": 1, "values": [[2, -1, 0.5, 3, 0.25], null]}, {"frame": 4, "values": [[5], [6]]}]}]}}}"#;
    let mut stf = documents::container(rows);
    assert_eq!(stf.animation("a").unwrap().layout, Layout::A);
    stf.edit("a", |animation| animation.fps = Some(4.0)).unwrap();
    let expected = r#""note": 1.0, "tracks": [{"target": ["n", "s"], "timepoints": [1.0, 4.0], "subtracks": [{"keyframes": [[true, 2.0, "bezier", "split", [3.0, -0.25]], [true, 5.0, "linear", [0.0, -0.0]]]}, {"keyframes": [null, [true, 6.0, "linear"]]}]}], "fps": 4.0}"#;
    assert!(stf.json().contains(expected), "{}", stf.json());
    reads_back(&stf);
}

#[test]
fn an_animation_of_an_older_layout_is_added_in_the_current_one() {
    let old = r#"{"resources": {"a": {"type": "stf.animation", "tracks": [{"target": ["n", "s"],
        "keyframes": [{"frame": 1, "values": [[2]]}]}]}}}"#;
    let animation = documents::container(old).animation("a").unwrap().clone();
    assert_eq!(animation.layout, Layout::A);
    let mut stf = documents::container(TEXT);
    stf.add_animation("c", animation).unwrap();
    assert_eq!(stf.animation("c").unwrap().layout, Layout::Current);
    reads_back(&stf);
}

#[test]
fn a_track_without_keyframes_is_of_the_current_layout() {
    for (subtracks, expected) in [
        (r#"{"keyframes": []}, null"#, Layout::Current),
        (r#"{"keyframes": [[true, 1, 2, "linear"]]}, null"#, Layout::B),
    ] {
        let text = format!(
            r#"{{"resources": {{"a": {{"type": "stf.animation", "tracks": [{{"target": ["n", "s"], "subtracks": [{subtracks}]}}]}}}}}}"#
        );
        assert_eq!(documents::container(&text).animation("a").unwrap().layout, expected, "{subtracks}");
    }
}

#[test]
fn baked_tracks_keep_their_text_until_the_last_one_goes() {
    let track = |name: &str| format!(r#"{{"target":["n","{name}"] ,"timepoints":[],"subtracks":[]}}"#);
    let text = |tracks: &str| {
        format!(r#"{{"resources": {{"a": {{"type": "stf.animation", {tracks}"tracks": []}}}}}}"#)
    };
    let [s, t] = ["s", "t"].map(track);
    let mut stf = documents::container(&text(&format!(r#""tracks_baked": [{s} , {t}], "#)));
    for expected in [format!(r#""tracks_baked": [{t}], "#), String::new()] {
        stf.edit("a", |animation| drop(animation.tracks_baked.remove(0))).unwrap();
        assert_eq!(stf.json(), text(&expected));
        reads_back(&stf);
    }
}

#[test]
fn baking_gives_every_curve_its_values() {
    let mut stf = documents::container(TEXT);
    assert_eq!(stf.bake("a").unwrap(), 1);
    let animation = stf.animation("a").unwrap();
    let subtrack = animation.tracks[0].subtracks[0].as_ref().unwrap();
    let values: Vec<f32> = stf.baked_values(animation, subtrack).unwrap().collect();
    // Straight lines from (1, 0) to (5, 1) to (10, 2).
    assert_eq!(values, [0.0, 0.25, 0.5, 0.75, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0]);
    reads_back(&stf);
    assert_eq!(stf.bake("a").unwrap(), 0);
    let findings = stf.check();
    assert!(findings.iter().all(|finding| !finding.code.id.contains("baked")), "{findings:?}");
}

#[test]
fn a_document_without_buffers_gets_a_list_of_them() {
    let mut stf = documents::empty();
    let id = stf.add_buffer(vec![1, 2, 3]).unwrap();
    assert_eq!(stf.buffer(&id), Some(&[1, 2, 3][..]));
    stf.set_buffer(&id, vec![4]).unwrap();
    assert_eq!(stf.buffer(&id), Some(&[4][..]));
    reads_back(&stf);
}

proptest! {
    #[test]
    fn any_edit_reads_back(mut old in documents::animation(), new in documents::animation()) {
        let mut stf = documents::empty();
        // An edit drops the baked tracks that override changed ones.
        old.tracks_baked.clear();
        stf.add_animation("one", old).unwrap();
        stf.add_animation("two", new.clone()).unwrap();
        let two = stf.resource_text(stf.resource("two").unwrap()).to_owned();
        stf.edit("one", |animation| *animation = new.clone()).unwrap();
        prop_assert_eq!(stf.animation("one"), Some(&new));
        prop_assert_eq!(stf.resource_text(stf.resource("two").unwrap()), two);
        let again = Stf::parse(&stf.to_bytes()).unwrap();
        prop_assert_eq!(&again, &stf);
    }
}
