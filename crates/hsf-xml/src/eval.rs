//! Interpolators as functions of ticks (specification, "Using Interpolator Tags" and `<Animation>`).

pub(crate) mod course;
pub(crate) mod fit;
pub(crate) mod gentle;
pub(crate) mod heading;
pub(crate) mod key;
pub(crate) mod lane;
pub(crate) mod spline;
pub(crate) mod timeline;
pub(crate) mod track;
pub(crate) mod turn;
