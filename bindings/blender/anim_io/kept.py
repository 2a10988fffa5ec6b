"""The values of animated properties, so that an action leaves nothing behind for the next one, and an export nothing in the scene."""

import re

import bpy

from . import curves
from .convert import STEADY
from .played import Take

# A data path that ends with a custom property.
CUSTOM = re.compile(r'(.*)\["((?:[^"\\]|\\.)*)"\]')
RESTS = STEADY | {"rotation_axis_angle": (0, 0, 1, 0)}
# Numbers of a property, or its only one.
Value = tuple[float, ...] | float | str


class Kept:
    """The values of all properties that any of the takes moves, and the selection."""

    def __init__(self, owners: list[bpy.types.ID], takes: list[Take]) -> None:
        self.selected = list(bpy.context.selected_objects)
        self.moved: dict[tuple[bpy.types.ID, str], set[int]] = {}
        for owner in owners:
            parts = [take.parts[owner] for take in takes if owner in take.parts]
            for curve in [*curves.played(owner), *(curve for part in parts for curve in curves.of_part(*part))]:
                self.moved.setdefault((owner, curve.data_path), set()).add(curve.array_index)
        self.values = {place: value for place in self.moved if (value := get(*place)) is not None}

    def restore(self) -> None:
        """Gives every property its value back, and selects what was selected: Blender deselects what is hidden for a moment."""
        for place, value in self.values.items():
            put(*place, value)
        for item in self.selected:
            item.select_set(True)

    def rest(self) -> None:
        """Gives bones and shape keys their rest pose, in which they are while an action does not move them, and the rest its values."""
        for (owner, path), value in self.values.items():
            entry, name = curves.entry(path)
            if entry and name in RESTS:
                moved = self.moved[owner, path]
                value = tuple(RESTS[name][index] if index in moved else number for index, number in enumerate(value))
            elif isinstance(owner, bpy.types.Key) and entry and name == "value":
                value = 0.0
            put(owner, path, value)


def get(owner: bpy.types.ID, path: str) -> Value | None:
    """The value of a property; `None` if there is no such property."""
    try:
        value = owner.path_resolve(path)
    except ValueError:
        return None
    return value if isinstance(value, (int, float, str)) else tuple(value)


def put(owner: bpy.types.ID, path: str, value: Value) -> None:
    """Sets a property that exists."""
    if get(owner, path) == value:
        return
    custom = CUSTOM.fullmatch(path)
    holder, name = (custom[1], bpy.utils.unescape_identifier(custom[2])) if custom else path.rpartition(".")[::2]
    holder = owner.path_resolve(holder) if holder else owner
    if custom:
        holder[name] = value
        owner.update_tag()
    else:
        setattr(holder, name, value)
