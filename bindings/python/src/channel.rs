//! The channels of a clip: the motion of one property of one node.

use std::sync::Arc;

use anim_core::{Channel, Curve, Ease, EulerOrder, Handles, Property, Times, Wrap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{Precision, array, filled, shaped};
use crate::error::Failure;
use crate::held::Held;
use crate::index::{index, optional_index};
use crate::moments::Moments;
use crate::poses::samples;
use crate::seconds::seconds;

/// The motion of one property of one node: values at keys, and how they continue between and beyond the keys.
#[pyclass(frozen, from_py_object, name = "Channel", module = "animio")]
#[derive(Clone, Debug)]
pub(crate) struct PyChannel(Owner);

/// The source of a channel.
#[derive(Clone, Debug)]
enum Owner {
    Clip(Held, usize),
    Alone(Arc<Channel>),
}

impl PyChannel {
    /// A channel of a clip, by a valid index.
    pub(crate) fn of(held: &Held, index: usize) -> Self {
        Self(Owner::Clip(held.clone(), index))
    }

    /// The channel. It is never `None`, because clips do not change.
    pub(crate) fn inner(&self) -> Option<&Channel> {
        match &self.0 {
            Owner::Clip(held, index) => held.clip.channels.get(*index),
            Owner::Alone(channel) => Some(channel),
        }
    }

    /// The clip of which it is a channel, and its index in that clip.
    pub(crate) fn of_clip(&self) -> Option<(&Held, usize)> {
        match &self.0 {
            Owner::Clip(held, index) => Some((held, *index)),
            Owner::Alone(_) => None,
        }
    }

    fn channel(&self) -> Result<&Channel, Failure> {
        self.inner().ok_or_else(|| Failure::Number("there is no such channel".to_owned()))
    }

    /// The index in a clip, if it is a channel of that clip.
    pub(crate) fn index_in(&self, held: &Held) -> Option<usize> {
        match &self.0 {
            Owner::Clip(own, index) if Arc::ptr_eq(&own.clip, &held.clip) => Some(*index),
            _ => None,
        }
    }
}

#[pymethods]
impl PyChannel {
    /// A channel of keys.
    ///
    /// Args:
    ///     node: the index of the node.
    ///     property: "translation", "displacement", "rotation" (a quaternion x, y, z, w), "euler" (radians about X, Y, Z), "angle"
    ///         (radians), "scale", "matrix" (12 numbers, row by row), "visible", "color", "weight", "alive", "parent", or a custom
    ///         name.
    ///     times: the times of the keys in seconds, ascending, shape (K,).
    ///     values: shape (K, width), or (K,) for one component.
    ///     ease: "step", "linear", "slerp", "bezier" or "sine", or one of them for each key; by default "slerp" for rotations,
    ///         "step" for "visible", "alive" and "parent", "bezier" with handles, else "linear".
    ///     handles: shape (K, width, 2, 2): towards the key before and towards the key after, each as seconds and value,
    ///         relative to the key.
    ///     order: the order of Euler angles, such as "xyz": the leftmost factor of the matrix product comes first.
    ///     axis: the axis of an angle, 3 numbers.
    ///     component: the first component that the channel drives.
    ///     count: the number of components of the property, if the channel drives some of the weights or of a custom property.
    ///     before, after: "hold", "repeat", "ping-pong" or "repeat-with-offset".
    ///
    /// Raises ValueError if the arguments do not fit together.
    #[new]
    #[pyo3(signature = (node, property, times, values, ease=None, handles=None, order=None, axis=None, component=0, before="hold",
                        after="hold", count=None))]
    fn new(
        #[pyo3(from_py_with = index)] node: usize,
        property: &str,
        times: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
        ease: Option<&Bound<'_, PyAny>>,
        handles: Option<&Bound<'_, PyAny>>,
        order: Option<&str>,
        axis: Option<[f64; 3]>,
        #[pyo3(from_py_with = index)] component: usize,
        before: &str,
        after: &str,
        #[pyo3(from_py_with = optional_index)] count: Option<usize>,
    ) -> PyResult<Self> {
        let (times, _) = shaped(&seconds(times)?, "times", &[None])?;
        let keys = times.len();
        let one = crate::arrays::numbers(values, "values")?.ndim() == 1;
        let (values, shape) = shaped(values, "values", if one { &[None] } else { &[None, None] })?;
        let width = shape.get(1).copied().unwrap_or(1);
        let property =
            property_of(property, order, axis, components(component, width, count)?, count.is_some())?;
        let usual = match property {
            _ if handles.is_some() => Ease::Bezier,
            Property::Rotation if width == 4 => Ease::Slerp,
            Property::Visible | Property::Alive | Property::Parent => Ease::Step,
            _ => Ease::Linear,
        };
        let times = Times::keys(times).map_err(Failure::from)?;
        let mut curve = Curve::new(times, width, values, Ease::Step).map_err(Failure::from)?;
        if let Some(handles) = handles {
            let (numbers, _) = shaped(handles, "handles", &[Some(keys), Some(width), Some(2), Some(2)])?;
            let pairs = numbers.as_chunks::<4>().0.iter();
            let handles = pairs.map(|&[a, b, c, d]| Handles { into: [a, b], out: [c, d] });
            curve = curve.with_handles(handles.collect()).map_err(Failure::from)?;
        }
        let curve = curve.with_eases(eases(ease, usual, keys)?).map_err(Failure::from)?;
        let curve = curve.with_wrap(wrap(before)?, wrap(after)?);
        let channel = Channel::part(node, property, component, curve).map_err(Failure::from)?;
        Ok(Self(Owner::Alone(Arc::new(channel))))
    }

    /// The index of the node in Clip.nodes.
    #[getter]
    fn node(&self) -> Result<usize, Failure> {
        Ok(self.channel()?.node())
    }

    /// The driven property: "translation", "displacement", "rotation", "euler", "angle", "scale", "matrix", "visible", "color",
    /// "weight", "alive", "parent", or the format's name of another property.
    #[getter]
    fn property(&self) -> Result<&str, Failure> {
        Ok(self.channel()?.property().name())
    }

    /// Whether the property is the format's own, whatever its name.
    #[getter]
    fn is_own(&self) -> Result<bool, Failure> {
        Ok(matches!(self.channel()?.property(), Property::Named { .. }))
    }

    /// The first component that it drives.
    #[getter]
    fn component(&self) -> Result<usize, Failure> {
        Ok(self.channel()?.component())
    }

    /// The number of components that it drives.
    #[getter]
    fn width(&self) -> Result<usize, Failure> {
        Ok(self.channel()?.curve().width())
    }

    /// The number of components of the property.
    #[getter]
    fn count(&self) -> Result<usize, Failure> {
        Ok(self.channel()?.property().width())
    }

    /// The order of Euler angles, such as "xyz": the leftmost factor of the matrix product comes first; else None.
    #[getter]
    fn order(&self) -> Result<Option<&'static str>, Failure> {
        Ok(match self.channel()?.property() {
            Property::Euler(order) => Some(order.name()),
            _ => None,
        })
    }

    /// The axis of an angle, shape (3,); else None.
    #[getter]
    fn axis<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.channel()?.property() {
            Property::Angle { axis } => array(py, &[3], axis.to_vec()).map(Some),
            _ => Ok(None),
        }
    }

    /// The times of the keys in seconds, ascending, shape (K,). A new array.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let times: Vec<f64> = self.channel()?.curve().times().iter().collect();
        array(py, &[times.len()], times)
    }

    /// The values at the keys, shape (K, width), in the unit of the property. A new array.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let curve = self.channel()?.curve();
        array(py, &[curve.len(), curve.width()], curve.values().to_vec())
    }

    /// The interpolation after each key: one word if all keys have the same, else one for each key.
    #[getter]
    fn ease<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let curve = self.channel()?.curve();
        match curve.uniform_ease() {
            Some(ease) => Ok(ease.name().into_pyobject(py)?.into_any()),
            None => {
                let eases: Vec<_> = (0..curve.len()).map(|key| curve.ease(key).name()).collect();
                eases.into_pyobject(py)
            }
        }
    }

    /// The handles of Bézier keys, shape (K, width, 2, 2): towards the key before and towards the key after, each as seconds and
    /// value, relative to the key; None without handles.
    #[getter]
    fn handles<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let curve = self.channel()?.curve();
        if !curve.has_handles() {
            return Ok(None);
        }
        let parts = (0..curve.len()).flat_map(|key| (0..curve.width()).map(move |part| (key, part)));
        let handles = parts.map(|(key, part)| curve.handles(key, part));
        let numbers = handles.flat_map(|Handles { into, out }| [into[0], into[1], out[0], out[1]]);
        array(py, &[curve.len(), curve.width(), 2, 2], numbers.collect()).map(Some)
    }

    /// Its behaviour before its first key: "hold", "repeat", "ping-pong" or "repeat-with-offset".
    #[getter]
    fn before(&self) -> Result<&'static str, Failure> {
        Ok(self.channel()?.curve().wrap().0.name())
    }

    /// Its behaviour after its last key: "hold", "repeat", "ping-pong" or "repeat-with-offset".
    #[getter]
    fn after(&self) -> Result<&'static str, Failure> {
        Ok(self.channel()?.curve().wrap().1.name())
    }

    /// The values at times in seconds, shape (T, width); (width,) for one time. Quaternions between keys have length 1.
    #[pyo3(signature = (times, dtype=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        times: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let held;
        let (held, index) = match &self.0 {
            Owner::Clip(held, index) => (held, *index),
            Owner::Alone(channel) => {
                held = Held::new(anim_core::Clip::new("").with_channels(vec![(**channel).clone()]));
                (&held, 0)
            }
        };
        sampled(py, held, index, Some(times), dtype, None)
    }

    /// The number of keys.
    fn __len__(&self) -> Result<usize, Failure> {
        Ok(self.channel()?.curve().len())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner() == other.inner()
    }

    /// The same channel of the same clip, unlike one that was pickled.
    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let Some(channel) = self.inner() else { return "<Channel>".to_owned() };
        let node = match &self.0 {
            Owner::Clip(held, _) => held.clip.nodes.get(channel.node()).map(|node| node.name.clone()),
            Owner::Alone(_) => None,
        };
        let node = node.map_or_else(|| channel.node().to_string(), |name| format!("{name:?}"));
        let keys = channel.curve().len();
        let s = if keys == 1 { "" } else { "s" };
        format!("<Channel {} of node {node}, {keys} key{s}>", channel.property().name())
    }
}

