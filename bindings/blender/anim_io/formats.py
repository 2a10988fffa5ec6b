"""The formats that the extension reads and writes."""

from typing import NamedTuple


class Format(NamedTuple):
    """A format of animio, as Blender's menus and dialogs show it."""

    id: str
    """The identifier in animio, and in the names of operators."""
    label: str
    extensions: tuple[str, ...]
    kind: str
    """What its nodes become: `BONES`, `OBJECTS`, or `EITHER`, by what a file holds."""
    reading: tuple[tuple[str, object], ...] = ()
    """Options of reading that differ from those of animio."""
    writing: tuple[tuple[str, object], ...] = ()
    """Options of writing that differ from those of animio."""


# The axes of formats that define none, as most programs take them.
AXES = (("up", "+y"), ("forward", "+z"))
FORMATS = (
    Format("bvh", "Motion capture, any dialect", (".bvh",), "BONES", writing=(*AXES, ("unit", 0.01))),
    Format("hsf-xml", "HSF animation", (".xml", ".hsf"), "OBJECTS", writing=AXES),
    Format("mm2-ped", "Midtown Madness 2 pedestrian", (".anim", ".skel", ".csv"), "BONES"),
    Format("stf", "STF animation", (".stf",), "EITHER"),
    Format("stt", "MindRender state table", (".stt",), "OBJECTS", writing=AXES),
    # Matrices of the console are rounded and not square: no object of Blender has such.
    Format("tod", "PlayStation animation", (".tod",), "EITHER", (("mode", "ideal"),)),
)


def of(identifier: str) -> Format:
    """The format with this identifier. `KeyError` if there is none."""
    return {each.id: each for each in FORMATS}[identifier]
