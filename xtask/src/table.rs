//! Text in columns.

/// Rows of cells as lines, each column as wide as its widest cell, two spaces between.
pub(crate) fn columns(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<_> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_as_wide_as_its_widest_cell() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        assert_eq!(columns([row(&["a", "b"]), row(&["ccc", "d"])]), "a    b\nccc  d\n");
        assert_eq!(columns([]), "");
    }
}
