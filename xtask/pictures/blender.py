#!/usr/bin/env python3
"""A picture of a GLB as Blender imports it: bones, ground, sun, and a camera at a height of 1.5 m.

    blender.py FIGURE.glb PICTURE.png
"""

import sys

import bpy
from mathutils import Vector

# A time in seconds at which the feet are far apart, and Blender's default frame rate.
TIME, RATE = 0.25, 24


def main():
    figure, picture = sys.argv[1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=figure)
    scene = bpy.context.scene
    scene.frame_set(round(TIME * RATE))
    bone, ground = material("bone", (0.9, 0.55, 0.2)), material("ground", (0.18, 0.2, 0.24))
    for shape in [one for one in bpy.data.objects if one.type == "MESH"]:
        # The importer adds a shape for bones, which is not part of the figure.
        shape.hide_render = shape.parent is None
        shape.data.materials.clear()
        shape.data.materials.append(bone)
    bpy.ops.mesh.primitive_plane_add(size=20)
    bpy.context.object.data.materials.append(ground)
    sun = added(scene, "sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 2.2, (0.7, 0.3, 0.5)
    camera = added(scene, "camera", bpy.data.cameras.new("camera"))
    camera.data.lens = 60
    camera.location = (1.9, -2.6, 1.5)
    camera.rotation_euler = (Vector((0, 0, 0.85)) - camera.location).to_track_quat("-Z", "Y").to_euler()
    scene.camera = camera
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.6, 0.65, 0.75, 1)
    scene.render.engine, scene.cycles.device, scene.cycles.samples = "CYCLES", "CPU", 8
    scene.cycles.use_denoising = True
    scene.render.resolution_x = scene.render.resolution_y = 400
    scene.view_settings.view_transform = "Standard"
    scene.render.filepath, scene.render.image_settings.file_format = picture, "PNG"
    bpy.ops.render.render(write_still=True)


def material(name, color):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*color, 1)
    return made


def added(scene, name, data):
    made = bpy.data.objects.new(name, data)
    scene.collection.objects.link(made)
    return made


if __name__ == "__main__":
    main()
