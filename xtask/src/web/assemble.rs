//! Assembles the npm package and the page from the module.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::{checkout, npm, process};

/// The files that the page and the package have in common.
const BOUND: [&str; 2] = ["anim.js", "anim_bg.wasm"];

/// The package for Node.js, whose `init` reads the module from the disk, because Node.js cannot fetch files.
const NODE: &str = "node.js";

const LOAD_FROM_DISK: &str = r#"import { readFileSync } from "node:fs";
import init, { initSync } from "./anim.js";

export * from "./anim.js";

export default async function (source) {
  if (source !== undefined) return init(source);
  return initSync({ module: readFileSync(new URL("anim_bg.wasm", import.meta.url)) });
}
"#;

/// What the types need of TypeScript: open objects can be disposed of, and `init` takes what browsers load, which projects for Node.js
/// need not know.
const LIBRARIES: &str = "/// <reference lib=\"esnext.disposable\" />\n/// <reference lib=\"dom\" />\n";

/// The package for npm.
pub(super) fn package(bound: &Path, to: &Path) -> Result {
    fresh(to)?;
    let home = checkout::root().join("crates/anim-web");
    for name in BOUND {
        fs::copy(bound.join(name), to.join(name))?;
    }
    let types = fs::read_to_string(bound.join("anim.d.ts"))?;
    fs::write(to.join("anim.d.ts"), format!("{LIBRARIES}{types}"))?;
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"];
    for name in licences.iter().chain(&["README.md"]) {
        fs::copy(home.join(name), to.join(name))?;
    }
    fs::write(to.join(NODE), LOAD_FROM_DISK)?;
    let manifest = fs::read_to_string(home.join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let version = version.ok_or_else(|| Failure::broken("anim-web has no version"))?;
    let package = serde_json::json!({
        "name": "anim-web",
        "version": version,
        "description": "Animation formats in browsers and Node.js: read, check, pose, convert and show",
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "main": "anim.js",
        "types": "anim.d.ts",
        "exports": {
            ".": { "types": "./anim.d.ts", "node": format!("./{NODE}"), "default": "./anim.js" },
            "./anim_bg.wasm": "./anim_bg.wasm",
        },
        "files": ["anim.js", NODE, "anim.d.ts", "anim_bg.wasm", licences[0], licences[1]],
        "sideEffects": false,
    });
    fs::write(to.join("package.json"), format!("{package:#}\n"))?;
    Ok(())
}

/// The page: its own files, the module, in pieces if there is a splitter, and a service worker with the list of all files.
pub(super) fn page(bound: &Path, to: &Path, splitter: Option<&Path>) -> Result {
    fresh(to)?;
    npm::copy(&checkout::root().join("crates/anim-web/page"), to)?;
    for name in BOUND {
        fs::copy(bound.join(name), to.join(name))?;
    }
    if let Some(splitter) = splitter {
        split(splitter, to)?;
    }
    let mut names = Vec::new();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for entry in fs::read_dir(to)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    for name in &names {
        for byte in fs::read(to.join(name))? {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let worker = to.join("service-worker.js");
    let text = fs::read_to_string(&worker)?;
    let text = text.replace("VERSION", &format!("{hash:016x}"));
    let files = names.iter().filter(|name| *name != "service-worker.js").collect::<Vec<_>>();
    let text = text.replace("[/* every file */]", &serde_json::json!(files).to_string());
    fs::write(worker, text)?;
    Ok(())
}

/// Splits the page's module, and makes its JavaScript load the pieces.
fn split(splitter: &Path, page: &Path) -> Result {
    let [script, module] = BOUND.map(|name| page.join(name));
    let names = process::stdout(Command::new(splitter).arg("--split").arg(module))?;
    let names: Vec<_> = names.lines().map(|name| format!("anim_bg.{name}.wasm")).collect();
    let pieces = page.join("pieces.js");
    let text = fs::read_to_string(&pieces)?;
    fs::write(pieces, text.replace("[/* every piece */]", &serde_json::json!(names).to_string()))?;
    let text = fs::read_to_string(&script)?;
    let imports = "const imports = __wbg_get_imports();";
    if !text.contains(imports) {
        return Err(Failure::broken("wasm-bindgen writes its imports in another way"));
    }
    let with_pieces =
        "const imports = { ...__wbg_get_imports(), pieces: { load: (piece) => load(piece, wasm) } };";
    let text = text.replace(imports, with_pieces);
    Ok(fs::write(script, format!("import {{ load }} from \"./pieces.js\";\n{text}"))?)
}

fn fresh(dir: &Path) -> Result {
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    Ok(fs::create_dir_all(dir)?)
}
