//! State table to text.

use super::StateTable;
use crate::text::encode;

impl StateTable {
    /// The text: one state per line, with commas between the fields and the shortest numbers that read back exactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_into(&mut out);
        out
    }

    /// Appends the text to a buffer.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        for line in self.lines() {
            out.extend_from_slice(&encode(&line.to_text()));
            out.extend_from_slice(self.line_end.as_str().as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Confidence, Diagnostic, Format as _};

    use crate::{ErrorKind, File, LineEnd, Mm2Ped, State, StateTable};

    const TABLE: &str = "# anim name,mma name\r\nSTAND,pedanim_idle,1,30,0,0,0,0,STAND\r\n\r\nSTRIDE,pedanim_stride,\
                         1,16,0.25,-1.5,0,0,STAND,more,fields # and a comment\r\n# the end\r\nHOP,pedanim_hop,9,1,0,0,0,0\r\n";

    #[test]
    fn the_usual_form_comes_back_byte_for_byte() {
        let table = StateTable::parse(TABLE.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(table.to_bytes()).unwrap(), TABLE);
        let lf = TABLE.replace('\r', "");
        let with_lf = StateTable::parse(lf.as_bytes()).unwrap();
        assert_eq!(with_lf, table.with_line_end(LineEnd::Lf));
        assert_eq!(String::from_utf8(with_lf.to_bytes()).unwrap(), lf);
    }

    #[test]
    fn a_line_is_what_the_game_reads() {
        let walk = State {
            name: "WALK".into(),
            clip: "walk".into(),
            first: 1,
            last: 20,
            y_distance: 1.5,
            next: Some("RUN".into()),
            ..State::default()
        };
        let without = State { next: None, ..walk.clone() };
        for (line, state, codes) in [
            ("WALK,walk,1,20,0,1.5,0,0,RUN", Some(&walk), &[][..]),
            (" WALK , walk,\t1,20,0,1.50,0,0,RUN # fast", Some(&walk), &[]),
            ("WALK,walk,1,20,0,1.5,0,0", Some(&without), &[]),
            ("WALK,walk,1,20,0,1.5,0,0,#RUN", Some(&without), &[]),
            ("WALK,walk,1,20,0,1.5,0,0,RUN,, ,", Some(&walk), &[]),
            ("WALK,walk,1,20,0,1.5,,0,0,", Some(&without), &["mm2-ped::empty-field"]),
            ("WALK,,walk,1,20,0,1.5,0,0,RUN", Some(&walk), &["mm2-ped::empty-field"]),
            ("WALK,walk,1.9,20,0,1.5m,0,0,RUN", Some(&walk), &["mm2-ped::number"]),
            ("WALK,walk,1,20,0,1.5,,,RUN", None, &[]),
            ("WALK,walk,1,20,0,1.5,0", None, &[]),
            ("WALK,walk,one,20,0,1.5,0,0,RUN", None, &[]),
            ("WALK,walk,1,2147483648,0,1.5,0,0,RUN", None, &[]),
            ("#WALK,walk,1,20,0,1.5,0,0,RUN", None, &[]),
        ] {
            let mut found = Vec::new();
            let text = format!("# anim name,\n{line}\n");
            let table = StateTable::parse_with(text.as_bytes(), &mut |finding: Diagnostic| {
                found.push(finding.code.id);
            })
            .unwrap();
            assert_eq!((table.states().first(), &found[..]), (state, codes), "{line}");
            assert_eq!(table.texts().len(), if state.is_some() { 1 } else { 2 }, "{line}");
        }
    }

    #[test]
    fn fields_between_semicolons_make_no_state_and_are_named() {
        const GOOD: &str = "WALK;walk;1;20;0,5;1.5;0;0;RUN";
        for (line, is_named) in [
            (GOOD, true),
            ("WALK;walk;1;20;0;1.5;0;0", true),
            ("; a comment", false),
            ("WALK;walk;1;20", false),
            ("WALK,walk;1;20,0,0,0,0,0,RUN", false),
        ] {
            let table = StateTable::parse(format!("# anim name,\n{line}\n").as_bytes()).unwrap();
            assert_eq!((table.states().len(), table.texts()[1].1.as_str()), (0, line));
            let document = Mm2Ped::from(File::States(table));
            let named =
                document.check().iter().any(|found| found.message.contains("separated by semicolons"));
            assert_eq!(named, is_named, "{line}");
            let sure = Mm2Ped::sniff(line.as_bytes());
            assert_eq!(sure, if is_named { Confidence::Likely } else { Confidence::No }, "{line}");
        }
        // A semicolon in a name is a character of the name.
        let table = StateTable::parse(b"GO;ON,a;b,1,20,0,1.5,0,0,RUN;IT\n").unwrap();
        let [state] = table.states() else { panic!("{table:?}") };
        assert_eq!((&*state.name, &*state.clip, state.next.as_deref()), ("GO;ON", "a;b", Some("RUN;IT")));
        let error = StateTable::parse(GOOD.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("the game does not read semicolons"), "{error}");
    }

    #[test]
    fn a_table_has_the_header_or_begins_with_a_state() {
        for (text, line) in [
            ("", 0),
            ("# only a comment\n\n", 2),
            ("\nWALK,walk,1\n", 1),
            ("a 104-byte list", 0),
            (",NumBones 1,a,1,2,0,0,0,0", 0),
        ] {
            let error = StateTable::parse(text.as_bytes()).unwrap_err();
            assert_eq!(
                (error.kind, error.at.path),
                (ErrorKind::NoState, format!("line {}", line + 1)),
                "{text:?}"
            );
        }
        assert_eq!(StateTable::parse(b"# anim name,x").unwrap().states(), []);
    }

    #[test]
    fn states_that_do_not_read_back_make_no_table() {
        let good = State { name: "WALK".into(), clip: "walk".into(), ..State::default() };
        let names =
            ["", "A,B", "A#", " A", "A\n", "\0"].map(|name| State { name: name.into(), ..good.clone() });
        let number = State { y_offset: f32::NAN, ..good.clone() };
        for bad in names.into_iter().chain([number]) {
            assert!(StateTable::new(vec![good.clone(), bad.clone()]).is_err(), "{bad:?}");
        }
        let table = StateTable::new(vec![good]).unwrap();
        assert_eq!(StateTable::parse(&table.to_bytes()).unwrap(), table);
    }
}
