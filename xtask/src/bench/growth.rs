//! Whether time is linear: benchmarks `growth/WORK/SIZE` at sizes that double.

use std::collections::BTreeMap;

use super::estimates::Estimate;
use super::page::Table;

pub(super) const TABLE: Table =
    Table { name: "growth", head: &["work", "time at n", "at 2n", "at 4n", "at 8n"] };

pub(super) fn head() -> Vec<String> {
    TABLE.head.iter().map(|&cell| cell.to_owned()).collect()
}

/// For each work, the time at the smallest size, and the ratios for larger sizes.
pub(super) fn rows(estimates: &[Estimate]) -> Vec<Vec<String>> {
    let mut works: BTreeMap<&str, Vec<(u64, f64)>> = BTreeMap::new();
    for estimate in estimates {
        let found = estimate.id.strip_prefix("growth/").and_then(|id| id.rsplit_once('/'));
        if let Some((work, size)) = found.and_then(|(work, size)| Some((work, size.parse().ok()?))) {
            works.entry(work).or_default().push((size, estimate.nanoseconds));
        }
    }
    let row = |(work, mut times): (&str, Vec<(u64, f64)>)| {
        times.sort_unstable_by_key(|(size, _)| *size);
        let (_, least) = *times.first()?;
        let times = times.iter().skip(1).map(|(_, time)| format!("{:.1}×", time / least));
        Some([work.to_owned(), duration(least)].into_iter().chain(times).collect())
    };
    works.into_iter().filter_map(row).collect()
}

fn duration(nanoseconds: f64) -> String {
    if nanoseconds < 1e6 {
        format!("{:.1} µs", nanoseconds / 1e3)
    } else {
        format!("{:.2} ms", nanoseconds / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_relative_to_the_least_size() {
        let estimate = |id: &str, nanoseconds: f64| Estimate { id: id.to_owned(), nanoseconds, amount: None };
        let estimates = [
            estimate("growth/tod to glb/1600", 3.2e7),
            estimate("growth/tod to glb/200", 4e6),
            estimate("growth/tod to glb/800", 1.6e7),
            estimate("growth/tod to glb/400", 8.4e6),
            estimate("stt/read", 1.0),
            estimate("growth/bvh/100", 2.5e4),
        ];
        assert_eq!(
            rows(&estimates),
            [
                vec!["bvh".to_owned(), "25.0 µs".to_owned()],
                ["tod to glb", "4.00 ms", "2.1×", "4.0×", "8.0×"].map(str::to_owned).to_vec(),
            ]
        );
    }
}
