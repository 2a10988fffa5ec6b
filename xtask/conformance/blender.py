#!/usr/bin/env python3
"""Poses of GLBs and BVHs as Blender imports and plays them.

    blender.py JOBS.json

Blender is Z up. Its matrices are turned back to Y up. It keeps a bone's direction in the rest pose, which BVH does not
have: that turn is taken off.
"""

import math
import os
import re

import bpy
from mathutils import Matrix

import jobs

UP = Matrix.Rotation(math.pi / 2, 4, "X")
DOWN = UP.inverted()


def show(path):
    clear()
    _, extension = os.path.splitext(path)
    return {".glb": glb, ".bvh": bvh}[extension](path)


def clear():
    """Removes everything: much faster than an empty file, and frames begin at 0 as in one."""
    for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.materials, bpy.data.actions):
        bpy.data.batch_remove(list(kind))


def glb(path):
    bpy.ops.import_scene.gltf(filepath=path)
    nodes = list(bpy.data.objects)
    rate = bpy.context.scene.render.fps

    def at(time):
        go_to(time * rate)
        return [
            {"name": node.name, "local": rows(DOWN @ node.matrix_basis @ UP), "world": rows(DOWN @ node.matrix_world @ UP)}
            for node in nodes
        ]

    return at


def bvh(path):
    # A frame of the file is a frame of the scene, whatever the rates. The first has the number 1.
    bpy.ops.import_anim.bvh(filepath=path, frame_start=1)
    (armature,) = bpy.data.objects
    with open(path, encoding="utf-8") as file:
        frame_time = float(re.search(r"frame time:\s*(\S+)", file.read(), re.IGNORECASE)[1])

    def at(time):
        go_to(1 + round(time / frame_time))
        return [{"name": bone.name, "local": None, "world": rows(joint(armature, bone))} for bone in armature.pose.bones]

    return at


def joint(armature, bone):
    """The turn since the rest pose, at the place of the bone's head."""
    place = armature.matrix_world @ bone.matrix
    rest = armature.matrix_world @ bone.bone.matrix_local
    turn = (place.to_3x3() @ rest.to_3x3().inverted()).to_4x4()
    return DOWN @ Matrix.Translation(place.translation) @ turn @ UP


def go_to(frame):
    whole = math.floor(frame)
    bpy.context.scene.frame_set(whole, subframe=frame - whole)


def rows(matrix):
    return [number for row in matrix[:3] for number in row]


if __name__ == "__main__":
    jobs.run(show)
