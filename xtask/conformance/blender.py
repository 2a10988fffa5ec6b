#!/usr/bin/env python3
"""Poses of GLBs and BVHs as Blender imports and plays them.

    blender.py JOBS.json

Blender is Z up. Its matrices are rotated back to Y up. It keeps a bone's direction in the rest pose, which neither joints of
a GLB nor those of a BVH have: that rotation is removed.
"""

import contextlib
import math
import os
import re

import bpy
from io_scene_gltf2.blender.imp import vnode
from mathutils import Matrix

import jobs

UP = Matrix.Rotation(math.pi / 2, 4, "X")
DOWN = UP.inverted()


def show(path):
    clear()
    _, extension = os.path.splitext(path)
    return {".glb": glb, ".bvh": bvh}[extension](path)


def clear():
    """Removes everything: much faster than opening an empty file, and frames begin at 0 as they do there."""
    for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.materials, bpy.data.actions):
        bpy.data.batch_remove(list(kind))


def glb(path):
    binds = {}
    with bound(binds):
        bpy.ops.import_scene.gltf(filepath=path)
    armatures = [node for node in bpy.data.objects if node.type == "ARMATURE"]
    # A joint may have the same name as an object: its armature, or a shape for bones.
    names = {bone.name for armature in armatures for bone in armature.pose.bones}
    nodes = [node for node in bpy.data.objects if node.name not in names]
    rate = bpy.context.scene.render.fps

    def at(time):
        go_to(time * rate)
        shown = [
            {"name": node.name, "local": rows(DOWN @ node.matrix_basis @ UP), "world": rows(DOWN @ node.matrix_world @ UP)}
            for node in nodes
        ]
        return shown + [state for armature in armatures for state in joints(armature, binds)]

    skeletons = [[bone.name for bone in armature.pose.bones] for armature in armatures]
    at.scene = {"skeletons": skeletons, "motions": [action.name for action in bpy.data.actions]}
    return at


@contextlib.contextmanager
def bound(binds):
    """Records, for each joint imported meanwhile, its transform in the armature when meshes are bound to it."""
    calculate = vnode.calc_bone_matrices

    def note(gltf):
        calculate(gltf)
        found.extend(node for node in gltf.vnodes.values() if node.type == vnode.VNode.Bone)

    found = []
    vnode.calc_bone_matrices = note
    try:
        yield
    finally:
        vnode.calc_bone_matrices = calculate
        # The names of bones are cut to what Blender can hold.
        binds.update({node.blender_bone_name: node.bind_arma_mat for node in found})


def joints(armature, binds):
    """Each joint as the meshes that it moves see it: its transform when bound, moved as its bone has moved since."""
    for bone in armature.pose.bones:
        head = bone.bone.matrix_local
        moved, alone = (motion @ head.inverted() @ binds[bone.name] for motion in (bone.matrix, head @ bone.matrix_basis))
        above = binds[bone.parent.name].inverted() if bone.parent else Matrix()
        yield {
            "name": bone.name,
            "local": rows(DOWN @ above @ alone @ UP),
            "world": rows(DOWN @ armature.matrix_world @ moved @ UP),
        }


def bvh(path):
    # A frame of the file is a frame of the scene, whatever the frame rates. The first has the number 1.
    bpy.ops.import_anim.bvh(filepath=path, frame_start=1)
    (armature,) = bpy.data.objects
    with open(path, encoding="utf-8") as file:
        frame_time = float(re.search(r"frame time:\s*(\S+)", file.read(), re.IGNORECASE)[1])

    def at(time):
        frame = 1 + time / frame_time
        # Frame times have few digits.
        go_to(round(frame) if abs(frame - round(frame)) < 1e-3 else frame)
        return [{"name": bone.name, "local": None, "world": rows(joint(armature, bone))} for bone in armature.pose.bones]

    return at


def joint(armature, bone):
    """The rotation from the rest pose, at the position of the bone's head."""
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
