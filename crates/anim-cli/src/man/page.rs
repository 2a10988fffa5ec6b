//! A page of the manual.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

const EXAMPLES: &str = "EXAMPLES";

/// The headings in the help, and the sections that manuals have for them.
const SECTIONS: [(&str, &str); 3] =
    [("Exit codes:", "EXIT STATUS"), ("Environment:", "ENVIRONMENT"), ("Examples:", EXAMPLES)];

/// The page of a command that is built, in the language of `man`.
pub(super) fn page(mut command: Command, name: &str) -> io::Result<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines: Vec<&str> = help.lines().filter(|line| !line.is_empty()).collect();
    let notes = lines.iter().take_while(|line| section(line).is_none()).count();
    let (notes, sections) = lines.split_at(notes);
    let about = command.get_about().map(|about| format!("{about}."));
    let description: Vec<_> = about.iter().map(String::as_str).chain(notes.iter().copied()).collect();
    let usage = command.render_usage().to_string().replacen("Usage: ", "", 1);
    let command = command.display_name(name.to_owned()).override_usage(usage);
    let command = command.long_about(description.join("\n\n")).after_help(None::<&str>);
    // The last line of a page has the version.
    let command = command.version(None::<&str>).long_version(None::<&str>);
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    let text = String::from_utf8_lossy(&text).replace(".br\n\n.br\n", ".sp\n") + &rest(sections, name);
    let lines =
        text.lines().map(|line| if line.starts_with(".TH ") { title(name) } else { with_bold_code(line) });
    Ok(lines.map(|line| line + "\n").collect())
}

/// The section that begins with this line of the help.
fn section(line: &str) -> Option<&'static str> {
    SECTIONS.into_iter().find(|(heading, _)| *heading == line).map(|(_, section)| section)
}

/// The sections after the options.
fn rest(lines: &[&str], name: &str) -> String {
    let mut roff = Roff::new();
    for line in lines {
        match (section(line), line.strip_prefix("  ")) {
            (Some(EXAMPLES), _) => roff.control("SH", [EXAMPLES]).control("nf", []),
            (Some(section), _) => roff.control("SH", [section]),
            (None, Some(entry)) => match entry.split_once("  ") {
                Some((term, text)) => {
                    roff.control("TP", []).text([bold(term)]).text([roman(text.trim_start())])
                }
                None => roff.text([bold(entry)]),
            },
            (None, None) => roff.control("PP", []).text([roman(*line)]),
        };
    }
    roff.control("fi", []);
    if name != "anim" {
        roff.control("SH", ["SEE ALSO"]).text([bold("anim"), roman("(1)")]);
    }
    roff.to_roff().replace('\'', "\\(aq")
}

/// The line with the name of the page, without a date, and the version.
fn title(name: &str) -> String {
    format!(".TH {} 1 \"\" \"anim {}\" \"User Commands\"", name.to_uppercase(), env!("CARGO_PKG_VERSION"))
}

/// A line with its words in backticks in bold.
fn with_bold_code(line: &str) -> String {
    let mut is_code = false;
    let bold = |part: &str| {
        let part = if is_code { format!("\\fB{part}\\fR") } else { part.to_owned() };
        is_code = !is_code;
        part
    };
    line.split('`').map(bold).collect()
}
