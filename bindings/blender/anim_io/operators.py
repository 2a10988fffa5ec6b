"""File → Import and File → Export."""

import os
from functools import partial

import animio
import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import exporter, importer, report, words
from .formats import FORMATS, Format
from .jobs import FAILURES, Job, Running, point, reason
from .modes import edited

AXES = [("AUTO", "Automatic", "As stated in the file, or else as in most files")]
AXES += [(axis, axis.upper(), "") for axis in ("+x", "-x", "+y", "-y", "+z", "-z")]
KINDS = [
    ("AUTO", "Automatic", "Bones for figures, else objects"),
    ("ARMATURE", "New Armature", "A bone for each node"),
    ("OBJECTS", "New Objects", "An object for each node"),
    ("SELECTED", "Active Armature", "Bones of the active armature, matched by name or as bones of a human figure"),
]
ACTIONS = [
    ("ACTIVE", "Active", "What the objects play, from the first to the last frame of their actions, or of the scene without actions"),
    ("ALL", "All", "Every action of the objects; a file each, if a file of the format holds only one"),
]


def drained(context: bpy.types.Context, steps: object) -> None:
    """Runs to the end, and shows the progress."""
    manager = context.window_manager
    manager.progress_begin(0, 1)
    try:
        for done in steps:
            point(manager, done)
    finally:
        manager.progress_end()


class Importing(Running, ImportHelper):
    """The base of all import operators."""

    bl_options = {"REGISTER", "UNDO", "PRESET"}
    form: Format

    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    kind: EnumProperty(name="Import As", items=KINDS, default="AUTO")
    set_rate: BoolProperty(name="Set Frame Rate", description="Set the frame rate of the scene to that of the file", default=True)
    strips: BoolProperty(name="NLA Strips", description="Put every clip on an NLA track, one after the other", default=False)
    bones: StringProperty(name="Bone Map", description="`node=bone \"node=bone\"`, or a file with a pair on each line, for the active armature")
    up: EnumProperty(name="Up", items=AXES, default="AUTO")
    forward: EnumProperty(name="Forward", items=AXES, default="AUTO")
    unit: FloatProperty(name="Unit", description="Length unit of the file in metres; 0 is automatic", default=0.0, min=0.0, precision=4)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Imports the chosen files, each completely or not at all."""
        names = [file.name for file in self.files if file.name]
        paths = [os.path.join(self.directory, name) for name in names] or [self.filepath]
        try:
            chosen = importer.Options(
                self.kind, self.set_rate, self.strips, self.axis("up"), self.axis("forward"), self.unit, self.bones,
                words.options(self.options),
            )  # fmt: skip
        except ValueError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        job = Job([partial(importer.run, context, path, self.form.id, chosen) for path in paths])
        # An import started in a window can be stopped; for scripts the call returns when everything is imported.
        if getattr(self, "is_asked", False) and context.window and not bpy.app.background:
            self.is_asked = False
            return self.start(context, job)
        self.job = job
        job.advance()
        return self.end()

    def axis(self, name: str) -> str:
        """A chosen axis, or nothing."""
        value = getattr(self, name)
        return "" if value == "AUTO" else value

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Asks for files, or only for options if files were dropped."""
        self.is_asked = True
        return self.invoke_popup(context) if self.directory and self.files else super().invoke(context, event)


# The options for the axes and the unit of a file.
SPACE = ("up", "forward", "unit")


class Exporting(ExportHelper):
    """The base of all export operators."""

    bl_options = {"PRESET"}
    form: Format
    most: int | None
    """The largest number of clips in a file."""

    which: EnumProperty(
        name="Actions",
        items=ACTIONS,
        default="ACTIVE",
    )

    @property
    def filename_ext(self) -> str:
        """The extension of the chosen name if the format has it, else the usual one. The file browser appends it."""
        chosen = os.path.splitext(self.filepath)[1].lower()
        return chosen if chosen in self.form.written else self.form.written[0]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        cls.poll_message_set("There is no active object")
        return bool(context.view_layer.objects.active)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Exports the active object, and reports what the file cannot hold."""
        try:
            own = words.options(self.options)
            # A file that does not record its axes is imported with those in which it is exported.
            expected = () if own.keys() & SPACE else ("anim::space", "bvh::space")
            every = self.which == "ALL"
            steps = exporter.run(context, self.filepath, every, self.most, self.form.writing | own, expected)
            with edited(context):
                drained(context, steps)
        except FAILURES as error:
            report.show([f"{os.path.basename(self.filepath)}: {reason(error)}"])
            self.report({"ERROR"}, reason(error))
            return {"CANCELLED"}
        if hint := report.hint():
            self.report({"WARNING"}, hint)
        return {"FINISHED"}


def glob(extensions: tuple[str, ...]) -> StringProperty:
    """The files that a file browser shows."""
    return StringProperty(default=";".join(f"*{extension}" for extension in extensions), options={"HIDDEN"})


def options(known: dict[str, animio.Option], ours: dict[str, object], fields: tuple[str, ...] = ()) -> StringProperty:
    """The field for options of a format, except those that have fields of their own. Its tooltip lists them with their defaults."""
    lines = ["Options of the format, such as `key=value key=value`. Their defaults are:"]
    for option in known.values():
        if option.name not in fields:
            # Numbers of a range, which limit the work, need no explanation.
            values = "" if ".." in option.values else f" ({option.values.replace('|', ', ')})"
            lines.append(f"{option.name}={ours.get(option.name, option.default)}{values}")
    return StringProperty(name="Options", description="\n".join(lines))


def operators(form: Format) -> tuple[type, type]:
    """The operators of a format."""
    suffix = form.id.replace("-", "_")
    known = next(known for known in animio.formats() if known.id == form.id)
    reading = {
        "__doc__": f"Import animation from {form.name} files", "bl_idname": f"import_anim.io_{suffix}", "bl_label": f"Import {form.name}",
        "__annotations__": {
            "filter_glob": glob(form.extensions), "options": options(known.options, dict(form.reading), SPACE),
        },
        "form": form,
    }  # fmt: skip
    writing = {
        "__doc__": f"Export animation as {form.name}", "bl_idname": f"export_anim.io_{suffix}", "bl_label": f"Export {form.name}",
        "__annotations__": {"filter_glob": glob(form.written), "options": options(known.write_options, form.writing)}, "form": form,
        "most": known.max_clips,
    }  # fmt: skip
    return (
        type(f"IMPORT_ANIM_OT_io_{suffix}", (Importing, bpy.types.Operator), reading),
        type(f"EXPORT_ANIM_OT_io_{suffix}", (Exporting, bpy.types.Operator), writing),
    )


PAIRS = [(form, *operators(form)) for form in FORMATS]
CLASSES = tuple(each for _, *pair in PAIRS for each in pair)


def import_menu(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Adds to File → Import."""
    for form, reading, _ in PAIRS:
        self.layout.operator(reading.bl_idname, text=f"{form.label} ({'/'.join(form.extensions)})")


def export_menu(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Adds to File → Export."""
    for form, _, writing in PAIRS:
        self.layout.operator(writing.bl_idname, text=f"{form.label} ({'/'.join(form.written)})")
