//! Tables as Parquet: columns, in groups of rows.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Encoding;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::rows::{Cell, Table};

/// The column with the file of a row, if there may be several files.
const PATH: &str = "required binary path (string);";

/// The columns of every table.
const COLUMNS: &str = "
    required double time;
    required binary clip (string);
    required binary node (string);
    required binary channel (string);
    required int32 component;
    required double value;
";

/// The number of rows in memory at a time.
const GROUP: usize = 1 << 18;

/// The number of names written at a time.
const BATCH: usize = 1 << 12;

/// A Parquet table, with one group of rows in memory.
pub(super) struct Columns<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    has_paths: bool,
    /// The files so far, each with the index of its first cell.
    files: Vec<(usize, ByteArray)>,
    /// The names of every cell so far; equal names share their bytes.
    names: Vec<[ByteArray; 3]>,
    components: Vec<i32>,
    /// The index of the first cell of the current clip.
    base: usize,
    time: f64,
    rows: Rows,
}

/// The rows of a group.
#[derive(Default)]
struct Rows {
    times: Vec<f64>,
    cells: Vec<usize>,
    values: Vec<f64>,
}

impl<W: Write + Send> Columns<W> {
    /// An empty table; `has_paths` adds the column with the file of each row.
    pub(super) fn new(out: W, has_paths: bool) -> io::Result<Self> {
        let path = if has_paths { PATH } else { "" };
        let schema = parse_message_type(&format!("message sample {{{path}{COLUMNS}}}")).map_err(failed)?;
        // Times and names repeat, so they get dictionaries; for values a dictionary is of little use.
        let properties = WriterProperties::builder()
            .set_column_dictionary_enabled("value".into(), false)
            .set_column_encoding("value".into(), Encoding::PLAIN)
            .build();
        let writer =
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Self {
            writer,
            has_paths,
            files: Vec::new(),
            names: Vec::new(),
            components: Vec::new(),
            base: 0,
            time: 0.0,
            rows: Rows::default(),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.rows.values.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group().map_err(failed)?;
        let Self { has_paths, files, names, components, rows: Rows { times, cells, values }, .. } = self;
        let file = |cell: &usize| {
            let after = files.partition_point(|(first, _)| first <= cell);
            files.get(after.wrapping_sub(1)).map(|(_, path)| path.clone()).unwrap_or_default()
        };
        if *has_paths {
            write_column(&mut group, |column| {
                cells.chunks(BATCH).try_for_each(|cells| {
                    let batch: Vec<_> = cells.iter().map(file).collect();
                    column.typed::<ByteArrayType>().write_batch(&batch, None, None).map(drop)
                })
            })?;
        }
        write_column(&mut group, |column| {
            column.typed::<DoubleType>().write_batch(times, None, None).map(drop)
        })?;
        for part in [0, 1, 2] {
            write_column(&mut group, |column| {
                cells.chunks(BATCH).try_for_each(|cells| {
                    let batch: Vec<_> = cells.iter().map(|&cell| names[cell][part].clone()).collect();
                    column.typed::<ByteArrayType>().write_batch(&batch, None, None).map(drop)
                })
            })?;
        }
        write_column(&mut group, |column| {
            cells.chunks(BATCH).try_for_each(|cells| {
                let batch: Vec<_> = cells.iter().map(|&cell| components[cell]).collect();
                column.typed::<Int32Type>().write_batch(&batch, None, None).map(drop)
            })
        })?;
        write_column(&mut group, |column| {
            column.typed::<DoubleType>().write_batch(values, None, None).map(drop)
        })?;
        group.close().map_err(failed)?;
        times.clear();
        cells.clear();
        values.clear();
        Ok(())
    }
}

impl<W: Write + Send> Table for Columns<W> {
    fn file(&mut self, path: &str) -> io::Result<()> {
        self.files.push((self.names.len(), ByteArray::from(path)));
        Ok(())
    }

    fn begin(&mut self, cells: Vec<Cell<'_>>) -> io::Result<()> {
        self.base = self.names.len();
        for Cell { names, component, .. } in cells {
            self.names.push(names.each_ref().map(|name| ByteArray::from(&**name)));
            self.components.push(i32::try_from(component).map_err(io::Error::other)?);
        }
        Ok(())
    }

    fn time(&mut self, time: f64) -> io::Result<()> {
        self.time = time;
        Ok(())
    }

    fn value(&mut self, cell: usize, value: f64) -> io::Result<()> {
        self.rows.times.push(self.time);
        self.rows.cells.push(self.base + cell);
        self.rows.values.push(value);
        if self.rows.values.len() < GROUP { Ok(()) } else { self.flush() }
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.writer.close().map(drop).map_err(failed)
    }
}

/// Writes the next column of a group.
fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    write: impl FnOnce(&mut parquet::file::writer::SerializedColumnWriter<'_>) -> Result<(), ParquetError>,
) -> io::Result<()> {
    let column = group.next_column().map_err(failed)?;
    let mut column = column.ok_or_else(|| io::Error::other("the schema has fewer columns than rows"))?;
    write(&mut column).and_then(|()| column.close()).map_err(failed)
}

/// The error of writing to the output, if it was one.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Times};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::super::rows;
    use super::*;
    use crate::sampling::Sampled;
    use crate::values::Shown;
    use anim_formats::Moments;

