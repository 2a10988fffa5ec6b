"""New objects for nodes: empties, meshes with shape keys, lights and cameras."""

import bpy
from mathutils import Matrix

from . import parents
from .nodes import Nodes, Shared
from .pieces import SPATIAL
from .report import Note
from .targets import Places, Target

# The size of empties and of the meshes of nodes, in metres.
SIZE = 0.05
# The colours that become the colour of an object.
COLORS = ("color", "color.diffuse")
# The range of the sliders of shape keys, so large that no value is clamped.
SLIDER = 10.0
# The size of the longest name of a custom property, in bytes.
LONGEST = 63


def build(
    context: bpy.types.Context, nodes: Nodes, bones: list[Target | None], notes: list[Note]
) -> list[Target]:
    """Makes an object for each node that is not a bone, and returns the targets of all nodes."""
    targets: list[Target] = []
    for node, bone in zip(nodes.shared, bones):
        if bone is not None:
            targets.append(bone)
            continue
        made = bpy.data.objects.new(node.name, data(node))
        context.collection.objects.link(made)
        target = Target(made, is_loose=nodes.changes_parent(node))
        if made.type == "EMPTY":
            made.empty_display_size = SIZE
        if node.parent is not None and not target.is_loose:
            attach(made, targets[node.parent])
        targets.append(target)
    parents.constrain(nodes, targets)
    for node, target in zip(nodes.shared, targets):
        target.places = places(node, target, notes)
    return targets


def data(node: Shared) -> bpy.types.ID | None:
    """The data of a node's object: a mesh if it has shape keys, a light if it has a direction, a camera if it looks at a point."""
    if "weight" in node.driven or node.node.morphs:
        corners = [(SIZE, 0, 0), (-SIZE, 0, 0), (0, SIZE, 0), (0, -SIZE, 0), (0, 0, SIZE), (0, 0, -SIZE)]
        faces = [(x, y, z) if (x + y + z) % 2 else (y, x, z) for x in (0, 1) for y in (2, 3) for z in (4, 5)]
        mesh = bpy.data.meshes.new(node.name)
        mesh.from_pydata(corners, [], faces)
        return mesh
    if "direction" in node.driven:
        return bpy.data.lights.new(node.name, "SUN")
    if "reference" in node.driven:
        return bpy.data.cameras.new(node.name)
    return None


def attach(made: bpy.types.Object, parent: Target) -> None:
    """Gives an object a parent, whose axes are those of its node."""
    made.parent = parent.owner
    if parent.is_bone:
        made.parent_type, made.parent_bone = "BONE", parent.group
        # Blender attaches the child of a bone to its tail, in the bone's axes.
        length = parent.owner.data.bones[parent.group].length
        turn = Matrix(parent.turn.T.tolist()).to_4x4() @ Matrix.Scale(parent.own, 4)
        made.matrix_parent_inverse = Matrix.Translation((0, -length, 0)) @ turn


def places(node: Shared, target: Target, notes: list[Note]) -> Places:
    """The data paths of properties outside the transform. Properties that Blender lacks become custom properties."""
    found: Places = {}
    owner = target.owner
    for name, width in node.driven.items():
        if name in SPATIAL or name in ("visible", "alive", "parent"):
            continue
        if name == "weight" and not target.is_bone:
            found |= shape_keys(owner, node, width)
        elif name in COLORS and not target.is_bone:
            lit = owner.type == "LIGHT"
            found[name, None] = (owner.data if lit else owner, "color")
        else:
            holder = target.channels
            short = custom(name, holder)
            if short != name:
                notes.append(Note("kept", "", node.name, f"`{name}` has the name `{short}`: names have at most {LONGEST} bytes"))
            holder[short] = [0.0] * width if width > 1 else 0.0
            found[name, None] = (owner, f'{target.prefix.rstrip(".")}["{bpy.utils.escape_identifier(short)}"]')
    return found


def custom(name: str, holder: "bpy.types.Object | bpy.types.PoseBone") -> str:
    """The name of a custom property: the beginning of a name that is too long, with a number if there is one of that name."""
    if len(name.encode()) <= LONGEST:
        return name
    ends = ("", *(f"~{number}" for number in range(2, 1000)))
    cut = (name.encode()[: LONGEST - len(end)].decode(errors="ignore") + end for end in ends)
    return next(short for short in cut if short not in holder)


def shape_keys(owner: bpy.types.Object, node: Shared, count: int) -> Places:
    """A shape key for each morph target, and the data path of its weight."""
    owner.shape_key_add(name="Basis")
    found: Places = {}
    for index in range(max(count, len(node.node.morphs))):
        name = node.node.morphs[index] if index < len(node.node.morphs) else ""
        key = owner.shape_key_add(name=name or f"target {index}")
        # Blender 5 would make them integers.
        key.value = 0.0
        key.slider_min, key.slider_max = -SLIDER, SLIDER
        path = f'key_blocks["{bpy.utils.escape_identifier(key.name)}"].value'
        found["weight", index] = (owner.data.shape_keys, path)
    return found


