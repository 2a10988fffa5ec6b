//! Where the file and its buffer are.

use super::*;

fn stored(container: Container, buffer: Option<&str>) -> EncodeOptions {
    EncodeOptions { container, buffer: buffer.map(str::to_owned), ..EncodeOptions::default() }
}

#[test]
fn a_separate_buffer_has_the_name_that_options_give() {
    let clips = [clip(vec![channel(
        Property::Translation,
        curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear),
    )])];
    for (name, uri) in [
        ("buffer0.bin", "buffer0.bin"),
        ("der Bär.bin", "der%20B%C3%A4r.bin"),
        ("sub/50%.bin", "sub/50%25.bin"),
        ("a?b#c", "a%3Fb%23c"),
    ] {
        let (document, _) = encode_with(&clips, &stored(Container::Separate, Some(name)));
        let text = String::from_utf8(document.to_bytes().into_owned()).unwrap();
        assert!(text.contains(&format!("\"uri\": \"{uri}\"")), "{text}");
        let beside: Vec<_> = Format::companions(&document)
            .into_iter()
            .map(|(name, bytes)| (name, bytes.into_owned()))
            .collect();
        assert_eq!(beside.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), [name]);
        let read =
            Gltf::parse_beside(&document.to_bytes(), &ReadOptions::default(), &beside, &mut ()).unwrap();
        assert_eq!(read, document);
    }
    let unnamed = encode_with(&clips, &stored(Container::Separate, None)).0;
    assert_eq!(Format::companions(&unnamed)[0].0, "buffer0.bin");
    for container in [Container::Glb, Container::Embedded] {
        let named = encode_with(&clips, &stored(container, Some("walk.bin"))).0;
        assert_eq!(named, encode_with(&clips, &stored(container, None)).0);
    }
}

#[test]
fn a_separate_buffer_stays_below_the_folder() {
    for name in ["", "../a.bin", "/a.bin", "a/../b.bin", "C:\\a.bin", "data:,a"] {
        let error =
            Gltf::from_clips_with(&[], &stored(Container::Glb, Some(name)), &mut Report::new()).unwrap_err();
        assert_eq!(Diagnostic::from(error).code.id, "gltf::uri", "{name}");
    }
}

#[test]
fn the_file_name_decides_what_options_do_not() {
    let clips = [clip(vec![channel(
        Property::Translation,
        curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear),
    )])];
    let format = AnyFormat::encoder::<Gltf>();
    let made = |name: &str, given: &[(&str, &str)]| {
        let mut options = format.encode_options().unwrap();
        for (key, value) in given {
            options.set(key, value).unwrap();
        }
        let document = format.encode(&clips, &options, &(name, ()), &mut Report::new()).unwrap();
        let companions: Vec<_> = document.companions().into_iter().map(|(name, _)| name).collect();
        let read = Gltf::parse_beside(
            &document.to_bytes(),
            &ReadOptions::default(),
            &companions.iter().map(|name| (name.clone(), vec![0; 40])).collect::<Vec<_>>(),
            &mut (),
        );
        let read = read.unwrap();
        (read.container(), companions, !read.root().meshes.is_empty())
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(made("walk.gltf", &[]), (Container::Embedded, none.clone(), true));
    assert_eq!(made("walk.glb", &[]), (Container::Glb, none.clone(), true));
    assert_eq!(made("walk.gltf", &[("mesh", "none")]), (Container::Embedded, none, false));
    let separate = ("container", "separate");
    assert_eq!(made("my walk.gltf", &[separate]), (Container::Separate, vec!["my walk.bin".into()], true));
    assert_eq!(made("walk.gltf", &[separate, ("buffer", "b.bin")]).1, ["b.bin"]);
    assert_eq!(
        EncodeOptions::default().mesh,
        gltf::Markers::None,
        "a library call without a file name makes no meshes"
    );
}
