//! Graphs as text for drawing programs.

use std::fmt::Write;

use super::{Graph, GraphNode};

impl Graph {
    /// The graph in DOT, the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph {\n  node [shape=box];\n");
        self.grouped(|group, nodes| {
            let indent = if let Some((index, name)) = &group {
                let _ = writeln!(text, "  subgraph cluster_{index} {{\n    label={};", quoted(name));
                "    "
            } else {
                "  "
            };
            for (index, node) in nodes {
                let _ = writeln!(text, "{indent}n{index} [label={}];", quoted(&node.label()));
            }
            if group.is_some() {
                text.push_str("  }\n");
            }
        });
        for edge in &self.edges {
            let style = if edge.is_dashed() { ", style=dashed" } else { "" };
            let label = quoted(&edge.label());
            let _ = writeln!(text, "  n{} -> n{} [label={label}{style}];", edge.from, edge.to);
        }
        text + "}\n"
    }

    /// The graph as a Mermaid flowchart.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart LR\n");
        self.grouped(|group, nodes| {
            let indent = if let Some((index, name)) = &group {
                let _ = writeln!(text, "  subgraph g{index} [\"{}\"]", escaped(name));
                "    "
            } else {
                "  "
            };
            for (index, node) in nodes {
                let _ = writeln!(text, "{indent}n{index}[\"{}\"]", escaped(&node.label()));
            }
            if group.is_some() {
                text.push_str("  end\n");
            }
        });
        for edge in &self.edges {
            let arrow = if edge.is_dashed() { "-.->" } else { "-->" };
            let label = edge.label();
            let label = if label.is_empty() { label } else { format!("|\"{}\"|", escaped(&label)) };
            let _ = writeln!(text, "  n{} {arrow}{label} n{}", edge.from, edge.to);
        }
        text
    }

    /// Calls a function for each group with its nodes, and last for the nodes outside any group.
    fn grouped<'a>(&'a self, mut show: impl FnMut(Option<(usize, String)>, &[(usize, &'a GraphNode)])) {
        let mut members: Vec<Vec<_>> = vec![Vec::new(); self.groups.len()];
        let mut alone = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let group = node.group.and_then(|group| members.get_mut(group));
            group.unwrap_or(&mut alone).push((index, node));
        }
        for (index, (group, members)) in self.groups.iter().zip(&members).enumerate() {
            show(Some((index, group.label())), members);
        }
        show(None, &alone);
    }
}

/// The number of bytes after which a string in DOT continues in another one: Graphviz reads no string of more than 16,384.
const PIECE: usize = 8192;

/// A quoted string in DOT. Control characters, which no drawing shows, are escaped, and so is `&`, which begins an entity.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut end = PIECE;
    for c in text.chars() {
        if quoted.len() > end {
            quoted.push_str("\" + \"");
            end = quoted.len() + PIECE;
        }
        if c.is_control() {
            // The label contains a backslash here.
            quoted.push('\\');
            quoted.extend(c.escape_default());
        } else if c == '&' {
            quoted.push_str("&amp;");
        } else {
            quoted.extend(matches!(c, '"' | '\\').then_some('\\'));
            quoted.push(c);
        }
    }
    quoted + "\""
}

/// A text to be quoted in Mermaid: characters with a meaning in Mermaid, or in Markdown, as which Mermaid reads it, are replaced by
/// their numbers. Mermaid expects at least one character between quotes.
fn escaped(text: &str) -> String {
    if text.is_empty() {
        return String::from(" ");
    }
    let mut escaped = String::new();
    for (at, c) in text.char_indices() {
        if c.is_control() {
            escaped.extend(c.escape_default());
        } else if is_plain(c, text.split_at(at).0, text.split_at(at + c.len_utf8()).1.chars().next()) {
            escaped.push(c);
        } else {
            let _ = write!(escaped, "#{};", u32::from(c));
        }
    }
    escaped
}

