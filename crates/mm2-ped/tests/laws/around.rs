//! What is found around a file, and what is said of files that belong together.

use anim_core::{Diagnostic, Document, Format, Options};
use anim_mm2_ped::{Anim, File, Mm2Ped, Skeleton};

type Folder = Vec<(String, Vec<u8>)>;

/// A skeleton of so many bones in a row.
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

/// A file of a folder with options, and the codes and places of what is said of it.
fn open(name: &str, folder: &Folder, given: &[(&str, &str)]) -> (Mm2Ped, Vec<(&'static str, String)>) {
    let bytes = &folder.iter().find(|(file, _)| file == name).unwrap().1;
    let mut options = Options::new(Mm2Ped::INFO.options);
    for (key, value) in given {
        options.set(key, value).unwrap();
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    let document = Mm2Ped::open(bytes, &options, &(name, folder), &mut found).unwrap();
    document.check(&mut found);
    let mut inspected = Vec::new();
    Mm2Ped::inspect(bytes, &options, &(name, folder), &mut inspected).unwrap();
    assert_eq!(found, inspected, "{name}");
    (document, found.into_iter().map(|finding| (finding.code.id, finding.at.to_string())).collect())
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
        ("pedanim_manwalk.anim", "other.skel", None, other("mm2-ped::bone-count", "other.skel")),
        ("pedanim_manwalk.anim", "broken.skel", None, other("mm2-ped::beside", "broken.skel")),
        ("pedanim_manwalk.anim", "missing.skel", None, other("mm2-ped::beside", "missing.skel")),
    ] {
        let (document, found) = open(name, &files, &[("skel", given)]);
        assert_eq!((bones(document.skeleton.as_ref()), found), (used, said), "{name} with {given:?}");
        assert_eq!(document.name.as_deref(), name.strip_suffix(".anim"));
    }
}

#[test]
fn a_document_with_the_wrong_skeleton_is_told_so() {
    let file = File::Anim(Anim::parse(&anim(2, 3)).unwrap());
    let skeleton = Skeleton::parse(&skeleton(3)).unwrap();
    let document = Mm2Ped { skeleton: Some(skeleton), ..Mm2Ped::from(file) };
    let mut found = Vec::new();
    document.check(&mut |finding: Diagnostic| found.push(finding.code.id));
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
            said("mm2-ped::clip-missing", "line 4"),
            said("mm2-ped::unused-clip", "spare.anim"),
            said("mm2-ped::window", "line 3"),
            said("mm2-ped::bone-count", "two"),
        ]
    );
    let (_, found) = open("z.csv", &files, &[("skel", "pedmodel_x.skel")]);
    assert_eq!(found, [], "the first table speaks of unused clips");
}

#[test]
fn a_clip_knows_its_states_if_the_table_is_named() {
    let table = b"A,walk,1,4,0,0,0,0,B\nB,Walk,5,1,0,0,0,0,A\nC,run,1,9,0,0,0,0,A\n".to_vec();
    let files = folder(&[("walk.anim", anim(2, 3)), ("t.csv", table), ("bad.csv", b"no table".to_vec())]);
    let (document, found) = open("walk.anim", &files, &[]);
    assert_eq!((document.states, found), (None, vec![]));
    let (document, found) = open("walk.anim", &files, &[("states", "t.csv")]);
    assert_eq!(document.states.map(|table| table.states().len()), Some(3));
    assert_eq!(found, [("mm2-ped::window", "state B".to_owned())]);
    let (document, found) = open("walk.anim", &files, &[("states", "bad.csv")]);
    assert_eq!((document.states, found), (None, vec![("mm2-ped::beside", "bad.csv".to_owned())]));
}

#[test]
fn without_a_folder_nothing_is_missed() {
    let mut found = Vec::new();
    let document = Mm2Ped::parse(b"A,one,1,4,0,0,0,0,A\n", &mut found).unwrap();
    document.check(&mut found);
    assert_eq!(found, []);
}
