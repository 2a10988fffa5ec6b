#!/usr/bin/env python3
"""Draws an avatar with a face of several parts, and a VRM animation of its expressions.

    face_random.py SEED FOLDER

Writes into FOLDER `avatar.glb`, of VRM 1.0 or, for odd seeds, of 0.x, and `face.vrma`. Expressions share morph targets, and their
weights are linear, each with keys at times of its own.
"""

import pathlib
import sys

import numpy as np

from retarget_reference import Glb

# Standard expressions with their names in VRM 0.x, and one that has none.
NAMES = {"happy": "joy", "sad": "sorrow", "aa": "a", "oh": "o", "blink": "blink", "wink": "unknown"}
BONES = {"hips": [0, 1, 0], "spine": [0, 0.2, 0], "head": [0, 0.4, 0]}


def main():
    seed, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    draw = np.random.default_rng(seed)
    (folder / "avatar.glb").write_bytes(avatar(draw, seed % 2 == 1))
    (folder / "face.vrma").write_bytes(animation(draw))


def body():
    """Nodes of bones, each below the one before."""
    nodes = [{"name": bone, "translation": place, "children": [at + 1]} for at, (bone, place) in enumerate(BONES.items())]
    del nodes[-1]["children"]
    return nodes


def avatar(draw, is_old):
    glb = Glb()
    counts = draw.integers(1, 5, size=3)
    place = glb.floats(np.array([[0, 1, 0], [0.5, 1.5, 0], [0, 1.5, 0]]), "VEC3", bounds=True)
    moved = glb.floats(np.array([[0, 0, 0.1], [0, 0, 0], [0, 0, 0]]), "VEC3", bounds=True)
    part = lambda count: {"primitives": [{"attributes": {"POSITION": place}, "targets": [{"POSITION": moved}] * int(count)}]}
    faces = [{"name": f"face{at}", "mesh": at} for at in range(len(counts))]
    binds = {name: drawn_binds(draw, counts) for name in NAMES}
    human = {bone: {"node": at} for at, bone in enumerate(BONES)}
    if is_old:
        group = lambda name: {"name": name, "presetName": NAMES[name], "binds": [
            {"mesh": face, "index": morph, "weight": 100 * weight} for face, morph, weight in binds[name]]}
        extension = {"humanoid": {"humanBones": [{"bone": bone, **node} for bone, node in human.items()]},
                     "blendShapeMaster": {"blendShapeGroups": [group(name) for name in NAMES]}}
    else:
        expression = lambda name: {"morphTargetBinds": [
            {"node": len(BONES) + face, "index": morph, "weight": weight} for face, morph, weight in binds[name]]}
        extension = {"specVersion": "1.0", "humanoid": {"humanBones": human}, "expressions": by_list(expression)}
    return glb.made({
        **scene(body() + faces), "meshes": [part(count) for count in counts],
        **extended("VRM" if is_old else "VRMC_vrm", extension),
    })


def drawn_binds(draw, counts):
    """Up to four morph targets with their weights: the number of the face, that of its morph target, the weight."""
    faces = draw.integers(len(counts), size=draw.integers(1, 5))
    found = {(int(face), int(draw.integers(counts[face]))): float(draw.uniform(0.1, 1)) for face in faces}
    return [(face, morph, weight) for (face, morph), weight in found.items()]


def animation(draw):
    glb = Glb()
    samplers = []
    for _ in NAMES:
        times = np.unique(np.round(draw.uniform(0, 2, size=draw.integers(2, 6)), 2))
        weights = np.zeros((len(times), 3))
        weights[:, 0] = draw.uniform(0, 1, size=len(times))
        samplers.append({"input": glb.floats(times, "SCALAR", bounds=True), "output": glb.floats(weights, "VEC3")})
    node = {name: {"node": len(BONES) + at} for at, name in enumerate(NAMES)}
    extension = {"specVersion": "1.0", "humanoid": {"humanBones": {bone: {"node": at} for at, bone in enumerate(BONES)}},
                 "expressions": by_list(node.get)}
    channels = [{"sampler": at, "target": {"node": len(BONES) + at, "path": "translation"}} for at in range(len(NAMES))]
    return glb.made({
        **scene(body() + [{"name": f"of {name}"} for name in NAMES]),
        "animations": [{"name": "face", "samplers": samplers, "channels": channels}],
        **extended("VRMC_vrm_animation", extension),
    })


def by_list(entry):
    """The standard expressions and the others."""
    lists = {"preset": {}, "custom": {}}
    for name, old in NAMES.items():
        lists["custom" if old == "unknown" else "preset"][name] = entry(name)
    return lists


def scene(nodes):
    roots = [0] + list(range(len(BONES), len(nodes)))
    return {"scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes}


def extended(name, extension):
    return {"extensionsUsed": [name], "extensions": {name: extension}}


if __name__ == "__main__":
    main()
