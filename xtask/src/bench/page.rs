//! `docs/performance.md`: prose written by hand, and tables filled by the measurements.

use std::fmt::Write as _;

/// A table of the page: a comment with its name, then lines up to an empty one.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) head: &'static [&'static str],
}

impl Table {
    /// The cells of every row.
    pub(super) fn rows(&self, page: &str) -> Vec<Vec<String>> {
        let Some((_, _, table, _)) = self.split(page) else { return Vec::new() };
        let cells = |line: &str| {
            let line = line.trim().trim_start_matches('|').trim_end_matches('|');
            line.split('|').map(|cell| cell.trim().to_owned()).collect()
        };
        table.lines().skip(2).map(cells).collect()
    }

    /// The page with other rows; `None` if the table is not there.
    pub(crate) fn with_rows(&self, page: &str, rows: &[Vec<String>]) -> Option<String> {
        let (before, mark, _, after) = self.split(page)?;
        let mut out = format!("{before}{mark}\n");
        let rule = self.head.iter().map(|_| "---".to_owned()).collect();
        let head = self.head.iter().map(|&cell| cell.to_owned()).collect();
        for row in [&head, &rule].into_iter().chain(rows) {
            // Writing to memory cannot fail.
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        Some(out + after)
    }

    /// The text before the table, its comment, the table, and the text after it.
    fn split<'a>(&self, page: &'a str) -> Option<(&'a str, String, &'a str, &'a str)> {
        let mark = format!("<!-- {} -->", self.name);
        let (before, rest) = page.split_once(&mark)?;
        let rest = rest.strip_prefix('\n')?;
        let end = rest.find("\n\n").map_or(rest.len(), |end| end + 1);
        let (table, after) = rest.split_at(if rest.starts_with('\n') { 0 } else { end });
        Some((before, mark, table, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table { name: "rows", head: &["name", "found"] };

    #[test]
    fn rows_are_read_and_replaced_and_all_else_stays() {
        let page =
            "# Title\n\n<!-- rows -->\n| name | found |\n| --- | --- |\n| a | 1.0× |\n| b |  |\n\nMore.\n";
        assert_eq!(TABLE.rows(page), [["a", "1.0×"], ["b", ""]]);
        let rows = [vec!["c".to_owned(), "2.0×".to_owned()]];
        let expected = "# Title\n\n<!-- rows -->\n| name | found |\n| --- | --- |\n| c | 2.0× |\n\nMore.\n";
        assert_eq!(TABLE.with_rows(page, &rows).as_deref(), Some(expected));
        assert_eq!(TABLE.rows(expected), rows);
    }

    #[test]
    fn a_table_may_be_empty_or_the_last() {
        let filled = "<!-- rows -->\n| name | found |\n| --- | --- |\n";
        assert_eq!(TABLE.with_rows("<!-- rows -->\n", &[]).as_deref(), Some(filled));
        assert_eq!(TABLE.with_rows(filled, &[]).as_deref(), Some(filled));
        assert_eq!(TABLE.with_rows("<!-- rows -->\n\nMore.\n", &[]), Some(format!("{filled}\nMore.\n")));
        assert!(TABLE.rows(filled).is_empty());
    }

    #[test]
    fn without_the_comment_there_is_no_table() {
        assert!(TABLE.rows("# Title\n").is_empty());
        assert_eq!(TABLE.with_rows("# Title\n", &[]), None);
    }
}
