//! The files that belong to a file, and the checks of files that belong together.

use anim_core::{AnyFormat, Diagnostic, Format, Options, Report, Sink, laws};
use anim_mm2_ped::{Anim, File, Mm2Ped, ReadOptions, Skeleton, State, StateTable};

type Folder = Vec<(String, Vec<u8>)>;

/// A skeleton of bones in a row.
fn skeleton(bones: usize) -> Vec<u8> {
    let open: Vec<_> = (0..bones).map(|bone| format!("bone b{bone} {{ offset 0 1 0")).collect();
    format!("NumBones {bones}\n{}{}", open.join(" "), "}".repeat(bones)).into_bytes()
}

fn anim(bones: usize, frames: usize) -> Vec<u8> {
    Anim::new(bones, vec![0.0; 3 * (bones + 1) * frames]).unwrap().to_bytes()
}

fn folder(files: &[(&str, Vec<u8>)]) -> Folder {
    files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect()
}

/// A file of a folder with options, and the codes and locations of its findings.
fn open(name: &str, folder: &Folder, given: &[(&str, &str)]) -> (Mm2Ped, Vec<(&'static str, String)>) {
    let bytes = &folder.iter().find(|(file, _)| file == name).unwrap().1;
    let mut options = Options::of::<ReadOptions>();
    for (key, value) in given {
        options.set(key, value).unwrap();
    }
    let options = options.typed(folder).unwrap();
    let mut found: Vec<Diagnostic> = Vec::new();
    let document = Mm2Ped::parse_beside(bytes, &options, &(name, folder), &mut found).unwrap();
    document.check_with(&mut found);
    let mut inspected = Vec::new();
    Mm2Ped::inspect(bytes, &options, &(name, folder), &mut inspected).unwrap();
    assert_eq!(found, inspected, "{name}");
    (document, found.into_iter().map(|finding| (finding.code.id, finding.at.to_string())).collect())
}

/// The error of reading a file of a folder with an option.
fn refused(name: &str, folder: &Folder, key: &str, path: &str) -> Diagnostic {
    let format = AnyFormat::reader::<Mm2Ped>();
    let options = format.options().with(key, path).unwrap();
    let bytes = &folder.iter().find(|(file, _)| file == name).unwrap().1;
    format.read(bytes, &options, &(name, folder), &mut ()).unwrap_err().into()
}

fn bones(skeleton: Option<&Skeleton>) -> Option<usize> {
    skeleton.map(|skeleton| skeleton.bones().len())
}

#[test]
fn a_skeleton_is_used_if_it_has_as_many_bones() {
    let files = folder(&[
        ("pedanim_manwalk.anim", anim(2, 3)),
        ("pedanim_manrun.anim", anim(3, 3)),
        ("pedanim_dogwalk.anim", anim(3, 3)),
        ("PEDMODEL_MAN.SKEL", skeleton(2)),
        ("other.skel", skeleton(3)),
        ("broken.skel", b"NumBones 3".to_vec()),
    ]);
    let other = |code, at: &str| vec![(code, at.to_owned())];
    for (name, given, used, said) in [
        ("pedanim_manwalk.anim", "", Some(2), vec![]),
        ("pedanim_manrun.anim", "", None, other("mm2-ped::bone-count", "PEDMODEL_MAN.SKEL")),
        ("pedanim_dogwalk.anim", "", None, vec![]),
        ("pedanim_manrun.anim", "other.skel", Some(3), vec![]),
        ("pedanim_manwalk.anim", "other.skel", None, other("mm2-ped::bone-count", "the document")),
    ] {
        let (document, found) = open(name, &files, &[("skel", given)]);
        assert_eq!((bones(document.skeleton.as_ref()), found), (used, said), "{name} with {given:?}");
        assert_eq!(document.name.as_deref(), name.strip_suffix(".anim"));
    }
    assert_eq!(refused("pedanim_manwalk.anim", &files, "skel", "broken.skel").code.id, "mm2-ped::syntax");
    assert_eq!(
        refused("pedanim_manwalk.anim", &files, "skel", "missing.skel").message,
        "option `skel`: `missing.skel` cannot be read"
    );
}

#[test]
fn the_only_skeleton_is_reported_if_its_name_is_that_of_another_figure() {
    for (name, skeleton_name, said) in [
        ("pedanim_manwave.anim", "pedmodel_woman.skel", true),
        ("pedanim_womanwave.anim", "pedmodel_woman.skel", false),
        ("wave.anim", "pedmodel_woman.skel", false),
        ("pedanim_manwave.anim", "figure.skel", false),
    ] {
        let files = folder(&[(name, anim(2, 3)), (skeleton_name, skeleton(2))]);
        let (document, found) = open(name, &files, &[]);
        assert_eq!(bones(document.skeleton.as_ref()), Some(2));
        let note = [("mm2-ped::other-figure", skeleton_name.to_owned())];
        assert_eq!(found, if said { &note[..] } else { &[] }, "{name} {skeleton_name}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped_and_reported() {
    for (name, text) in [
        ("a.skel", "NumBones 1\r\nbone hip {\r\n\toffset 0.000000 0.000000 0.000000\r\n}\r\n"),
        ("a.csv", "# anim name,mma name\r\nA,a,1,2,0,0,0,0,A\r\n"),
        ("b.csv", "A,a,1,2,0,0,0,0,A\r\n"),
    ] {
        for (mark, bytes) in [("\u{feff}", 3), (" \u{feff}\u{feff}", 7)] {
            let marked = format!("{mark}{text}").into_bytes();
            assert_eq!(Mm2Ped::sniff(&marked), Mm2Ped::sniff(text.as_bytes()), "{name}");
            let files = folder(&[(name, marked), ("a.anim", anim(1, 2))]);
            let (document, found) = open(name, &files, &[]);
            assert_eq!(found, [("mm2-ped::byte-order-mark", format!("bytes 0..{bytes}"))], "{name}");
            assert_eq!(document.to_bytes(), text.as_bytes());
        }
    }
    // As the name of the first state it would be skipped.
    let state = |name: &str| State { name: name.to_owned(), clip: "a".to_owned(), ..State::default() };
    let table = |name| StateTable::new(vec![state("A"), state(name)]).is_ok();
    assert!(table("\u{feff}B"), "the header comes first");
}

#[test]
fn an_end_mark_is_skipped_and_reported() {
    for (name, text) in [
        ("a.skel", "NumBones 1\r\nbone hip {\r\n\toffset 0.000000 0.000000 0.000000\r\n}\r\n"),
        ("a.csv", "# anim name,mma name\r\nA,a,1,2,0,0,0,0,A\r\n"),
        ("b.csv", "A,a,1,2,0,0,0,0,A\r\n"),
    ] {
        for (blanks, mark) in [("", "\x1A"), ("\r\n \r\n", "\x1A\r\n"), ("", "\0\0 \x1A")] {
            let marked = format!("{text}{blanks}{mark}").into_bytes();
            let span = format!("bytes {}..{}", text.len() + blanks.len(), marked.len());
            let files = folder(&[(name, marked), ("a.anim", anim(1, 2))]);
            let (document, found) = open(name, &files, &[]);
            assert_eq!(found, [("mm2-ped::end-mark", span)], "{name}");
            assert_eq!(document.to_bytes(), text.as_bytes());
        }
    }
}

#[test]
fn a_skeleton_that_does_not_read_is_reported() {
    let files = folder(&[("walk.anim", anim(2, 3)), ("broken.skel", b"NumBones 3".to_vec())]);
    let (document, found) = open("walk.anim", &files, &[]);
    assert_eq!((document.skeleton, found), (None, vec![("mm2-ped::beside", "broken.skel".to_owned())]));
}

#[test]
fn the_check_of_a_document_compares_its_skeleton() {
    let file = File::Anim(Anim::parse(&anim(2, 3)).unwrap());
    let skeleton = Skeleton::parse(&skeleton(3)).unwrap();
    let document = Mm2Ped { skeleton: Some(skeleton), ..Mm2Ped::from(file) };
    let found: Vec<_> = document.check().iter().map(|finding| finding.code.id).collect();
    assert_eq!(found, ["mm2-ped::bone-count"]);
}

#[test]
fn a_table_has_the_clips_beside_it() {
    let table = "A,one,1,4,0,0,0,0,B\nB,ONE,3,1,0,0,0,0,A\nC,two,1,5,0,0,0,0,A\nD,three,1,2,0,0,0,0,A\n";
    let files = folder(&[
        ("pedmodel_x.csv", table.into()),
        ("z.csv", b"A,used,1,1,0,0,0,0,A\n".to_vec()),
        ("ONE.Anim", anim(2, 3)),
        ("two.anim", anim(3, 3)),
        ("used.anim", anim(2, 1)),
        ("spare.anim", anim(2, 1)),
        ("pedmodel_x.skel", skeleton(2)),
    ]);
    let (document, found) = open("pedmodel_x.csv", &files, &[]);
    let names: Vec<_> = document.clips.iter().map(|(name, clip)| (name.as_str(), clip.bones())).collect();
    assert_eq!(names, [("one", 2), ("two", 3)]);
    assert_eq!(bones(document.skeleton.as_ref()), Some(2));
    let said = |code, at: &str| (code, at.to_owned());
    assert_eq!(
        found,
        [
            said("mm2-ped::clip-missing", "line 4, bytes 62..67"),
            said("mm2-ped::unused-clip", "spare.anim"),
            said("mm2-ped::window", "line 3, bytes 46..49"),
            said("mm2-ped::bone-count", "two"),
        ]
    );
    let (_, found) = open("z.csv", &files, &[("skel", "pedmodel_x.skel")]);
    assert_eq!(found, [], "the first table reports unused clips");
}

#[test]
fn a_clip_knows_its_states_if_a_table_is_given() {
    let table = b"A,walk,1,4,0,0,0,0,B\nB,Walk,5,1,0,0,0,0,A\nC,run,1,9,0,0,0,0,A\n".to_vec();
    let files = folder(&[("walk.anim", anim(2, 3)), ("t.csv", table), ("bad.csv", b"no table".to_vec())]);
    let (document, found) = open("walk.anim", &files, &[]);
    assert_eq!((document.states, found), (None, vec![]));
    let (document, found) = open("walk.anim", &files, &[("states", "t.csv")]);
    assert_eq!(document.states.map(|table| table.states().len()), Some(3));
    assert_eq!(found, [("mm2-ped::window", "state B".to_owned())]);
    assert_eq!(refused("walk.anim", &files, "states", "bad.csv").code.id, "mm2-ped::state");
}

#[test]
fn without_a_folder_nothing_is_missing() {
    let mut found: Vec<Diagnostic> = Vec::new();
    let options = ReadOptions::default();
    let document = Mm2Ped::parse_with(b"A,one,1,4,0,0,0,0,A\n", &options, &mut found).unwrap();
    document.check_with(&mut found);
    assert_eq!(found, []);
}

#[test]
fn a_clip_is_counted_with_the_files_around_it_as_it_is_read() {
    let format = AnyFormat::encoder::<Mm2Ped>();
    // What a clip lacks of its skeleton is reported.
    let limited = b"NumBones 2\nbone a { offset 0 1 0 rotmin 0 0 0 bone b { offset 0 1 0 } }".to_vec();
    let files = folder(&[("walk.anim", anim(2, 3)), ("walk.skel", limited), ("other.skel", skeleton(3))]);
    for name in ["walk.anim", "other.anim"] {
        laws::file(&format, &anim(2, 3), &(name, &files)).unwrap();
    }
}

/// The codes of the findings in a text, each with the bytes that it points at.
fn pointed<'t>(name: &str, text: &'t str, clips: &[(&str, Vec<u8>)]) -> Vec<(&'static str, &'t str)> {
    let mut files = folder(clips);
    files.push((name.to_owned(), text.as_bytes().to_vec()));
    let mut found: Vec<Diagnostic> = Vec::new();
    Mm2Ped::inspect(text.as_bytes(), &ReadOptions::default(), &(name, &files), &mut found).unwrap();
    let row = |finding: &Diagnostic| {
        let span = finding.at.span.unwrap_or_else(|| panic!("{finding}"));
        (finding.code.id.strip_prefix("mm2-ped::").unwrap(), &text[span.start..span.end])
    };
    found.iter().map(row).collect()
}

#[test]
fn findings_of_a_table_point_at_their_fields() {
    let table = "# anim name,\r\n A , walk,1,9,0,0,0,0,  B # no\r\nnot a state\r\nA,run,1,1,0,0,0,0,A,\r\n\
                 C,,walk,-1 , 2,0,0,0,0\r\nD,walk,2,1,0m,0,0,0,D";
    let found = pointed("t.csv", table, &[("walk.anim", anim(2, 3))]);
    let expected = [
        ("empty-field", "C,,walk,-1 , 2,0,0,0,0"),
        ("number", "D,walk,2,1,0m,0,0,0,D"),
        ("clip-missing", "run"),
        ("next", "B"),
        ("window", "1,9"),
        ("state", "not a state"),
        ("repeated-state", "A"),
        ("dead-end", "C,,walk,-1 , 2,0,0,0,0"),
        ("window", "-1 , 2"),
    ];
    assert_eq!(found, expected);
    // The second state of the name A.
    let mut at = Vec::new();
    Mm2Ped::parse(table.as_bytes()).unwrap().check_with(&mut at);
    let repeated = at.iter().find(|finding| finding.code.id == "mm2-ped::repeated-state").unwrap();
    assert_eq!(repeated.at.span.map(|span| span.start), table.find("A,run"));
}

#[test]
fn findings_of_a_skeleton_point_at_names() {
    let text = "NumBones 3\r\nbone hip {\r\n\toffset 0 0 0\r\n\tbone hip{offset 0 0 0}\r\n}\r\nbone bag { offset 0 0 0 }";
    let found = pointed("a.skel", text, &[]);
    assert_eq!(found, [("roots", "bag"), ("repeated-bone", "hip")]);
    let mut at = Vec::new();
    let read = Mm2Ped::parse(text.as_bytes()).unwrap();
    read.check_with(&mut at);
    assert_eq!(at[1].at.span.map(|span| span.start), text.rfind("hip{"));
    // A skeleton that was built has no bytes, and equals one that was read.
    let File::Skeleton(skeleton) = &read.file else { panic!("{read:?}") };
    let one = Skeleton::new(skeleton.bones()[..2].to_vec()).unwrap();
    assert_eq!(Skeleton::parse(&one.to_bytes()).unwrap(), one);
    assert_eq!(Mm2Ped::from(one).check()[0].at.to_string(), "bone[1]");
}

#[test]
fn a_survey_of_a_mirrored_clip_knows_the_sides_of_its_skeleton() {
    let sides =
        b"NumBones 3\nbone hips { offset 0 1 0 bone knee_l { offset 1 0 0 } bone knee_r { offset -1 0 0 } }";
    let bytes = anim(3, 3);
    let format = AnyFormat::reader::<Mm2Ped>();
    let options = format.options().with("mirror", "true").unwrap();
    for (skeleton, expected) in [(sides.to_vec(), 0), (skeleton(3), 1)] {
        let files = folder(&[("PEDMODEL_MAN.SKEL", skeleton)]);
        let mut report = Report::new();
        let sinks: [&mut dyn Sink; 2] = [&mut (), &mut ()];
        format.survey(&bytes, &options, &("pedanim_manwalk.anim", &files), sinks, &mut report).unwrap();
        assert_eq!(report.findings.len(), expected, "{report}");
    }
}
