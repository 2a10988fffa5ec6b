#!/usr/bin/env python3
"""Poses of every frame of a BVH as bvhio reads it.

    bvh_pose.py FILE.bvh

Prints one JSON object a line for each frame, in the shape of `anim pose --json`. End sites are left out. The library turns
every joint so that an axis points along its bone, which BVH does not: that turn, seen in the rest pose, is taken off.
"""

import json
import sys

import bvhio
import glm


def main():
    path = sys.argv[1]
    motion = bvhio.readAsBvh(path)
    root = bvhio.readAsHierarchy(path)
    joints = [joint for joint, _, _ in root.layout()]
    index = {joint: i for i, joint in enumerate(joints)}
    root.loadRestPose()
    turns = [glm.inverse(joint.RotationWorld) for joint in joints]
    for frame in range(motion.FrameCount):
        root.loadPose(frame)
        worlds = [world(joint, turn) for joint, turn in zip(joints, turns)]
        nodes = []
        for joint, place in zip(joints, worlds):
            parent = index.get(joint.Parent)
            local = place if parent is None else glm.inverse(worlds[parent]) * place
            nodes.append(
                {"name": joint.Name, "parent": parent, "alive": True, "local": rows(local), "world": rows(place)}
            )
        print(json.dumps({"schema": 1, "time": frame * motion.FrameTime, "nodes": nodes}))


def world(joint, turn):
    place = glm.mat4_cast(joint.RotationWorld * turn)
    place[3] = glm.vec4(joint.PositionWorld, 1.0)
    return place


def rows(matrix):
    """Three rows of four; glm keeps columns."""
    return [matrix[column][row] for row in range(3) for column in range(4)]


if __name__ == "__main__":
    main()