/// Whether a character has no meaning in Mermaid or Markdown between these characters.
fn is_plain(c: char, before: &str, next: Option<char>) -> bool {
    match c {
        // `direction TB` is an instruction wherever it stands in a line.
        c if c.is_whitespace() || c == '\u{FEFF}' => !before.ends_with("direction"),
        ',' | '(' | '/' | '\'' => true,
        // `style a:#` is an instruction, `http://` a link.
        ':' => next == Some(' '),
        // `- a`, `1. a` and `1) a` are lists, and `www.` begins a link.
        '-' => !before.trim_start().is_empty(),
        '.' | ')' => {
            let is_link =
                before.get(before.len().saturating_sub(3)..).is_some_and(|w| w.eq_ignore_ascii_case("www"));
            let is_list = before.bytes().all(|b| b == b' ' || b.is_ascii_digit());
            !(is_link || is_list && next.is_none_or(|next| !next.is_ascii_digit()))
        }
        c => !c.is_ascii_punctuation(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, EdgeKind, Group, NodeKind};
    use super::*;

    fn graph() -> Graph {
        let node = |name: &str| GraphNode::new(NodeKind::State, name);
        let mut graph = Graph::default();
        graph.groups.push(Group::new("say \"x\""));
        graph.nodes = vec![node("a\\b"), node("#1").in_group(0), node("l\nm").in_group(0)];
        let transition = EdgeKind::Transition { seconds: 2.0, morph: true };
        graph.edges =
            vec![Edge::new(1, 2, transition), Edge { active: false, ..Edge::new(2, 0, EdgeKind::Contains) }];
        graph
    }

    #[test]
    fn dot_has_groups_as_clusters() {
        let expected = r##"digraph {
  node [shape=box];
  subgraph cluster_0 {
    label="say \"x\"";
    n1 [label="#1"];
    n2 [label="l\\nm"];
  }
  n0 [label="a\\b"];
  n1 -> n2 [label="2 s, morph"];
  n2 -> n0 [label="", style=dashed];
}
"##;
        assert_eq!(graph().to_dot(), expected);
    }

    #[test]
    fn mermaid_has_groups_as_subgraphs() {
        let expected = r##"flowchart LR
  subgraph g0 ["say #34;x#34;"]
    n1["#35;1"]
    n2["l\nm"]
  end
  n0["a#92;b"]
  n1 -->|"2 s, morph"| n2
  n2 -.-> n0
"##;
        assert_eq!(graph().to_mermaid(), expected);
    }

    #[test]
    fn dot_shows_entities_as_they_are_spelt() {
        assert_eq!(quoted("a&lt;b & \"c\""), r#""a&amp;lt;b &amp; \"c\"""#);
    }

    #[test]
    fn dot_has_no_string_longer_than_graphviz_reads() {
        let text = "\"&\\\u{1}".repeat(20_000);
        let long = quoted(&text);
        let pieces: Vec<&str> = long.split("\" + \"").collect();
        assert!(pieces.len() > 10 && pieces.iter().all(|piece| piece.len() < 16_384));
        let escaped = ["\\\"", "&amp;", "\\\\", "\\\\u{1}"].concat().repeat(20_000);
        assert_eq!(pieces.concat(), format!("\"{escaped}\""));
    }

    #[test]
    fn mermaid_reads_no_name_as_markup() {
        for (name, expected) in [
            ("", " "),
            ("left arm, (upper) 0.5 s", "left arm, (upper) 0.5 s"),
            ("1. a", "1#46; a"),
            ("12) a", "12#41; a"),
            ("- a-b", "#45; a-b"),
            ("_a_ *b* ~c~", "#95;a#95; #42;b#42; #126;c#126;"),
            ("[a](b)", "#91;a#93;(b)"),
            ("http://a www.b c@d", "http#58;//a www#46;b c#64;d"),
            ("$$x$$", "#36;#36;x#36;#36;"),
            ("style a:#", "style a#58;#35;"),
            ("%%{init: {}}%%", "#37;#37;#123;init: #123;#125;#125;#37;#37;"),
            ("SPATH: MODEL/car", "SPATH: MODEL/car"),
            ("a direction TB", "a direction#32;TB"),
        ] {
            assert_eq!(escaped(name), expected);
        }
    }
}
