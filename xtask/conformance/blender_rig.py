#!/usr/bin/env python3
"""A person rigged, animated and exported in Blender.

    blender_rig.py FOLDER

Writes each rig as `NAME.glb` and `NAME.bvh`, and the poses of its bones that Blender shows in every frame as `NAME.glb.jsonl` and
`NAME.bvh.jsonl`, in the shape of `anim pose --json`, with names and world matrices alone, in the axes of the file; and the parents of
the bones as `NAME.glb.parents.json` and `NAME.bvh.parents.json`.

Bones point along limbs and have rolls, so none has the axes of the world. `person` is built in metres with Z up, and is the fixture `gltf/valid/rig.glb`. `imported` is what
FBX leaves behind: centimetres with Y up, in an object that is rotated by 90 degrees and scaled to a hundredth. `busy` moves its
object too, stretches bones, and moves bones that are not connected.
"""

import json
import math
import os
import random
import sys

import bpy
from mathutils import Matrix, Quaternion, Vector

# Bone, parent, head and tail in metres, Z up, facing -Y. Bones of the left side are mirrored.
SPINE = [
    ("Hips", None, (0, 0.01, 0.95), (0, 0, 1.08)),
    ("Spine", "Hips", (0, 0, 1.08), (0, 0.02, 1.26)),
    ("Chest", "Spine", (0, 0.02, 1.26), (0, 0.01, 1.46)),
    ("Neck", "Chest", (0, 0.01, 1.46), (0, -0.02, 1.55)),
    ("Head", "Neck", (0, -0.02, 1.55), (0, -0.03, 1.76)),
]
SIDE = [
    ("Shoulder", "Chest", (0.03, 0, 1.43), (0.17, 0.01, 1.44)),
    ("UpperArm", "Shoulder", (0.17, 0.01, 1.44), (0.38, 0.03, 1.22)),
    ("Forearm", "UpperArm", (0.38, 0.03, 1.22), (0.56, -0.04, 1.03)),
    ("Hand", "Forearm", (0.56, -0.04, 1.03), (0.62, -0.08, 0.95)),
    ("Thigh", "Hips", (0.1, 0, 0.92), (0.11, -0.02, 0.5)),
    ("Shin", "Thigh", (0.11, -0.02, 0.5), (0.12, 0.03, 0.09)),
    ("Foot", "Shin", (0.12, 0.03, 0.09), (0.13, -0.1, 0.02)),
    ("Toes", "Foot", (0.13, -0.1, 0.02), (0.13, -0.17, 0.02)),
]
# The largest rotation of bones about their own axes, in radians.
SWINGS = {"Hips": 0.2, "Head": 0.4, "UpperArm": 0.9, "Forearm": 0.8, "Thigh": 0.7, "Shin": 0.9}


def main():
    (folder,) = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    export("person", folder, seconds=1, rate=30, made=Matrix(), shown=Matrix())
    centimetres = Matrix.Scale(100, 4) @ Matrix.Rotation(-math.pi / 2, 4, "X")
    export("imported", folder, seconds=3, rate=24, made=centimetres, shown=centimetres.inverted())
    export("busy", folder, seconds=3, rate=24, made=centimetres, shown=centimetres.inverted(), busy=True)


