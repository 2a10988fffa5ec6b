//! Writes the JavaScript and the types of a WebAssembly module: `anim-bindgen MODULE.wasm FOLDER [--names]`. With `--names` the module
//! keeps the names of its functions, by which `anim-bindgen --split MODULE.wasm` makes pieces of it.

mod pieces;
mod split;

use std::error::Error;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, module] = arguments.as_slice()
        && word == "--split"
    {
        return split::split(Path::new(module));
    }
    let (module, folder, has_names) = match arguments.as_slice() {
        [module, folder] => (module, folder, false),
        [module, folder, names] if names == "--names" => (module, folder, true),
        _ => return Err("usage: anim-bindgen MODULE.wasm FOLDER [--names]".into()),
    };
    // Modules for the web run in pages, in workers and, given the bytes, in Node.js.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("anim").web(true)?.typescript(true).remove_name_section(!has_names);
    // The JavaScript knows where the module is: next to it.
    bindgen.omit_default_module_path(false).generate(folder)?;
    Ok(())
}
