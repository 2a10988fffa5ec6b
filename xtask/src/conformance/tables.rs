//! Parquet as pyarrow and polars read it, compared with the same table as CSV.

use std::ffi::OsStr;

use super::bench::{Bench, files};
use crate::failure::Result;

const READERS: [&str; 2] = ["pyarrow", "polars"];

pub(super) fn run(bench: &Bench) -> Result {
    println!("Parquet as {} read it", READERS.join(" and "));
    for case in files("tod", "tod")? {
        let [csv, parquet] = ["csv", "parquet"].map(|extension| bench.table(&case, extension));
        let (csv, parquet) = (csv?, parquet?);
        let said = bench
            .python("tables.py", [csv.as_os_str(), parquet.as_os_str(), OsStr::new(&READERS.join(","))])?;
        println!("  {}: {}", case.label, said.trim_end());
    }
    Ok(())
}
