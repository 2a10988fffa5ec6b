#!/usr/bin/env python3
"""Checks that Blender's own constraints transfer a pose to another figure as the rule does.

    blender_retarget.py FIGURES.json TOLERANCE

Two armatures are made with the bones of `retarget_reference.py`. Each bone of the second copies the rotation of its namesake
relative to rest, which Blender calls Local Space (Owner Orientation). Prints the largest angle between the axes that Blender shows
and the known ones; one beyond the tolerance fails.
"""

import json
import math
import sys

import bpy
from mathutils import Matrix


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        known = json.load(file)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    source = armature("source", known)
    figure = armature("figure", known)
    for bone in figure.pose.bones:
        constraint = bone.constraints.new("COPY_ROTATION")
        constraint.target, constraint.subtarget = source, bone.name
        constraint.target_space, constraint.owner_space = "LOCAL_OWNER_ORIENT", "LOCAL"
    largest, count = 0.0, 0
    for pose in known["poses"]:
        for bone in source.pose.bones:
            bone.matrix_basis = basis(bone, known, pose["source"])
        bpy.context.view_layer.update()
        shown = figure.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for bone in shown.pose.bones:
            expected = Matrix(pose["figure"][bone.name])
            turn = (expected.transposed() @ bone.matrix.to_3x3().normalized()).to_quaternion()
            largest = max(largest, 2 * math.asin(min(1.0, math.hypot(turn.x, turn.y, turn.z))))
            count += 1
    print(f"{count} bones within {largest:.1e} rad")
    sys.exit(not (count > 0 and largest <= float(sys.argv[2])))


def armature(name, known):
    """An armature whose bones have these positions and axes at rest."""
    rest = known["rest"][name]
    data = bpy.data.armatures.new(name)
    made = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(made)
    bpy.context.view_layer.objects.active = made
    bpy.ops.object.mode_set(mode="EDIT")
    for role, parent in known["parents"].items():
        bone = data.edit_bones.new(role)
        bone.tail = (0, 0.1, 0)
        if parent is not None:
            bone.parent = data.edit_bones[parent]
        bone.matrix = Matrix.Translation(rest["places"][role]) @ Matrix(rest["axes"][role]).to_4x4()
    bpy.ops.object.mode_set(mode="OBJECT")
    return made


def basis(bone, known, pose):
    """The rotation of a bone from its rest, in its own axes."""
    axes, parent = known["rest"]["source"]["axes"], known["parents"][bone.name]
    local = [Matrix(from_[bone.name]) for from_ in (axes, pose)]
    if parent is not None:
        local = [Matrix(from_[parent]).transposed() @ own for from_, own in zip((axes, pose), local)]
    return (local[0].transposed() @ local[1]).to_4x4()


if __name__ == "__main__":
    main()
