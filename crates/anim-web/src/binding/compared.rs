//! Pages of two files.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::*;

use super::OpenAnimation;
use super::values::{argument, chosen};

thread_local! {
    /// What [`OpenAnimation::lend`] lends to the call that asked for it.
    static LENT: Cell<Option<OpenAnimation>> = const { Cell::new(None) };
}

#[wasm_bindgen(js_class = Animation)]
impl OpenAnimation {
    /// `page` for the clips of two files, as made by `anim view` for both.
    pub fn compared(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Animation")] other: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "PageOptions")] options: &JsValue,
    ) -> Result<String, JsValue> {
        let other = Self::of(other)?;
        if Rc::ptr_eq(&self.animation, &other.animation) {
            return Err(argument("other: expected another Animation"));
        }
        let page = self.animation()?.compared(&mut *other.animation()?, &chosen(options)?);
        let page = self.failed.or(page);
        other.failed.or(Ok(())).and(page)
    }

    /// Lends the animation to the call that has this object as an argument.
    #[wasm_bindgen(js_name = _lend, skip_typescript)]
    pub fn lend(&self) {
        let Self { animation, failed } = self;
        LENT.set(Some(Self { animation: Rc::clone(animation), failed: failed.clone() }));
    }
}

impl OpenAnimation {
    /// The animation of an object. If it were a parameter, the generated JavaScript would refuse other objects, without a code.
    fn of(object: &JsValue) -> Result<Self, JsValue> {
        LENT.set(None);
        let lend = Reflect::get(object, &"_lend".into()).and_then(JsCast::dyn_into::<Function>);
        let is_called = lend.and_then(|lend| lend.call0(object)).is_ok();
        let lent = LENT.take().filter(|_| is_called);
        lent.ok_or_else(|| argument("other: expected an open Animation"))
    }
}
