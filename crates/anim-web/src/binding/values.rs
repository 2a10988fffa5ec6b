//! Values of JavaScript: arguments, results and errors.

use js_sys::{Array, ArrayBuffer, Float64Array, JSON, Map, Object, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::Error;
use crate::error::codes;

pub(super) fn bytes_of(value: &JsValue) -> Result<Vec<u8>, JsValue> {
    let bytes = value.dyn_ref::<Uint8Array>().ok_or_else(|| argument("bytes: expected a Uint8Array"));
    bytes.map(Uint8Array::to_vec)
}

pub(super) fn text_of(value: &JsValue, what: &str) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| argument(&format!("{what}: expected a text")))
}

/// The options in a JavaScript object.
pub(super) fn chosen<T: Default + DeserializeOwned>(options: &JsValue) -> Result<T, JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(T::default());
    }
    if !options.is_object() || Array::is_array(options) || options.is_instance_of::<Map>() {
        return Err(argument("options: expected an object"));
    }
    // Times may be those of a result.
    let options = &*Object::assign(&Object::new(), options.unchecked_ref());
    let times = Reflect::get(options, &"times".into())?;
    if ArrayBuffer::is_view(&times) {
        Reflect::set(options, &"times".into(), &Array::from(&times))?;
    }
    // A function has no JSON form, and a circular object is refused.
    let text = JSON::stringify(options).ok().and_then(|text| JsValue::from(text).as_string());
    let text = text.ok_or_else(|| argument("options: expected an object"))?;
    if !is_finite(options, DEEPEST) {
        return Err(argument("options: a number is not finite"));
    }
    serde_json::from_str(&text).map_err(|error| argument(&format!("options: {error}")))
}

/// The largest depth of options: in a list of operations, the argument is at the third level.
const DEEPEST: usize = 4;

/// Whether all numbers are finite. JSON turns other numbers into `null`, which would mean that they are not given.
fn is_finite(value: &JsValue, deepest: usize) -> bool {
    if let Some(number) = value.as_f64() {
        return number.is_finite();
    }
    let inner = deepest.checked_sub(1).filter(|_| value.is_object());
    inner.is_none_or(|inner| {
        Object::values(value.unchecked_ref()).iter().all(|value| is_finite(&value, inner))
    })
}

/// Data as a JavaScript object.
pub(super) fn data(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| argument(&error.to_string()))?;
    JSON::parse(&text)
}

pub(super) fn object<const N: usize>(fields: [(&str, JsValue); N]) -> Result<JsValue, JsValue> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value)?;
    }
    Ok(object.into())
}

pub(super) fn numbers(numbers: &[f64]) -> JsValue {
    Float64Array::from(numbers).into()
}

pub(super) fn argument(message: &str) -> JsValue {
    thrown(Error::new(codes::ARGUMENT, message))
}

/// An error to be thrown in JavaScript: an `Error` with `code` and `place`.
pub(super) fn thrown(error: Error) -> JsValue {
    let thrown = js_sys::Error::new(&error.message);
    thrown.set_name("AnimError");
    // Setting properties of a new object does not fail.
    let _ = Reflect::set(&thrown, &"code".into(), &error.code.into());
    let _ = data(&error.place).and_then(|place| Reflect::set(&thrown, &"place".into(), &place));
    thrown.into()
}
