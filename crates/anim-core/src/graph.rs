//! Graphs of what leads to what, as text for programs that draw.

use std::fmt::Write;

/// Things and what leads from one to another: the states of a machine, the parts of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The names of groups, which are drawn as frames around their nodes.
    pub groups: Vec<String>,
    /// The things.
    pub nodes: Vec<GraphNode>,
    /// What leads from one to another.
    pub edges: Vec<Edge>,
}

/// A thing in a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphNode {
    /// What it is called.
    pub label: String,
    /// The index of its group, if it is in one.
    pub group: Option<usize>,
}

/// What leads from one node to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The index of the node it leads from.
    pub from: usize,
    /// The index of the node it leads to.
    pub to: usize,
    /// What it is called.
    pub label: String,
    /// How it is drawn.
    pub line: Line,
}

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Line {
    /// An unbroken line.
    #[default]
    Solid,
    /// A broken line.
    Dashed,
}

impl Graph {
    /// The graph in DOT, the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph {\n  node [shape=box];\n");
        self.grouped(|group, nodes| {
            let indent = if let Some((index, name)) = group {
                let _ = writeln!(text, "  subgraph cluster_{index} {{\n    label={};", quoted(name));
                "    "
            } else {
                "  "
            };
            for (index, node) in nodes {
                let _ = writeln!(text, "{indent}n{index} [label={}];", quoted(&node.label));
            }
            if group.is_some() {
                text.push_str("  }\n");
            }
        });
        for Edge { from, to, label, line } in &self.edges {
            let style = if *line == Line::Dashed { ", style=dashed" } else { "" };
            let _ = writeln!(text, "  n{from} -> n{to} [label={}{style}];", quoted(label));
        }
        text + "}\n"
    }

    /// The graph as a Mermaid flowchart.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart LR\n");
        self.grouped(|group, nodes| {
            let indent = if let Some((index, name)) = group {
                let _ = writeln!(text, "  subgraph g{index} [\"{}\"]", escaped(name));
                "    "
            } else {
                "  "
            };
            for (index, node) in nodes {
                let _ = writeln!(text, "{indent}n{index}[\"{}\"]", escaped(&node.label));
            }
            if group.is_some() {
                text.push_str("  end\n");
            }
        });
        for Edge { from, to, label, line } in &self.edges {
            let arrow = if *line == Line::Dashed { "-.->" } else { "-->" };
            let label = if label.is_empty() { String::new() } else { format!("|\"{}\"|", escaped(label)) };
            let _ = writeln!(text, "  n{from} {arrow}{label} n{to}");
        }
        text
    }

    /// Calls with each group and its nodes, and last with the nodes that are in none.
    fn grouped<'a>(&'a self, mut show: impl FnMut(Option<(usize, &'a str)>, &[(usize, &'a GraphNode)])) {
        let mut members: Vec<Vec<_>> = vec![Vec::new(); self.groups.len()];
        let mut alone = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let group = node.group.and_then(|group| members.get_mut(group));
            group.unwrap_or(&mut alone).push((index, node));
        }
        for (index, (name, members)) in self.groups.iter().zip(&members).enumerate() {
            show(Some((index, name)), members);
        }
        show(None, &alone);
    }
}

/// A text as DOT quotes it; control characters, which no drawing shows, are spelled.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if c.is_control() {
            // The backslash is a character of the label here.
            quoted.push('\\');
            quoted.extend(c.escape_default());
        } else {
            quoted.extend(matches!(c, '"' | '\\').then_some('\\'));
            quoted.push(c);
        }
    }
    quoted + "\""
}

/// A text as Mermaid takes it between quotes: all that means something to it by its number.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c.is_control() {
            escaped.extend(c.escape_default());
        } else if matches!(c, '"' | '#' | '&' | '<' | '>' | '`' | ';' | '\\') {
            let _ = write!(escaped, "#{};", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph {
        let node = |label: &str, group| GraphNode { label: label.to_owned(), group };
        let edge = |from, to, label: &str, line| Edge { from, to, label: label.to_owned(), line };
        Graph {
            groups: vec!["say \"x\"".to_owned()],
            nodes: vec![node("a\\b", None), node("#1", Some(0)), node("l\nm", Some(0))],
            edges: vec![edge(1, 2, "2 s", Line::Solid), edge(2, 0, "", Line::Dashed)],
        }
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
  n1 -> n2 [label="2 s"];
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
  n1 -->|"2 s"| n2
  n2 -.-> n0
"##;
        assert_eq!(graph().to_mermaid(), expected);
    }
}
