"""What an import or an export could not carry over: a panel, and a text block that stays with the file."""

from dataclasses import dataclass

import bpy

TEXT = "Animation report"


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


def show(title: str, notes: list[Note]) -> bpy.types.Text:
    """Writes a report into a text block, whose last report the panel shows. Equal losses of many nodes are one line."""
    text = bpy.data.texts.get(TEXT) or bpy.data.texts.new(TEXT)
    text.clear()
    text.write("\n".join([title, *lines(notes)]) + "\n")
    return text


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
    bl_label = "Import and export report"

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        return TEXT in bpy.data.texts

    def draw(self, _context: bpy.types.Context) -> None:
        column = self.layout.column(align=True)
        for line in bpy.data.texts[TEXT].lines:
            kind = line.body.split(":")[0]
            icons = {"dropped": "ERROR", "approximated": "INFO", "kept": "CHECKMARK"}
            column.label(text=line.body, icon=icons.get(kind, "NONE"))


CLASSES = (VIEW3D_PT_anim_report,)
