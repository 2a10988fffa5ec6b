"""Animation files in Blender: TOD, HSF, Midtown Madness 2, STF, STT and BVH."""

import bpy

from . import handlers, operators, report

CLASSES = (*operators.CLASSES, *handlers.CLASSES, *report.CLASSES)


def register() -> None:
    """Adds operators, menu entries, file handlers and the panel."""
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.TOPBAR_MT_file_import.append(operators.import_menu)
    bpy.types.TOPBAR_MT_file_export.append(operators.export_menu)


def unregister() -> None:
    """Removes everything that `register` adds."""
    bpy.types.TOPBAR_MT_file_export.remove(operators.export_menu)
    bpy.types.TOPBAR_MT_file_import.remove(operators.import_menu)
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
