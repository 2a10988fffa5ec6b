//! Skeleton to text.

use super::Skeleton;
use crate::number::six_decimals;
use crate::text::encode;

impl Skeleton {
    /// The text: a line for each property, indented with tabs; numbers have six decimals, or as many as they need to read
    /// back exactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_into(&mut out);
        out
    }

    /// Appends the text to a buffer.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        let mut line = |depth: usize, text: &str| {
            out.resize(out.len() + depth, b'\t');
            out.extend_from_slice(&encode(text));
            out.extend_from_slice(self.line_end.as_str().as_bytes());
        };
        line(0, &format!("NumBones {}", self.bones.len()));
        let mut unknown = self.unknown.iter().peekable();
        let mut open: Vec<usize> = Vec::new();
        for (index, bone) in self.bones.iter().enumerate() {
            while let Some(&above) = open.last()
                && Some(above) != bone.parent
            {
                open.pop();
                line(open.len(), "}");
            }
            line(open.len(), &format!("bone {} {{", bone.name));
            open.push(index);
            let limits = [("rotmin", bone.rotmin), ("rotmax", bone.rotmax)];
            for (property, value) in [("offset", Some(bone.offset))].into_iter().chain(limits) {
                if let Some([x, y, z]) = value.map(|value| value.map(six_decimals)) {
                    line(open.len(), &format!("{property} {x} {y} {z}"));
                }
            }
            while let Some((_, text)) = unknown.next_if(|(bone, _)| *bone == index) {
                line(open.len(), text);
            }
        }
        for depth in (0..open.len()).rev() {
            line(depth, "}");
        }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Diagnostic;

    use crate::{ErrorKind, LineEnd, Skeleton};

    const FIGURE: &str = "NumBones 4\r\nbone hip {\r\n\toffset 0.000000 1.000000 -0.000000\r\n\trotmin -0.500000 0.000000 \
                          0.000000\r\n\trotmax 0.33333334 0.000000 0.000000\r\n\tweight 5 kg\r\n\tbone knee_l \
                          {\r\n\t\toffset 0.100000 -0.500000 0.000000\r\n\t\tbone foot_l {\r\n\t\t\toffset 0.000000 \
                          -0.500000 0.000000\r\n\t\t}\r\n\t}\r\n\tbone head {\r\n\t\toffset 0.000000 0.700000 \
                          0.000000\r\n\t}\r\n}\r\n";

    #[test]
    fn the_usual_form_comes_back_byte_for_byte() {
        let skeleton = Skeleton::parse(FIGURE.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(skeleton.to_bytes()).unwrap(), FIGURE);
        let lf = FIGURE.replace('\r', "");
        let with_lf = Skeleton::parse(lf.as_bytes()).unwrap();
        assert_eq!(with_lf, skeleton.with_line_end(LineEnd::Lf));
        assert_eq!(String::from_utf8(with_lf.to_bytes()).unwrap(), lf);
    }

    #[test]
    fn any_layout_reads_as_the_same_figure() {
        let skeleton = Skeleton::parse(FIGURE.as_bytes()).unwrap();
        let parents: Vec<_> = skeleton.bones().iter().map(|bone| bone.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
        assert_eq!((skeleton.find("head"), skeleton.find("Head")), (Some(3), None));
        assert_eq!(skeleton.unknown(), [(0, "weight 5 kg".to_owned())]);
        for dense in [
            FIGURE.replace('\t', "").replace(" {\r\n", "\r\n{ "),
            FIGURE.replace(" {", "{").replace("\r\n", " \r\n\r\n"),
            FIGURE.trim_end().replace("000 -0", "000\n-0"),
        ] {
            assert_eq!(Skeleton::parse(dense.as_bytes()).unwrap(), skeleton, "{dense}");
        }
    }

    #[test]
    fn a_name_that_is_not_utf_8_is_kept() {
        let text = b"NumBones 1\nbone h\xFCfte {\n\toffset 0.000000 0.000000 0.000000\n}\n";
        let skeleton = Skeleton::parse(text).unwrap();
        assert_eq!(skeleton.bones()[0].name, "h\u{F7FC}fte");
        assert_eq!(skeleton.to_bytes(), text);
    }

    #[test]
    fn ignored_characters_and_unknown_properties_are_reported() {
        let text = "NumBones 1x\nbone a {\n\toffset 1.5abc 0 0\n\tweight 5\n}\n";
        let mut found = Vec::new();
        let skeleton = Skeleton::parse_with(text.as_bytes(), &mut |finding: Diagnostic| {
            let span = finding.at.span.unwrap();
            found.push((finding.code.id, &text[span.start..span.end]));
        });
        assert_eq!(skeleton.unwrap().bones()[0].offset, [1.5, 0.0, 0.0]);
        assert_eq!(
            found,
            [("mm2-ped::number", "x"), ("mm2-ped::number", "abc"), ("mm2-ped::unknown-property", "weight")]
        );
    }

    #[test]
    fn errors_say_what_was_expected_and_where() {
        for (text, line, column, expected) in [
            ("", 1, 1, "`NumBones`"),
            ("numbones 1", 1, 1, "`NumBones`"),
            ("N\0u\0m\0", 1, 1, "`NumBones` in UTF-8, not in UTF-16"),
            ("N\0\0\0u\0\0\0", 1, 1, "`NumBones` in UTF-8, not in UTF-32"),
            ("NumBones\nbone", 2, 1, "the number of bones"),
            ("NumBones 1\n", 2, 1, "`bone`"),
            ("NumBones 1\nbon a {", 2, 1, "`bone`"),
            ("NumBones 1\nbone {", 2, 6, "the bone's name"),
            ("NumBones 1\nbone a\n\toffset", 3, 2, "`{`"),
            ("NumBones 1\nbone a {\n\toffset 1 2\n}", 4, 1, "a number"),
            ("NumBones 1\nbone a {\n\toffset 1 2 1e99\n}", 3, 13, "a number"),
            ("NumBones 1\nbone a {\n}", 3, 1, "`offset` first"),
            ("NumBones 1\nbone a {\n\toffset 1 2 3\n\toffset 1 2 3\n}", 4, 2, "each property once"),
            ("NumBones 1\nbone a {\n\toffset 1 2 3\n", 4, 1, "a property, `bone` or `}`"),
            ("NumBones 1\nbone a {\n\toffset 1 2 3\n\tx { }\n}", 4, 4, "a property, `bone` or `}`"),
            ("NumBones 1\nbone a {\n\toffset 1 2 3\n} }", 4, 3, "`bone`"),
        ] {
            let error = Skeleton::parse(text.as_bytes()).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Syntax { line, column, expected }, "{text}");
        }
    }

    #[test]
    fn the_number_of_bones_is_that_of_the_bones() {
        let text = FIGURE.replace("NumBones 4", "NumBones 99999999999999999999");
        let error = Skeleton::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Count { stated: u64::MAX, found: 4 });
        assert_eq!(error.at.to_string(), "bytes 9..29");
        assert!(error.to_string().starts_with("`NumBones` is 18446744073709551615 or more, "), "{error}");
    }
}
