"""The formats that the extension reads and writes."""

from typing import NamedTuple


class Format(NamedTuple):
    """A format of animio, as Blender's menus and dialogs show it."""

    id: str
    """The identifier in animio, and in the names of operators."""
    name: str
    """A short name, for the buttons that confirm an import."""
    label: str
    extensions: tuple[str, ...]
    kind: str
    """What its nodes become: `BONES`, `OBJECTS`, or `EITHER`, depending on the contents of a file."""
    reading: tuple[tuple[str, object], ...] = ()
    """Options of reading that differ from those of animio."""
    axes: tuple[tuple[str, object], ...] = ()
    """The axes that most programs assume, if the format defines none."""
    unit: float | None = None
    """The unit of new files, in metres, if the format defines none."""
    unwritten: tuple[str, ...] = ()
    """The extensions of files that are only read."""

    @property
    def written(self) -> tuple[str, ...]:
        """The extensions of new files, the usual one first."""
        return tuple(extension for extension in self.extensions if extension not in self.unwritten)

    @property
    def writing(self) -> dict[str, object]:
        """The options of a new file."""
        return dict(self.axes) | ({} if self.unit is None else {"unit": self.unit})


AXES = (("up", "+y"), ("forward", "+z"))
FORMATS = (
    Format("bvh", "BVH", "Motion capture, any dialect", (".bvh",), "BONES", axes=AXES, unit=0.01),
    Format("hsf-xml", "HSF", "HSF animation", (".xml", ".hsf"), "OBJECTS", axes=AXES),
    Format("mm2-ped", "MM2", "Midtown Madness 2 pedestrian", (".anim", ".skel", ".csv"), "BONES", unwritten=(".csv",)),
    Format("stf", "STF", "STF animation", (".stf",), "EITHER"),
    Format("stt", "STT", "MindRender state table", (".stt",), "OBJECTS", axes=AXES),
    # The console's rounded matrices have axes that are not perpendicular, which Blender objects cannot have.
    Format("tod", "TOD", "PlayStation animation", (".tod",), "EITHER", (("mode", "ideal"),)),
)


def of(identifier: str) -> Format:
    """The format with this identifier. `KeyError` if there is none."""
    return {each.id: each for each in FORMATS}[identifier]
