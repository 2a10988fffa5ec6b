//! Work that its caller can end before it is done.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

thread_local! {
    /// Whether there is a check: quicker to read than the check itself.
    static IS_CHECKED: Cell<bool> = const { Cell::new(false) };
    /// The check for the work of this thread. If it fails, it unwinds with an [`Interruption`].
    static CHECK: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// The error of a check, on its way from a checkpoint to the caller of [`interruptible`].
struct Interruption<E>(E);

/// Does work that a check can end: each [`checkpoint`] that the work passes on this thread calls the check, and an error of the
/// check ends the work.
///
/// Clips are made, changed, encoded and deserialized with a checkpoint for at least each curve and each pose, and documents that
/// are text are written with one for at least each line or element. The check is called often, and should be quick.
///
/// An ended work is unwound like a panic, without a message: its values are dropped, and what it only borrows may be half done. In
/// programs that abort on panics the check must not fail.
///
/// Errors: that of the check.
///
/// ```
/// let check = || Err("Ctrl-C");
/// let ended = anim_core::interruptible(check, || { anim_core::checkpoint(); "done" });
/// assert_eq!(ended, Err("Ctrl-C"));
/// ```
pub fn interruptible<T, E: Send + 'static>(
    check: impl Fn() -> Result<(), E> + 'static,
    work: impl FnOnce() -> T,
) -> Result<T, E> {
    let check = move || {
        if let Err(error) = check() {
            resume_unwind(Box::new(Interruption(error)));
        }
    };
    let _set = Set::new(Rc::new(check));
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Interruption<E>>() {
        Ok(interruption) => interruption.0,
        Err(panic) => resume_unwind(panic),
    })
}

/// A point at which [`interruptible`] work may end. Outside such work it costs a nanosecond.
pub fn checkpoint() {
    if IS_CHECKED.get() {
        // The check may do interruptible work itself.
        let check = CHECK.with_borrow(Option::clone);
        if let Some(check) = check {
            check();
        }
    }
}

/// A check that is in effect until this is dropped; then the one before it is again.
struct Set {
    before: Option<Rc<dyn Fn()>>,
}

impl Set {
    fn new(check: Rc<dyn Fn()>) -> Self {
        IS_CHECKED.set(true);
        Self { before: CHECK.replace(Some(check)) }
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        IS_CHECKED.set(self.before.is_some());
        CHECK.set(self.before.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of checkpoints that work passes before its check fails, and the result.
    fn passed(limit: u32, checkpoints: u32) -> (u32, Result<u32, &'static str>) {
        let count = Rc::new(Cell::new(0));
        let seen = Rc::clone(&count);
        let check = move || {
            seen.set(seen.get() + 1);
            if seen.get() == limit { Err("over") } else { Ok(()) }
        };
        let result = interruptible(check, || {
            (0..checkpoints).for_each(|_| checkpoint());
            checkpoints
        });
        (count.get(), result)
    }

    #[test]
    fn work_ends_at_the_checkpoint_whose_check_fails() {
        assert_eq!(passed(0, 5), (5, Ok(5)));
        assert_eq!(passed(3, 5), (3, Err("over")));
        assert_eq!(passed(9, 5), (5, Ok(5)));
        checkpoint();
    }

    #[test]
    fn the_outer_check_is_in_effect_again_after_inner_work() {
        let outer = interruptible(
            || Err::<(), _>("outer"),
            || {
                let inner = interruptible(|| Err::<(), _>(1), checkpoint);
                assert_eq!(inner, Err(1));
                checkpoint();
            },
        );
        assert_eq!(outer, Err("outer"));
    }

    #[test]
    fn the_values_of_ended_work_are_dropped() {
        let value = Rc::new(());
        let held = Rc::clone(&value);
        let work = move || {
            checkpoint();
            drop(held);
        };
        assert_eq!(interruptible(|| Err::<(), _>(()), work), Err(()));
        assert_eq!(Rc::strong_count(&value), 1);
    }

    #[test]
    #[should_panic(expected = "a fault")]
    fn a_panic_stays_a_panic() {
        let _ = interruptible(|| Ok::<(), ()>(()), || panic!("a fault"));
    }
}
