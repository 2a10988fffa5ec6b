//! `anim sample`: the values of every channel as a table.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anim_core::{Channel, Clip, Sampler};
use clap::ValueEnum;

use crate::clips::ClipArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{ReadArgs, extension};
use crate::output::Output;
use crate::suggest::did_you_mean;
use crate::text::{write_json_number, write_number};
use crate::times::{Moments, TimeArgs};

/// Print the values of every channel at times, as CSV or JSON Lines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The columns are time (seconds), clip, node, channel, component, value. Rows come clip by clip, then by time, node, channel \
and component. Times ascend. Numbers read back to the same bits; what is not finite is `inf`, `-inf` or `NaN`, in JSON a string.

Examples:
  anim sample walk.tod --fps 30
  anim sample walk.tod --times 0,0.5,12f --to jsonl -o walk.jsonl")]
pub(crate) struct Args {
    /// The file; `-` is standard input
    file: PathBuf,
    /// The kind of table; by the extension of the output if not given, else csv
    #[arg(long)]
    to: Option<Table>,
    /// Where the table goes
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    clip: ClipArgs,
    #[command(flatten)]
    times: TimeArgs,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Table {
    /// Comma-separated values with a header
    Csv,
    /// One JSON object a line
    Jsonl,
}

impl Table {
    /// The table that a file of this name holds.
    fn of(path: &Path) -> Result<Self, Failure> {
        match extension(path).map(str::to_ascii_lowercase).as_deref() {
            None | Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::Jsonl),
            Some(other) => {
                let hint = did_you_mean(other, ["csv", "jsonl"]);
                Err(Failure::usage(format!("there is no table `.{other}`: expected one of csv, jsonl{hint}")))
            }
        }
    }
}

pub(crate) fn run(args: &Args, console: &Console) -> Result<Exit, Failure> {
    let table = args.to.map_or_else(|| Table::of(&args.output), Ok)?;
    let input = args.read.load(&args.file, false)?;
    let clips = args.clip.select(input.clips(console)?)?;
    let moments = clips.iter().map(|clip| args.times.of(clip)).collect::<Result<Vec<_>, _>>()?;
    let mut output = Output::create(&args.output, args.force)?;
    write(&mut output, table, &clips, &moments).map_err(|error| output.failure(&error))?;
    output.commit()?;
    Ok(Exit::Done)
}

fn write(out: &mut impl Write, table: Table, clips: &[Clip], moments: &[Moments]) -> io::Result<()> {
    if table == Table::Csv {
        out.write_all(b"time,clip,node,channel,component,value\n")?;
    }
    for (clip, moments) in clips.iter().zip(moments) {
        let mut columns: Vec<_> =
            ordered(clip).into_iter().map(|channel| Column::new(table, clip, channel)).collect();
        let mut time_text = Vec::new();
        for time in moments.iter() {
            time_text.clear();
            match table {
                Table::Csv => write_number(&mut time_text, time)?,
                Table::Jsonl => write_json_number(&mut time_text, time)?,
            }
            for column in &mut columns {
                column.write(out, table, time, &time_text)?;
            }
        }
    }
    Ok(())
}

/// The channels by node, then property as the file first names it, then component.
fn ordered(clip: &Clip) -> Vec<&Channel> {
    let mut first = std::collections::HashMap::new();
    for (index, channel) in clip.channels.iter().enumerate() {
        first.entry((channel.node(), channel.property().name())).or_insert(index);
    }
    let mut channels: Vec<_> = clip.channels.iter().collect();
    channels.sort_by_key(|channel| {
        let place = first.get(&(channel.node(), channel.property().name())).copied();
        (channel.node(), place, channel.component())
    });
    channels
}

/// One channel being written: what its rows have in common is made text once.
struct Column<'a> {
    sampler: Sampler<'a>,
    values: Vec<f64>,
    /// What stands between the time and the value, for each component.
    middles: Vec<Vec<u8>>,
}