def export(name, folder, seconds, rate, made, shown, busy=False):
    """Makes a rig with its data moved by `made` and its object by `shown`, and exports it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = rate
    scene.frame_start, scene.frame_end = 0, seconds * rate
    draw = random.Random(name)
    rig = armature(name, made, shown, draw)
    skin(rig)
    animate(rig, seconds * rate, rate, made.to_scale().x, draw, busy)
    bpy.context.view_layer.objects.active = rig
    glb, bvh = (os.path.join(folder, f"{name}.{extension}") for extension in ("glb", "bvh"))
    bpy.ops.export_scene.gltf(filepath=glb, export_format="GLB", export_yup=True, export_materials="NONE", export_normals=False,
                              export_texcoords=False)
    bpy.ops.export_anim.bvh(filepath=bvh, frame_start=scene.frame_start, frame_end=scene.frame_end)
    # A GLB is Y up; a BVH is in the axes of the armature, whatever its object does.
    up = Matrix.Rotation(-math.pi / 2, 4, "X")
    write(glb, scene, rig, lambda: up @ rig.matrix_world, above=name)
    write(bvh, scene, rig, Matrix, above=None)


def armature(name, made, shown, draw):
    data = bpy.data.armatures.new(name)
    rig = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(rig)
    rig.rotation_mode = "QUATERNION"
    rig.matrix_world = shown
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, parent, head, tail, *_ in listed():
        edit = data.edit_bones.new(bone)
        edit.head, edit.tail = made @ Vector(head), made @ Vector(tail)
        edit.roll = draw.uniform(-math.pi, math.pi)
        if parent:
            edit.parent = data.edit_bones[parent]
            edit.use_connect = (edit.head - edit.parent.tail).length < 1e-4
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def listed():
    """All bones, parents first."""
    bones = list(SPINE)
    for side, sign in (("L", 1), ("R", -1)):
        for bone, parent, head, tail in SIDE:
            above = parent if parent in ("Chest", "Hips") else f"{parent}.{side}"
            bones.append((f"{bone}.{side}", above, (sign * head[0], *head[1:]), (sign * tail[0], *tail[1:])))
    return bones


def skin(rig):
    """A triangle on each bone, which follows it."""
    corners, names = [], [bone.name for bone in rig.data.bones]
    for bone in rig.data.bones:
        side = bone.matrix_local.to_3x3() @ Vector((bone.length / 8, 0, 0))
        corners += [bone.head_local + side, bone.head_local - side, bone.tail_local]
    mesh = bpy.data.meshes.new("Body")
    mesh.from_pydata(corners, [], [(i, i + 1, i + 2) for i in range(0, len(corners), 3)])
    body = bpy.data.objects.new("Body", mesh)
    bpy.context.collection.objects.link(body)
    body.parent = rig
    for index, name in enumerate(names):
        body.vertex_groups.new(name=name).add(range(3 * index, 3 * index + 3), 1.0, "REPLACE")
    body.modifiers.new("Armature", "ARMATURE").object = rig


def animate(rig, last, rate, scale, draw, busy):
    """Keys with the curves that Blender gives them, every fifth of a second; the first and the last are the same."""
    for bone in rig.pose.bones:
        bone.rotation_mode = "QUATERNION" if draw.random() < 0.7 else "XYZ"
    frames = range(0, last + 1, rate // 5)
    for frame in frames:
        for bone in rig.pose.bones:
            swing = SWINGS.get(bone.name.split(".")[0], 0.25)
            turn = [draw.uniform(-swing, swing) for _ in range(3)] if 0 < frame < last else [0.1, -0.1, swing / 2]
            if bone.rotation_mode == "QUATERNION":
                bone.rotation_quaternion = Quaternion(turn)
                bone.keyframe_insert("rotation_quaternion", frame=frame)
            else:
                bone.rotation_euler = turn
                bone.keyframe_insert("rotation_euler", frame=frame)
            if bone.parent is None or busy and not bone.bone.use_connect:
                most = (0.08 if bone.parent is None else 0.02) * scale
                bone.location = [draw.uniform(-most, most) for _ in range(3)] if 0 < frame < last else [0, most / 2, 0]
                bone.keyframe_insert("location", frame=frame)
            if busy and bone.name in ("Chest", "Head", "Forearm.L", "Shin.R"):
                bone.scale = [draw.uniform(0.9, 1.15)] * 3
                bone.keyframe_insert("scale", frame=frame)
        if busy:
            rig.location = (0.3 * frame / rate, -0.8 * frame / rate, 0)
            rig.keyframe_insert("location", frame=frame)
    rig.animation_data.action.name = "Dance"


def write(file, scene, rig, axes, above):
    with open(f"{file}.parents.json", "w", encoding="utf-8") as parents:
        json.dump({bone.name: bone.parent.name if bone.parent else above for bone in rig.data.bones}, parents)
    with open(f"{file}.jsonl", "w", encoding="utf-8") as poses:
        for frame in range(scene.frame_start, scene.frame_end + 1):
            scene.frame_set(frame)
            to = axes()
            nodes = [{"name": bone.name, "world": [x for row in (to @ bone.matrix)[:3] for x in row]} for bone in rig.pose.bones]
            print(json.dumps({"time": frame / scene.render.fps, "nodes": nodes}), file=poses)


if __name__ == "__main__":
    main()
