//! A `.glb` is written back byte for byte, also after its document was data, however a program spells it.

use std::borrow::Cow;

use anim_gltf::Gltf;
use anim_gltf::anim_core::Format;

/// A .glb of these chunks, put together as section 4 of the specification describes it.
fn glb(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let length: usize = chunks.iter().map(|(_, data)| 8 + data.len()).sum();
    let mut bytes = [&b"glTF\x02\0\0\0"[..], &u32::try_from(12 + length).unwrap().to_le_bytes()].concat();
    for (kind, data) in chunks {
        bytes.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        bytes.extend(*kind);
        bytes.extend(*data);
    }
    bytes
}

/// A text with blanks to a multiple of four bytes.
fn padded(text: &[u8]) -> Vec<u8> {
    [text, &b"    "[..(4 - text.len() % 4) % 4]].concat()
}

/// Files that this crate would spell differently, of valid content all the same.
fn files() -> Vec<Vec<u8>> {
    let json = &padded(br#"{"buffers":[{"byteLength":5}],"asset":{"version":"2.0"}}"#);
    let spelled = [
        &b"{ \"asset\" : {\"version\":\"2\\u002e0\"},\r\n\t\"nodes\":[{\"scale\":[1,1e0,1.00]}] }   "[..],
        b"\n{\"asset\":{\"version\":\"2.0\"},\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":1}]}\t\n",
        b"{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"data:text/plain,%41\",\"byteLength\":1}]}",
    ];
    let spelled = spelled.map(padded);
    let mut files: Vec<_> = spelled.iter().map(|text| glb(&[(b"JSON", text)])).collect();
    let bin: (&[u8; 4], &[u8]) = (b"BIN\0", &[1, 2, 3, 4, 5, 0, 0, 0]);
    files.extend([
        glb(&[(b"JSON", json), bin]),
        // Padding that is not zero, and more of it than necessary.
        glb(&[(b"JSON", json), (b"BIN\0", &[1, 2, 3, 4, 5, 0, 9, 0])]),
        glb(&[(b"JSON", json), (b"BIN\0", &[1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0])]),
        // Chunks of other types on both sides of the buffer, buffers that are empty, and buffers that nothing uses.
        glb(&[(b"JSON", json), (b"XTRA", b"abcd"), (b"MORE", b""), bin, (b"LAST", b"wxyz")]),
        glb(&[(b"JSON", json), bin, bin]),
        glb(&[(b"JSON", json), (b"BIN\0", b"")]),
        glb(&[(b"JSON", &spelled[0]), (b"XTRA", b"abcd"), bin]),
    ]);
    files
}

#[test]
fn a_glb_is_written_back_byte_for_byte() {
    for bytes in files() {
        let document = Gltf::parse(&bytes).unwrap();
        assert!(document.is_exact());
        assert_eq!(document.to_bytes().escape_ascii().to_string(), bytes.escape_ascii().to_string());
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_glb_is_written_without_a_copy() {
    let read = files().into_iter().map(|bytes| Gltf::parse(&bytes).unwrap());
    let moving = Gltf::parse(&super::samples()[0]).unwrap().clips();
    for document in read.chain([Gltf::from_clips(&moving).unwrap()]) {
        assert!(matches!(document.to_bytes(), Cow::Borrowed(bytes) if bytes.starts_with(b"glTF")));
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_glb_that_was_data_is_written_back_byte_for_byte() {
    for bytes in files() {
        let data = serde_json::to_string(&Gltf::parse(&bytes).unwrap()).unwrap();
        let again: Gltf = serde_json::from_str(&data).unwrap();
        assert_eq!(again.to_bytes().escape_ascii().to_string(), bytes.escape_ascii().to_string(), "{data}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn edited_data_are_written_without_their_former_spelling() {
    let text = padded(br#"{"nodes":[{"scale":[1,1,1],"name":"a"}],"asset":{"version":"2.0"}}"#);
    let data = serde_json::to_string(&Gltf::parse(&glb(&[(b"JSON", &text)])).unwrap()).unwrap();
    let edited: Gltf = serde_json::from_str(&data.replacen("\"name\":\"a\"", "\"name\":\"b\"", 1)).unwrap();
    assert_eq!(edited.root().nodes[0].name.as_deref(), Some("b"));
    let written = padded(br#"{"asset":{"version":"2.0"},"nodes":[{"name":"b","scale":[1.0,1.0,1.0]}]}"#);
    assert_eq!(edited.to_bytes(), glb(&[(b"JSON", &written)]));
    // A malformed spelling is not used either.
    let spelled: Gltf = serde_json::from_str(&data.replacen("spelling\":\"{", "spelling\":\"[", 1)).unwrap();
    let written = padded(br#"{"asset":{"version":"2.0"},"nodes":[{"name":"a","scale":[1.0,1.0,1.0]}]}"#);
    assert_eq!(spelled.to_bytes(), glb(&[(b"JSON", &written)]));
}

#[cfg(feature = "serde")]
#[test]
fn data_of_a_canonical_glb_have_no_spelling() {
    let made = Gltf::from_clips(&[]).unwrap();
    let read = Gltf::parse(&made.to_bytes()).unwrap();
    let data = serde_json::to_string(&read).unwrap();
    assert!(!data.contains("spelling"), "{data}");
    assert_eq!(data, serde_json::to_string(&made).unwrap());
}
