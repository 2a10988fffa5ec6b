"""Imports that run a step at a time, so that Esc can stop them."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import bpy
from animio import Error

from . import report

FAILURES = (Error, OSError, ValueError, ReferenceError)
# Another window, or a timer, may undo or delete while a file is imported.
REMOVED = "the imported data was removed during the import, for example by an undo"
# Seconds that steps run between two checks of the keyboard.
SPAN = 0.05


class Job:
    """Imports files one after the other, each completely or not at all."""

    def __init__(self, files: list[Callable[[], Iterator[float]]]) -> None:
        self.waiting = list(files)
        self.total = max(len(files), 1)
        self.running: Iterator[float] | None = None
        self.finished = 0
        self.done = 0.0
        """The progress, 0 to 1."""
        self.errors: list[str] = []

    def advance(self, seconds: float = float("inf")) -> bool:
        """Runs for this long, at least one step; returns whether everything is done."""
        end = time.monotonic() + seconds
        while self.running or self.waiting:
            try:
                self.running = self.running or self.waiting.pop(0)()
                part = next(self.running, None)
            except FAILURES as error:
                self.errors.append(reason(error))
                part, self.running = 0.0, None
            if part is None:
                self.finished, self.running = self.finished + 1, None
            over = self.total - len(self.waiting) - (self.running is not None)
            self.done = (over + (part or 0.0) * (self.running is not None)) / self.total
            if time.monotonic() >= end:
                break
        return not (self.running or self.waiting)

    def stop(self) -> None:
        """Ends at once. Nothing remains of the file that is being imported."""
        running, self.waiting, self.running = self.running, [], None
        if running:
            with suppress(ReferenceError):
                running.close()

    def result(self) -> set[str]:
        """The result of an operator: finished imports can be undone."""
        return {"FINISHED"} if self.finished else {"CANCELLED"}


def reason(error: Exception) -> str:
    """The message of a failure; errors of the system without their number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return REMOVED if isinstance(error, ReferenceError) else str(error)


def point(manager: bpy.types.WindowManager, done: float) -> None:
    """Shows the progress at the cursor, 0 to 1. Blender shows the four digits after the point, so that 1 would be 0000."""
    manager.progress_update(min(done, 0.999))


class Running:
    """The base of operators whose job runs in a window: it shows its progress, and Esc stops it."""

    job: Job | None = None

    def start(self, context: bpy.types.Context, job: Job) -> set[str]:
        """Begins a job, which continues after the operator returns."""
        self.job = job
        manager = context.window_manager
        self.timer = manager.event_timer_add(SPAN, window=context.window)
        manager.progress_begin(0, 1)
        manager.modal_handler_add(self)
        self.tell(context)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Continues at each tick of the timer. All other events except Esc are discarded."""
        if event.type == "ESC":
            self.job.stop()
        elif event.type != "TIMER":
            return {"RUNNING_MODAL"}
        try:
            is_over = self.job.advance(SPAN)
        except BaseException:
            self.leave(context)
            raise
        if is_over:
            self.leave(context)
            return self.end()
        self.tell(context)
        return {"RUNNING_MODAL"}

    def end(self) -> set[str]:
        """Reports failures and losses, and returns the result of the operator."""
        for error in self.job.errors:
            self.report({"ERROR"}, error)
        if self.job.finished and (hint := report.hint()):
            self.report({"WARNING"}, hint)
        return self.job.result()

    def cancel(self, context: bpy.types.Context) -> None:
        """Called when Blender closes or opens another file, or nothing was chosen."""
        if self.job:
            self.job.stop()
            self.leave(context)

    def tell(self, context: bpy.types.Context) -> None:
        """Shows the progress of the job at the cursor and in the status bar."""
        point(context.window_manager, self.job.done)
        context.workspace.status_text_set(f"Importing: {100 * self.job.done:.0f} %. Esc: stop")

    def leave(self, context: bpy.types.Context) -> None:
        """Removes the display of the progress."""
        manager = context.window_manager
        manager.event_timer_remove(self.timer)
        manager.progress_end()
        context.workspace.status_text_set(None)
