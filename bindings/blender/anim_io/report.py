"""The losses of an import or an export: a panel, and a text block that is saved with the file."""

from collections.abc import Callable
from dataclasses import dataclass

import blf
import bpy

TEXT = "Animation report"
# The space next to a line of the panel: its icon, margins and the tabs of the sidebar, in pixels at scale 1.
BESIDE = 85


@dataclass(frozen=True)
class Note:
    """A loss."""

    kind: str
    """`kept`, `approximated` or `dropped`, as in animio."""
    clip: str
    node: str
    message: str

    def __str__(self) -> str:
        place = " / ".join(part for part in (self.clip, self.node) if part)
        return f"{self.kind}: {place}: {self.message}" if place else f"{self.kind}: {self.message}"


def of_losses(losses: list, clip: str = "") -> list[Note]:
    """The losses that animio reports."""
    return [Note(loss.kind, clip, loss.node or "", loss.message) for loss in losses]


def of_file(name: str, clips: int, notes: list[Note]) -> list[str]:
    """The lines about a file. Equal losses of many nodes are one line."""
    return [f"{name}: {clips} clip{'' if clips == 1 else 's'}", *lines(notes)]


def show(told: list[str]) -> None:
    """Writes a report into a text block, which the panel shows, replacing the last one."""
    text = bpy.data.texts.get(TEXT) or bpy.data.texts.new(TEXT)
    text.clear()
    text.write("\n".join(told) + "\n")


def hint() -> str:
    """A hint where to find the losses of the last import or export; empty without losses."""
    lost = any(line.body.startswith(("approximated:", "dropped:")) for line in bpy.data.texts[TEXT].lines)
    return "Some data was lost: see Animation in the sidebar of the viewport" if lost else ""


def lines(notes: list[Note]) -> list[str]:
    """A line for each loss."""
    if not notes:
        return ["nothing is lost"]
    nodes: dict[tuple[str, str, str], list[str]] = {}
    for note in notes:
        nodes.setdefault((note.kind, note.clip, note.message), []).append(note.node)
    found = []
    for (kind, clip, message), names in nodes.items():
        named = [name for name in dict.fromkeys(names) if name]
        who = named[0] if len(named) == 1 else f"{len(named)} nodes, such as {named[0]}" if named else ""
        found.append(str(Note(kind, clip, who, message)))
    return found


class VIEW3D_PT_anim_report(bpy.types.Panel):
    """The last report, in the sidebar of the viewport."""

    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Animation"
    bl_label = "Import and Export Report"

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        return TEXT in bpy.data.texts

    def draw(self, context: bpy.types.Context) -> None:
        scale = context.preferences.system.ui_scale
        blf.size(0, context.preferences.ui_styles[0].widget.points * scale)
        column = self.layout.column(align=True)
        for line in bpy.data.texts[TEXT].lines:
            kind = line.body.split(":")[0]
            icon = {"dropped": "ERROR", "approximated": "INFO", "kept": "CHECKMARK"}.get(kind, "NONE")
            for row in rows(line.body, context.region.width - BESIDE * scale, lambda text: blf.dimensions(0, text)[0]):
                column.label(text=row, icon=icon)
                icon = "NONE" if icon == "NONE" else "BLANK1"


def rows(line: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """A line as rows of at most this width, except for words that are wider."""
    found: list[str] = []
    for word in line.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and measure(longer) <= width:
            found[-1] = longer
        else:
            found.append(word)
    return found


CLASSES = (VIEW3D_PT_anim_report,)