    type Read = (f64, [String; 3], i32, f64);

    /// The rows of a table as the library's reader returns them, and the number of groups.
    fn read_back(name: &str, clips: &[Clip], moments: &[Moments]) -> (Vec<Read>, usize) {
        let path = std::env::temp_dir().join(format!("anim-{name}-{}.parquet", std::process::id()));
        let mut columns = Columns::new(File::create(&path).unwrap(), false).unwrap();
        let clips = clips.iter().map(Shown::exact).zip(moments).collect();
        rows::write(&mut columns, Sampled { path: None, clips }).unwrap();
        columns.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let text = |row: &parquet::record::Row, column| row.get_string(column).unwrap().clone();
        let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap).map(|row| {
            let names = [1, 2, 3].map(|column| text(&row, column));
            (row.get_double(0).unwrap(), names, row.get_int(4).unwrap(), row.get_double(5).unwrap())
        });
        let result = (rows.collect(), reader.num_row_groups());
        fs::remove_file(path).unwrap();
        result
    }

    fn clip(name: &str, property: Property, curve: Curve) -> Clip {
        let channels = vec![Channel::new(0, property, curve).unwrap()];
        Clip::new(name).with_nodes(vec![Node::new("n\u{fc}")]).with_channels(channels)
    }

    #[test]
    fn what_is_read_is_what_was_sampled() {
        let curve = |values: &[f64]| {
            let width = values.len() / 2;
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), width, values.to_vec(), Ease::Step).unwrap()
        };
        let clips = [
            clip("a", Property::Translation, curve(&[1.0, 2.0, 3.0, -0.0, f64::NAN, f64::INFINITY])),
            clip("b", Property::Visible, curve(&[1.0, 0.0])),
        ];
        let moments = [Moments::Listed(vec![0.0, 1.0]), Moments::Listed(vec![0.5])];
        let (found, groups) = read_back("sampled", &clips, &moments);
        let row = |time, clip: &str, channel: &str, component, value: f64| {
            (time, [clip.to_owned(), "n\u{fc}".to_owned(), channel.to_owned()], component, value.to_bits())
        };
        let expected = [
            row(0.0, "a", "translation", 0, 1.0),
            row(0.0, "a", "translation", 1, 2.0),
            row(0.0, "a", "translation", 2, 3.0),
            row(1.0, "a", "translation", 0, -0.0),
            row(1.0, "a", "translation", 1, f64::NAN),
            row(1.0, "a", "translation", 2, f64::INFINITY),
            row(0.5, "b", "visible", 0, 1.0),
        ];
        let bits = |(time, names, component, value): Read| (time, names, component, value.to_bits());
        assert_eq!((found.into_iter().map(bits).collect::<Vec<_>>(), groups), (expected.to_vec(), 1));
        assert_eq!(read_back("empty", &[], &[]), (vec![], 0));
    }

    #[test]
    fn rows_of_several_files_begin_with_the_path() {
        let path = std::env::temp_dir().join(format!("anim-paths-{}.parquet", std::process::id()));
        let mut columns = Columns::new(File::create(&path).unwrap(), true).unwrap();
        let moments = Moments::Listed(vec![0.0, 1.0]);
        let clip = clip("c", Property::Visible, Curve::constant(&[1.0]).unwrap());
        for file in ["a.tod", "none.tod", "b.tod"] {
            let clips = (file != "none.tod").then(|| (Shown::exact(&clip), &moments));
            rows::write(&mut columns, Sampled { path: Some(file), clips: clips.into_iter().collect() })
                .unwrap();
        }
        columns.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        let rows: Vec<_> =
            rows.map(|row| (row.get_string(0).unwrap().clone(), row.get_double(1).unwrap())).collect();
        fs::remove_file(path).unwrap();
        let row = |path: &str, time| (path.to_owned(), time);
        assert_eq!(rows, [row("a.tod", 0.0), row("a.tod", 1.0), row("b.tod", 0.0), row("b.tod", 1.0)]);
    }

    #[test]
    fn many_rows_are_several_groups() {
        let curve = Curve::constant(&[0.5]).unwrap();
        let count = GROUP as u64 + 1;
        let moments = [Moments::Frames { rate: Rate::per_second(60), count }];
        let (found, groups) = read_back("groups", &[clip("a", Property::Visible, curve)], &moments);
        assert_eq!((found.len() as u64, groups), (count, 2));
        assert!(found.iter().enumerate().all(|(frame, row)| row.0 == frame as f64 / 60.0));
    }
}
