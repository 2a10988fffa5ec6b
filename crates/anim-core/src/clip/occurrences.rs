//! Names that occur several times.

use std::collections::HashMap;

/// For each name, the number of those before it that are equal. Equal names are paired in order by these numbers.
pub fn occurrences(names: &[String]) -> Vec<usize> {
    let mut counts: HashMap<&String, usize> = HashMap::new();
    let numbers = names.iter().map(|name| {
        let count = counts.entry(name).or_default();
        *count += 1;
        *count - 1
    });
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_counted() {
        let names = ["smile", "x", "smile", "x", "smile", ""].map(str::to_owned);
        assert_eq!(occurrences(&names), [0, 0, 1, 1, 2, 0]);
        assert_eq!(occurrences(&[]), [0; 0]);
    }
}
