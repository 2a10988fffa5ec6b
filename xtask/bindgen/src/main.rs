//! Writes the JavaScript and the types of a WebAssembly module: `anim-bindgen MODULE.wasm FOLDER`.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        return Err("usage: anim-bindgen MODULE.wasm FOLDER".into());
    };
    // Modules for the web run in pages, in workers and, given the bytes, in Node.js.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("anim").web(true)?.typescript(true).remove_name_section(true);
    // The JavaScript knows where the module is: next to it.
    bindgen.omit_default_module_path(false).generate(folder)?;
    Ok(())
}
