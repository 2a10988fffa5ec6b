"""Files dropped into the viewport."""

import bpy

from .operators import PAIRS


def handler(reading: type, extensions: tuple[str, ...], label: str) -> type:
    """The file handler of an import operator."""

    def poll_drop(_cls: type, context: bpy.types.Context) -> bool:
        return bool(context.area and context.area.type == "VIEW_3D")

    members = {
        "bl_idname": reading.__name__.replace("_OT_", "_FH_"), "bl_label": label, "bl_import_operator": reading.bl_idname,
        "bl_file_extensions": ";".join(extensions), "poll_drop": classmethod(poll_drop),
    }  # fmt: skip
    return type(members["bl_idname"], (bpy.types.FileHandler,), members)


CLASSES = tuple(handler(reading, form.extensions, form.label) for form, reading, _ in PAIRS)
