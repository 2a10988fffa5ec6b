//! `anim dump`: a file's own document as JSON, or what leads to what in it as a drawing.

use std::io::Write;
use std::path::PathBuf;

use anim_core::Graph;
use clap::ValueEnum;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::output::Output;

/// Print a file's own document as JSON, from which `anim build` makes the same file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With --graph it is the text of a drawing instead: of documents whose parts lead to each other, such as states.

Examples:
  anim dump walk.tod
  anim dump walk.tod -o walk.json")]
pub(crate) struct Args {
    /// The file; `-` is standard input
    file: PathBuf,
    /// Where the JSON goes
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Draw what leads to what instead, in the language of Graphviz or of Mermaid
    #[arg(long, value_name = "LANGUAGE")]
    graph: Option<Language>,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// For Graphviz
    Dot,
    /// For Mermaid, as in Markdown
    Mermaid,
}

impl Language {
    fn say(self, graph: &Graph) -> String {
        match self {
            Self::Dot => graph.to_dot(),
            Self::Mermaid => graph.to_mermaid(),
        }
    }
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let input = args.read.load(&args.file, false)?;
    let document = input.document(console)?;
    let text = if let Some(language) = args.graph {
        let graph = document.graph().ok_or_else(|| {
            let format = input.entry.row.info.id;
            Failure::usage(format!("{}: nothing leads to anything in documents of {format}", input.label))
        })?;
        language.say(&graph)
    } else {
        let dump = (input.entry.dump)(&*document);
        dump.map_err(|error| Failure::unreadable(format!("{}: {error}", input.label)))?
    };
    let mut output = Output::create(&args.output, args.force)?;
    output.write_all(text.as_bytes()).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Exit::Done)
}
