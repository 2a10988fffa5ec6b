//! The JavaScript interface.

#![expect(unreachable_pub, reason = "JavaScript reaches it, Rust does not")]

#[cfg(feature = "view")]
mod compared;
mod values;

use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;

use anim_core::{Beside, FileNames};
use anim_formats::json::{Loss, OperationInfo};
use js_sys::{Array, Function, Int32Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

use self::values::{argument, bytes_of, chosen, data, numbers, object, text_of, thrown};
use crate::{Animation, Error, MadeFile, OpenOptions, Posed, Sampled};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// The formats with their options: `formats` of `anim formats --json`.
#[wasm_bindgen(unchecked_return_type = "FormatInfo[]")]
pub fn formats() -> Result<JsValue, JsValue> {
    let all = anim_formats::Registry::builtin().formats().iter();
    data(&all.map(anim_formats::json::FormatInfo::from).collect::<Vec<_>>())
}

/// The operations on clips, in the order of `anim convert --help`.
#[wasm_bindgen(unchecked_return_type = "OperationInfo[]")]
pub fn operations() -> Result<JsValue, JsValue> {
    data(&anim_formats::operations::OPERATIONS.iter().map(OperationInfo::from).collect::<Vec<_>>())
}

/// Reads a file. `name` is its name with the extension, `beside` has the files next to it and those that options name.
#[wasm_bindgen]
pub fn open(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "NamedFile[] | Surroundings")] beside: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions")] options: &JsValue,
) -> Result<OpenAnimation, JsValue> {
    let options: OpenOptions = chosen(options)?;
    let (bytes, name) = (bytes_of(bytes)?, text_of(name, "name")?);
    let (files, failed) = surroundings(beside)?;
    let opened = Animation::open(bytes, &name, Box::new(files), options);
    let animation = Rc::new(RefCell::new(failed.or(opened)?));
    Ok(OpenAnimation { animation, failed })
}

/// Everything that is wrong or doubtful in a file, even if it cannot be opened: an entry of `files` in `anim check --json`, with
/// lines and columns added.
#[wasm_bindgen(unchecked_return_type = "Checked")]
pub fn check(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "NamedFile[] | Surroundings")] beside: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let (bytes, name) = (bytes_of(bytes)?, text_of(name, "name")?);
    let (files, failed) = surroundings(beside)?;
    data(&failed.or(crate::check(&bytes, &name, &files, &chosen(options)?))?)
}

/// An open file. `free()` releases its memory.
#[wasm_bindgen(js_name = Animation)]
#[derive(Debug)]
pub struct OpenAnimation {
    animation: Rc<RefCell<Animation>>,
    failed: Failed,
}

impl OpenAnimation {
    /// The animation, unless it is in use: reading a file next to it calls JavaScript, which can call it again.
    fn animation(&self) -> Result<RefMut<'_, Animation>, JsValue> {
        self.animation.try_borrow_mut().map_err(|_| argument("the animation is in use by another call"))
    }
}

#[wasm_bindgen(js_class = Animation)]
impl OpenAnimation {
    /// The contents of the file: an entry of `files` in `anim info --json`.
    #[wasm_bindgen(unchecked_return_type = "FileInfo")]
    pub fn info(&self) -> Result<JsValue, JsValue> {
        data(&self.failed.or(self.animation()?.info())?)
    }

    /// Everything that is wrong or doubtful in the file: an entry of `files` in `anim check --json`, with lines and columns
    /// added.
    #[wasm_bindgen(unchecked_return_type = "Checked")]
    pub fn check(&self) -> Result<JsValue, JsValue> {
        data(&self.failed.or(self.animation()?.check())?)
    }

    /// The values that the format defines for every channel of a clip, at times.
    #[wasm_bindgen(unchecked_return_type = "Sampled")]
    pub fn sample(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "SampleOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let Sampled { clip, times, columns, values, errors, losses } =
            self.failed.or(self.animation()?.sample(&chosen(options)?))?;
        object([
            ("clip", clip.into()),
            ("times", numbers(&times)),
            ("columns", data(&columns)?),
            ("values", numbers(&values)),
            ("errors", data(&errors)?),
            ("losses", data(&losses.iter().map(Loss::from).collect::<Vec<_>>())?),
        ])
    }