/// The values of a channel of a clip at some times, as an array.
pub(crate) fn sampled<'py>(
    py: Python<'py>,
    held: &Held,
    index: usize,
    times: Option<&Bound<'py, PyAny>>,
    dtype: Option<&Bound<'py, PyAny>>,
    limit: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(channel) = held.clip.channels.get(index) else {
        return Err(Failure::Number(format!("there is no channel {index}")).into());
    };
    let (moments, width) = (Moments::new(times, &held.clip)?, channel.curve().width());
    let (times, shape) = (&moments.times, moments.shape(&[width], limit)?);
    match Precision::of(dtype)? {
        Precision::Double => filled(py, &shape, |values: &mut [f64]| samples(held, index, times, values)),
        Precision::Single => filled(py, &shape, |values: &mut [f32]| samples(held, index, times, values)),
    }
}

/// The number of components of a property, of which a channel may drive only some.
fn components(first: usize, width: usize, count: Option<usize>) -> PyResult<usize> {
    /// The maximum number of components of a property of which a channel drives only some: files have all of them.
    const MOST: usize = 1 << 16;
    let count = count.or_else(|| first.checked_add(width)).filter(|count| *count <= MOST.max(width));
    count.ok_or_else(|| PyValueError::new_err(format!("a property has at most {MOST} components")))
}

