"""Edit Mode, in which changes are not in the data, and Blender does not pose bones."""

from collections.abc import Iterator
from contextlib import contextmanager

import bpy


@contextmanager
def edited(context: bpy.types.Context) -> Iterator[None]:
    """Leaves Edit Mode in the meantime, which applies what was edited."""
    is_editing = context.mode.startswith("EDIT")
    if is_editing:
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        if is_editing:
            bpy.ops.object.mode_set(mode="EDIT")
