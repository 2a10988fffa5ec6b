//! Text outside brackets.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::decode::{self, Odd, Space};
use super::scanner::Scanner;
use crate::Error;

impl Scanner<'_> {
    /// The text up to the next `<` outside brackets, without references. Comments and instructions in brackets are left out and
    /// kept for later; character data in brackets is included.
    pub(super) fn plain(&mut self) -> Result<String, Error> {
        let mut plain = String::new();
        let (mut seen, mut open, mut is_quoted) = (0, 0_usize, false);
        loop {
            let (start, to) = (self.at, self.find(b'<', b'<'));
            plain.push_str(&self.text(start, to, Space::Fold)?);
            self.at = to;
            self.end_of_data(start)?;
            for byte in plain.bytes().skip(seen) {
                match byte {
                    b'"' => is_quoted = !is_quoted,
                    b'[' if !is_quoted => open = open.saturating_add(1),
                    b']' if !is_quoted => open = open.saturating_sub(1),
                    _ => {}
                }
            }
            let (from, rest) = (self.at, self.rest());
            let aside = if is_quoted || open > 0 { self.asides.at(rest) } else { None };
            let Some(aside) = aside else { return Ok(plain) };
            self.advance(aside.len);
            self.joined = self.at;
            seen = plain.len();
            if let Some(text) = aside.text {
                let mut odd = Odd::default();
                plain.push_str(&decode::characters(text, &mut odd));
                self.repairs.report_odd(odd, self.span_since(from))?;
            } else {
                plain.push(' ');
                self.set_aside.push(from);
            }
        }
    }
}