/// The property of this name, with its order, its axis or its number of components where it has one.
fn property_of(
    name: &str,
    order: Option<&str>,
    axis: Option<[f64; 3]>,
    count: usize,
    is_counted: bool,
) -> PyResult<Property> {
    let property = match name {
        "translation" => Property::Translation,
        "displacement" => Property::Displacement,
        "rotation" => Property::Rotation,
        "euler" => {
            let known = order.and_then(EulerOrder::from_name);
            Property::Euler(known.ok_or_else(|| {
                PyValueError::new_err(
                    "euler needs an order: \"xyz\", \"xzy\", \"yxz\", \"yzx\", \"zxy\" or \"zyx\"",
                )
            })?)
        }
        "angle" => {
            Property::Angle { axis: axis.ok_or_else(|| PyValueError::new_err("angle needs an axis"))? }
        }
        "scale" => Property::Scale,
        "matrix" => Property::Matrix,
        "visible" => Property::Visible,
        "color" => Property::Color,
        "weight" => Property::Weights { count },
        "alive" => Property::Alive,
        "parent" => Property::Parent,
        _ => Property::named(name, count),
    };
    let width = property.width();
    let stray = match property {
        _ if is_counted && width != count => Some(format!("{name} has {width} components, not {count}")),
        Property::Euler(_) if axis.is_none() => None,
        Property::Angle { .. } if order.is_none() => None,
        _ if order.is_some() => Some(format!("{name} has no order, only euler has")),
        _ if axis.is_some() => Some(format!("{name} has no axis, only an angle has")),
        _ => None,
    };
    stray.map_or(Ok(property), |stray| Err(PyValueError::new_err(stray)))
}

/// One ease for each key.
fn eases(ease: Option<&Bound<'_, PyAny>>, usual: Ease, keys: usize) -> PyResult<Vec<Ease>> {
    let Some(ease) = ease else { return Ok(vec![usual; keys]) };
    if let Ok(all) = ease.extract::<String>() {
        return Ok(vec![ease_of(&all)?; keys]);
    }
    let each: Vec<String> = ease.extract()?;
    each.iter().map(|name| ease_of(name)).collect()
}

fn ease_of(name: &str) -> PyResult<Ease> {
    let known = [Ease::Step, Ease::Linear, Ease::Slerp, Ease::Bezier, Ease::Sine];
    known.into_iter().find(|ease| ease.name() == name).ok_or_else(|| {
        PyValueError::new_err(format!("an ease is step, linear, slerp, bezier or sine, not {name:?}"))
    })
}

fn wrap(name: &str) -> PyResult<Wrap> {
    let known = [Wrap::Hold, Wrap::Repeat, Wrap::PingPong, Wrap::RepeatWithOffset];
    known.into_iter().find(|wrap| wrap.name() == name).ok_or_else(|| {
        let known = "hold, repeat, ping-pong or repeat-with-offset";
        PyValueError::new_err(format!("a wrap is {known}, not {name:?}"))
    })
}
