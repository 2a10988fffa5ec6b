//! The measurements of criterion, from the files in which it keeps them.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;

use crate::failure::Result;

/// The duration of one benchmark.
#[derive(Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Its name: group, function and parameter, separated by `/`.
    pub(super) id: String,
    /// The median duration of an iteration.
    pub(super) nanoseconds: f64,
    /// The amount of work in an iteration, as the benchmark counts it: bytes or elements.
    pub(super) amount: Option<f64>,
}

impl Estimate {
    /// The amount of work in a second.
    pub(super) fn per_second(&self) -> Option<f64> {
        self.amount.map(|amount| 1e9 * amount / self.nanoseconds)
    }
}

/// All measurements since a time, among those kept below a folder.
pub(crate) fn since(start: SystemTime, folder: &Path) -> Result<Vec<Estimate>> {
    let mut found = Vec::new();
    let file = folder.join("estimates.json");
    if folder.ends_with("new")
        && fs::metadata(&file).is_ok_and(|data| data.modified().is_ok_and(|at| at >= start))
    {
        let [benchmark, estimates] =
            [folder.join("benchmark.json"), file].map(|path| fs::read_to_string(path).unwrap_or_default());
        found.extend(estimate(&benchmark, &estimates));
        return Ok(found);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(since(start, &path)?);
        }
    }
    Ok(found)
}

/// The content of the two files of a benchmark.
fn estimate(benchmark: &str, estimates: &str) -> Option<Estimate> {
    let [benchmark, estimates] = [benchmark, estimates].map(|text| serde_json::from_str::<Value>(text).ok());
    let (benchmark, estimates) = (benchmark?, estimates?);
    let amount =
        benchmark.get("throughput").and_then(Value::as_object).and_then(|object| object.values().next());
    Some(Estimate {
        id: benchmark.get("full_id")?.as_str()?.to_owned(),
        nanoseconds: estimates.get("median")?.get("point_estimate")?.as_f64()?,
        amount: amount.and_then(Value::as_f64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: &str =
        r#"{"mean": {"point_estimate": 9.0}, "median": {"point_estimate": 4.0, "standard_error": 0.1}}"#;

    #[test]
    fn the_median_and_what_an_iteration_does_are_read() {
        let benchmark = r#"{"group_id": "bvh", "function_id": "read", "value_str": null, "throughput": {"Elements": 8}, "full_id": "bvh/read"}"#;
        let found = estimate(benchmark, TIMES).unwrap_or_else(|| panic!("an estimate"));
        assert_eq!((&*found.id, found.nanoseconds, found.amount), ("bvh/read", 4.0, Some(8.0)));
        assert_eq!(found.per_second(), Some(2e9));
        let uncounted = estimate(r#"{"throughput": null, "full_id": "a/b"}"#, TIMES);
        assert_eq!(uncounted.and_then(|found| found.per_second()), None);
    }

    #[test]
    fn other_files_are_no_estimates() {
        for (benchmark, estimates) in
            [("", TIMES), ("{}", TIMES), (r#"{"full_id": "a"}"#, "{}"), (r#"{"full_id": "a"}"#, "no")]
        {
            assert_eq!(estimate(benchmark, estimates), None);
        }
    }

    /// Of two benchmarks in a separate folder, one was measured earlier.
    #[test]
    fn what_was_measured_before_does_not_count() {
        let folder = std::env::temp_dir().join(format!("anim-estimates-{}", std::process::id()));
        let write = |name: &str| {
            let new = folder.join(name).join("new");
            let benchmark = format!(r#"{{"full_id": "{name}"}}"#);
            fs::create_dir_all(&new)
                .and_then(|()| fs::write(new.join("benchmark.json"), benchmark))
                .and_then(|()| fs::write(new.join("estimates.json"), TIMES))
        };
        let old = SystemTime::UNIX_EPOCH;
        let ids = |start| {
            since(start, &folder).map(|found| found.into_iter().map(|each| each.id).collect::<Vec<_>>())
        };
        assert!(write("first").is_ok());
        let file = fs::File::options().write(true).open(folder.join("first/new/estimates.json"));
        assert!(file.and_then(|file| file.set_modified(old)).is_ok());
        assert!(write("second").is_ok());
        let after = old + std::time::Duration::from_secs(1);
        let found = [ids(old), ids(after)].map(Result::unwrap_or_default);
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(found.each_ref().map(Vec::len), [2, 1]);
        assert_eq!(found[1], ["second"]);
    }
}
