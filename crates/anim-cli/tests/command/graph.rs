//! Drawings of graphs.

use crate::support::{STATES, Sandbox};

const DOT: &str = r#"digraph {
  node [shape=box];
  subgraph cluster_0 {
    label="lamp: loop forwards";
    n0 [label="> on, exit"];
    n1 [label="off"];
  }
  n2 [label="on"];
  n0 -> n1 [label="2 s, switch"];
  n1 -> n0 [label="0.5 s, morph"];
  n0 -> n2 [label="plays", style=dashed];
}
"#;

const MERMAID: &str = r##"flowchart LR
  subgraph g0 ["lamp: loop forwards"]
    n0["#62; on, exit"]
    n1["off"]
  end
  n2["on"]
  n0 -->|"2 s, switch"| n1
  n1 -->|"0.5 s, morph"| n0
  n0 -.->|"plays"| n2
"##;

#[test]
fn states_are_drawn() {
    let sandbox = Sandbox::new("graph");
    sandbox.write("lamp.stt", STATES.as_bytes());
    for (language, expected) in [("dot", DOT), ("mermaid", MERMAID)] {
        let (code, drawing, _) = sandbox.run(&format!("dump lamp.stt --graph {language}"));
        assert_eq!((code, drawing.as_str()), (0, expected));
    }
}

#[test]
fn a_document_without_states_is_not_drawn() {
    let (code, _, error) = Sandbox::new("no-graph").run("dump walk.tod --graph dot");
    assert_eq!(code, 2);
    assert!(error.contains("documents of tod have no states or sensors to draw"), "{error}");
}
