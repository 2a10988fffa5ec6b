//! `anim dump`: a file's document as JSON, or its states as a graph.

use std::io::Write;
use std::path::PathBuf;

use anim_core::{Clip, ClipFile, Graph};
use anim_formats::Registry;
use clap::ValueEnum;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::ReadArgs;
use crate::output::{Missing, Output, expect_place};

/// Print a file's document as JSON, from which `anim build` makes the same file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
With --graph the output is a diagram instead, as text: the states, animations and sensors of the document, and the transitions and \
links between them.

Examples:
  anim dump walk.tod -o walk.json
  anim dump walk.tod --clips -o clips.json")]
pub(crate) struct Args {
    /// The file; `-` is standard input
    file: PathBuf,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Print the clips instead, from which `anim build` makes a file of any format
    #[arg(long, conflicts_with = "graph")]
    clips: bool,
    /// Print a diagram of the states and the transitions between them, in the language of Graphviz or Mermaid
    #[arg(long, value_name = "LANGUAGE")]
    graph: Option<Language>,
    /// Replace an existing file
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
    expect_place(&args.output, args.force, Missing::Refused)?;
    let input = args.read.load(&args.file, false)?;
    let document = input.document(console)?;
    let text = if args.clips {
        clips_as_json(input.lower(&*document, console)?.0, &input.label)?
    } else if let Some(language) = args.graph {
        let graph = document.graph().ok_or_else(|| {
            let format = input.entry.info().id;
            let what = format!("documents of {format} have no states or sensors to draw");
            Failure::usage(what).in_file(&input.label)
        })?;
        language.say(&graph)
    } else {
        let dump = Registry::builtin().dump(&*document);
        dump.map_err(|error| Failure::unreadable(error.to_string()).in_file(&input.label))?
    };
    let mut output = Output::create(&args.output, args.force)?;
    output.write_all(text.as_bytes()).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Exit::Done)
}

/// Clips as JSON on one line, as `clips.schema.json` describes it.
fn clips_as_json(clips: Vec<Clip>, label: &str) -> Result<String, Failure> {
    let text = serde_json::to_string(&ClipFile::new(clips));
    let text = text.map_err(|error| Failure::unreadable(error.to_string()).in_file(label))?;
    Ok(text + "\n")
}
