"""Imports that run a step at a time, so that Esc ends them."""

import time
from collections.abc import Callable, Iterator

import bpy
from animio import Error

FAILURES = (Error, OSError, ValueError)
# Seconds that steps run between two looks at the keyboard.
SPAN = 0.05


class Job:
    """Imports files one after the other, all or nothing of each."""

    def __init__(self, files: list[Callable[[], Iterator[float]]]) -> None:
        self.waiting = list(files)
        self.total = max(len(files), 1)
        self.running: Iterator[float] | None = None
        self.finished = 0
        self.done = 0.0
        """How much is done, 0 to 1."""
        self.errors: list[str] = []

    def advance(self, seconds: float = float("inf")) -> bool:
        """Runs for this long, at least one step; whether all is done."""
        end = time.monotonic() + seconds
        while self.running or self.waiting:
            try:
                self.running = self.running or self.waiting.pop(0)()
                part = next(self.running, None)
            except FAILURES as error:
                self.errors.append(str(error))
                part, self.running = 0.0, None
            if part is None:
                self.finished, self.running = self.finished + 1, None
            over = self.total - len(self.waiting) - (self.running is not None)
            self.done = (over + (part or 0.0) * (self.running is not None)) / self.total
            if time.monotonic() >= end:
                break
        return not (self.running or self.waiting)

    def stop(self) -> None:
        """Ends at once. Nothing stays of the file that is being imported."""
        if self.running:
            self.running.close()
        self.waiting, self.running = [], None

    def result(self) -> set[str]:
        """What an operator returns: what is finished can be undone."""
        return {"FINISHED"} if self.finished else {"CANCELLED"}


class Running(bpy.types.Operator):
    """Import in a window: it shows how far it is, and Esc ends it"""

    bl_idname = "import_anim.running"
    bl_label = "Import Animation"
    bl_options = {"INTERNAL", "UNDO"}

    # The job of the operator that is invoked next.
    next_job: Job | None = None

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[str]:
        """Takes the job that waits."""
        self.job, Running.next_job = Running.next_job, None
        if self.job is None:
            return {"CANCELLED"}
        manager = context.window_manager
        self.timer = manager.event_timer_add(SPAN, window=context.window)
        manager.progress_begin(0, 100)
        manager.modal_handler_add(self)
        context.workspace.status_text_set("Importing. Esc: stop")
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Goes on at each tick of the timer. Other events wait for the end."""
        if event.type == "ESC":
            self.job.stop()
        elif event.type != "TIMER":
            return {"RUNNING_MODAL"}
        elif not self.job.advance(SPAN):
            context.window_manager.progress_update(round(100 * self.job.done))
            return {"RUNNING_MODAL"}
        self.leave(context)
        for error in self.job.errors:
            self.report({"ERROR"}, error)
        return self.job.result()

    def cancel(self, context: bpy.types.Context) -> None:
        """Blender ends or opens another file."""
        self.job.stop()
        self.leave(context)

    def leave(self, context: bpy.types.Context) -> None:
        """Takes away what shows that it runs."""
        manager = context.window_manager
        manager.event_timer_remove(self.timer)
        manager.progress_end()
        context.workspace.status_text_set(None)