    /// The local and world matrices of every node of a clip, at times.
    #[wasm_bindgen(unchecked_return_type = "Posed")]
    pub fn pose(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "SampleOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let Posed { clip, times, nodes, parents, alive, local, world, errors, losses } =
            self.failed.or(self.animation()?.pose(&chosen(options)?))?;
        object([
            ("clip", clip.into()),
            ("times", numbers(&times)),
            ("nodes", data(&nodes)?),
            ("parents", Int32Array::from(parents.as_slice()).into()),
            ("alive", Uint8Array::from(alive.as_slice()).into()),
            ("local", numbers(&local)),
            ("world", numbers(&world)),
            ("errors", data(&errors)?),
            ("losses", data(&losses.iter().map(Loss::from).collect::<Vec<_>>())?),
        ])
    }

    /// The file in another format, or in its own with other options. `target` is an extension, such as `glb`, or the identifier of
    /// a format. If the target holds one clip, each clip gets its own file. The report is an entry of `files` in `anim convert
    /// --json`.
    #[wasm_bindgen(unchecked_return_type = "Converted")]
    pub fn convert(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] target: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let made = self.animation()?.convert(&text_of(target, "target")?, &chosen(options)?);
        let made = self.failed.or(made)?;
        let files = Array::new();
        for MadeFile { name, bytes } in &made.files {
            let bytes = Uint8Array::from(bytes.as_slice());
            files.push(&object([("name", name.into()), ("bytes", bytes.into())])?);
        }
        object([("files", files.into()), ("report", data(&made.report())?)])
    }

    /// A self-contained HTML page that plays the clips, as made by `anim view`.
    #[cfg(feature = "view")]
    pub fn page(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PageOptions")] options: &JsValue,
    ) -> Result<String, JsValue> {
        self.failed.or(self.animation()?.page(&chosen(options)?))
    }
}

/// The files next to a file, from JavaScript.
enum Files {
    /// Files given with their contents.
    Given(Vec<(String, Vec<u8>)>),
    /// Files whose contents a method of an object reads on demand.
    Read { names: FileNames, object: JsValue, read: Function, failed: Failed },
}

/// What reading a file next to another threw, until it is thrown again: a file that cannot be read is not a missing one.
#[derive(Clone, Debug, Default)]
struct Failed(Rc<RefCell<Option<JsValue>>>);

impl Failed {
    fn keep(&self, error: JsValue) {
        self.0.borrow_mut().get_or_insert(error);
    }

    /// A result, unless reading a file failed meanwhile.
    fn or<T>(&self, result: Result<T, Error>) -> Result<T, JsValue> {
        match self.0.borrow_mut().take() {
            Some(error) => Err(error),
            None => result.map_err(thrown),
        }
    }
}

impl Beside for Files {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Self::Given(files) => files.read(path),
            Self::Read { object, read, failed, .. } => {
                let bytes = read.call1(object, &path.into()).map_err(|error| failed.keep(error)).ok()?;
                let content = bytes.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
                if content.is_none() && !(bytes.is_undefined() || bytes.is_null()) {
                    failed.keep(argument("beside.read: expected a Uint8Array, or undefined for no file"));
                }
                content
            }
        }
    }

    fn names(&self, extension: &str) -> Arc<[String]> {
        match self {
            Self::Given(files) => files.names(extension),
            Self::Read { names, .. } => names.with_extension(extension),
        }
    }
}

fn surroundings(beside: &JsValue) -> Result<(Files, Failed), JsValue> {
    let failed = Failed::default();
    let refuse = || argument("beside: expected a list of { name, bytes }, or { names, read }");
    let text = |value: JsValue| value.as_string().ok_or_else(refuse);
    let part = |value: &JsValue, name: &str| Reflect::get(value, &name.into()).map_err(|_| refuse());
    if beside.is_undefined() || beside.is_null() {
        return Ok((Files::Given(Vec::new()), failed));
    }
    if let Some(files) = beside.dyn_ref::<Array>() {
        let file = |file: JsValue| {
            let bytes = part(&file, "bytes")?;
            let bytes = bytes.dyn_ref::<Uint8Array>().ok_or_else(refuse)?;
            Ok((text(part(&file, "name")?)?, bytes.to_vec()))
        };
        return Ok((Files::Given(files.iter().map(file).collect::<Result<_, JsValue>>()?), failed));
    }
    let read = part(beside, "read")?.dyn_into::<Function>().map_err(|_| refuse())?;
    let names = part(beside, "names")?.dyn_into::<Array>().map_err(|_| refuse())?;
    let names = names.iter().map(text).collect::<Result<_, _>>()?;
    Ok((Files::Read { names, object: beside.clone(), read, failed: failed.clone() }, failed))
}
