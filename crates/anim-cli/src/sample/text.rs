//! Tables as text: CSV and JSON Lines.

use std::io::{self, Write};

use super::rows::{Cell, Table};
use crate::csv;
use crate::text::{write_json_number, write_number};

/// A table as text, one row per line.
#[derive(Debug)]
pub(super) struct Lines<W> {
    out: W,
    kind: Kind,
    /// The text before the value, prepared for each cell.
    middles: Vec<Vec<u8>>,
    /// The text after the value.
    ends: Vec<Vec<u8>>,
    /// The text before the time.
    start: Vec<u8>,
    /// The time, with the text before it.
    time: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object per line.
    Json,
}

impl<W: Write> Lines<W> {
    /// An empty table; `has_paths` adds the file of each row.
    pub(super) fn new(mut out: W, kind: Kind, has_paths: bool) -> io::Result<Self> {
        let mut start = Vec::new();
        match kind {
            Kind::Csv => {
                out.write_all(if has_paths { b"path,time," } else { b"time," })?;
                out.write_all(b"clip,node,channel,component,value\n")?;
            }
            Kind::Json => start.extend(b"{\"time\":"),
        }
        Ok(Self { out, kind, middles: Vec::new(), ends: Vec::new(), start, time: Vec::new() })
    }
}

impl<W: Write> Table for Lines<W> {
    fn file(&mut self, path: &str) -> io::Result<()> {
        self.start = match self.kind {
            Kind::Csv => format!("{},", csv::field(path)),
            Kind::Json => format!("{{\"path\":{},\"time\":", serde_json::Value::from(path)),
        }
        .into_bytes();
        Ok(())
    }

    fn begin(&mut self, cells: Vec<Cell<'_>>) -> io::Result<()> {
        self.middles = cells.iter().map(|cell| middle(cell, self.kind).into_bytes()).collect();
        self.ends = cells.iter().map(|cell| end(cell, self.kind)).collect::<io::Result<_>>()?;
        Ok(())
    }

    fn time(&mut self, time: f64) -> io::Result<()> {
        self.time.clone_from(&self.start);
        match self.kind {
            Kind::Csv => write_number(&mut self.time, time),
            Kind::Json => write_json_number(&mut self.time, time),
        }
    }

    fn value(&mut self, cell: usize, value: f64) -> io::Result<()> {
        self.out.write_all(&self.time)?;
        self.out.write_all(&self.middles[cell])?;
        match self.kind {
            Kind::Csv => write_number(&mut self.out, value)?,
            Kind::Json => write_json_number(&mut self.out, value)?,
        }
        self.out.write_all(&self.ends[cell])
    }

    fn finish(self) -> io::Result<()> {
        Ok(())
    }
}

/// The text between a time and a value.
fn middle(cell: &Cell<'_>, kind: Kind) -> String {
    let Cell { names, component, .. } = cell;
    match kind {
        Kind::Csv => {
            let [clip, node, property] = names.each_ref().map(|name| csv::field(name));
            format!(",{clip},{node},{property},{component},")
        }
        Kind::Json => {
            let [clip, node, property] =
                names.each_ref().map(|name| serde_json::Value::from(&**name).to_string());
            format!(
                ",\"clip\":{clip},\"node\":{node},\"channel\":{property},\"component\":{component},\"value\":"
            )
        }
    }
}

/// The text after a value: in JSON, the error of an approximate channel.
fn end(cell: &Cell<'_>, kind: Kind) -> io::Result<Vec<u8>> {
    let mut end = Vec::new();
    if kind == Kind::Json {
        if let Some(error) = cell.error {
            end.extend(b",\"error\":");
            write_json_number(&mut end, error.size)?;
            write!(end, ",\"unit\":\"{}\"", error.unit.name())?;
        }
        end.push(b'}');
    }
    end.push(b'\n');
    Ok(end)
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Times};

    use super::super::rows;
    use super::*;
    use crate::sampling::Sampled;
    use crate::values::Shown;
    use anim_formats::Moments;

    fn channel(node: usize, property: Property, component: usize, values: &[f64]) -> Channel {
        Channel::part(node, property, component, Curve::constant(values).unwrap()).unwrap()
    }

    fn table(kind: Kind, clip: &Clip, times: &[f64]) -> String {
        table_of(None, kind, clip, times)
    }

    fn table_of(path: Option<&str>, kind: Kind, clip: &Clip, times: &[f64]) -> String {
        let mut out = Vec::new();
        let mut lines = Lines::new(&mut out, kind, path.is_some()).unwrap();
        let moments = Moments::Listed(times.to_vec());
        rows::write(&mut lines, Sampled { path, clips: vec![(Shown::exact(clip), &moments)] }).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn rows_run_by_time_node_channel_and_component() {
        let clip = Clip::new("c").with_nodes(vec![Node::new("a"), Node::new("b")]).with_channels(vec![
            channel(1, Property::Visible, 0, &[1.0]),
            channel(0, Property::Scale, 2, &[0.3]),
            channel(0, Property::Visible, 0, &[0.0]),
            channel(0, Property::Scale, 0, &[0.1, 0.2]),
        ]);
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
        assert_eq!(table(Kind::Csv, &clip, &[0.5, 2.0]), expected);
    }

    fn odd() -> Clip {
        let curve =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![-0.0, f64::NAN], Ease::Step).unwrap();
        let channels = vec![Channel::new(0, Property::named("p\n", 1), curve).unwrap()];
        Clip::new("a,b").with_nodes(vec![Node::new("say \"x\"")]).with_channels(channels)
    }

    #[test]
    fn names_are_quoted_where_csv_needs_it() {
        let expected = "time,clip,node,channel,component,value\n0.0,\"a,b\",\"say \"\"x\"\"\",\"p\n\",0,-0.0\n1.0,\"a,b\",\"say \"\"x\"\"\",\"p\n\",0,NaN\n";
        assert_eq!(table(Kind::Csv, &odd(), &[0.0, 1.0]), expected);
    }

    #[test]
    fn rows_of_several_files_begin_with_the_path() {
        let clip = Clip::new("c").with_nodes(vec![Node::new("n")]).with_channels(vec![channel(
            0,
            Property::Visible,
            0,
            &[1.0],
        )]);
        let rows = |kind| table_of(Some("a,\"b\".tod"), kind, &clip, &[0.5]);
        let expected =
            "path,time,clip,node,channel,component,value\n\"a,\"\"b\"\".tod\",0.5,c,n,visible,0,1.0\n";
        assert_eq!(rows(Kind::Csv), expected);
        assert!(rows(Kind::Json).starts_with(r#"{"path":"a,\"b\".tod","time":0.5,"clip":"c","#));
    }

    #[test]
    fn json_lines_are_json() {
        let text = table(Kind::Json, &odd(), &[0.0, 1.0]);
        let rows: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let row = |time: f64, value: serde_json::Value| serde_json::json!({"time": time, "clip": "a,b", "node": "say \"x\"", "channel": "p\n", "component": 0, "value": value});
        assert_eq!(rows, [row(0.0, (-0.0).into()), row(1.0, "NaN".into())]);
        assert!(text.starts_with("{\"time\":0.0,\"clip\":"));
    }
}
