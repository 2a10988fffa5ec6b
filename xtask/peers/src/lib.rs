//! Benchmarks next to libraries that nothing else of this project depends on: `cargo xtask bench` runs them.