impl<'a> Column<'a> {
    fn new(table: Table, clip: &Clip, channel: &'a Channel) -> Self {
        let node = clip.nodes.get(channel.node()).map_or("", |node| node.name.as_str());
        let names = [clip.name.as_str(), node, channel.property().name()];
        let width = channel.curve().width();
        let middle = |component: usize| match table {
            Table::Csv => {
                let [clip, node, property] = names.map(quoted);
                format!(",{clip},{node},{property},{component},")
            }
            Table::Jsonl => {
                let [clip, node, property] = names.map(|name| serde_json::Value::from(name).to_string());
                format!(
                    ",\"clip\":{clip},\"node\":{node},\"channel\":{property},\"component\":{component},\"value\":"
                )
            }
        };
        let components = channel.component()..channel.component() + width;
        let middles = components.map(|component| middle(component).into_bytes()).collect();
        Self { sampler: Sampler::new(channel.curve()), values: vec![0.0; width], middles }
    }

    fn write(&mut self, out: &mut impl Write, table: Table, time: f64, time_text: &[u8]) -> io::Result<()> {
        self.sampler.sample(time, &mut self.values);
        for (middle, &value) in self.middles.iter().zip(&self.values) {
            if table == Table::Jsonl {
                out.write_all(b"{\"time\":")?;
            }
            out.write_all(time_text)?;
            out.write_all(middle)?;
            match table {
                Table::Csv => write_number(out, value)?,
                Table::Jsonl => write_json_number(out, value)?,
            }
            out.write_all(if table == Table::Jsonl { b"}\n" } else { b"\n" })?;
        }
        Ok(())
    }
}

/// A field as RFC 4180 wants it.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Curve, Ease, Node, Property, Times};

    use super::*;

    fn channel(node: usize, property: Property, component: usize, values: &[f64]) -> Channel {
        Channel::part(node, property, component, Curve::constant(values).unwrap()).unwrap()
    }

    fn table(table: Table, clip: Clip, times: &[f64]) -> String {
        let mut out = Vec::new();
        write(&mut out, table, &[clip], &[Moments::Listed(times.to_vec())]).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn rows_run_by_time_node_channel_and_component() {
        let clip = Clip {
            name: "c".into(),
            nodes: vec![Node::new("a"), Node::new("b")],
            channels: vec![
                channel(1, Property::Visible, 0, &[1.0]),
                channel(0, Property::Scale, 2, &[0.3]),
                channel(0, Property::Visible, 0, &[0.0]),
                channel(0, Property::Scale, 0, &[0.1, 0.2]),
            ],
            ..Clip::default()
        };
        let expected = "\
time,clip,node,channel,component,value
0.5,c,a,scale,0,0.1
0.5,c,a,scale,1,0.2
0.5,c,a,scale,2,0.3
0.5,c,a,visible,0,0.0
0.5,c,b,visible,0,1.0
2.0,c,a,scale,0,0.1
2.0,c,a,scale,1,0.2
2.0,c,a,scale,2,0.3
2.0,c,a,visible,0,0.0
2.0,c,b,visible,0,1.0
";
        assert_eq!(table(Table::Csv, clip, &[0.5, 2.0]), expected);
    }

    fn odd() -> Clip {
        let curve =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![-0.0, f64::NAN], Ease::Step).unwrap();
        let channels = vec![Channel::new(0, Property::named("p\n", 1), curve).unwrap()];
        Clip { name: "a,b".into(), nodes: vec![Node::new("say \"x\"")], channels, ..Clip::default() }
    }

    #[test]
    fn names_are_quoted_where_csv_needs_it() {
        let expected = "time,clip,node,channel,component,value\n0.0,\"a,b\",\"say \"\"x\"\"\",\"p\n\",0,-0.0\n1.0,\"a,b\",\"say \"\"x\"\"\",\"p\n\",0,NaN\n";
        assert_eq!(table(Table::Csv, odd(), &[0.0, 1.0]), expected);
    }

    #[test]
    fn json_lines_are_json() {
        let text = table(Table::Jsonl, odd(), &[0.0, 1.0]);
        let rows: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let row = |time: f64, value: serde_json::Value| serde_json::json!({"time": time, "clip": "a,b", "node": "say \"x\"", "channel": "p\n", "component": 0, "value": value});
        assert_eq!(rows, [row(0.0, (-0.0).into()), row(1.0, "NaN".into())]);
        assert!(text.starts_with("{\"time\":0.0,\"clip\":"));
    }

    #[test]
    fn the_output_names_its_table() {
        for (path, expected) in [
            ("-", Some(Table::Csv)),
            ("a.CSV", Some(Table::Csv)),
            ("a.jsonl", Some(Table::Jsonl)),
            ("a.xml", None),
        ] {
            assert_eq!(Table::of(Path::new(path)).ok(), expected, "{path}");
        }
    }
}
