#!/usr/bin/env python3
"""Poses of BVHs as bvhio reads them.

    bvhio_bvh.py JOBS.json

Times are those of frames. End sites are left out. The library rotates every joint so that an axis points along its bone,
which BVH does not: that rotation, known from the rest pose, is removed.
"""

import bvhio
import glm

import jobs


def show(path):
    frame_time = bvhio.readAsBvh(path).FrameTime
    root = bvhio.readAsHierarchy(path)
    joints = [joint for joint, _, _ in root.layout()]
    index = {joint: i for i, joint in enumerate(joints)}
    root.loadRestPose()
    turns = [glm.inverse(joint.RotationWorld) for joint in joints]

    def at(time):
        root.loadPose(round(time / frame_time))
        worlds = [world(joint, turn) for joint, turn in zip(joints, turns)]
        nodes = []
        for joint, place in zip(joints, worlds):
            parent = index.get(joint.Parent)
            local = place if parent is None else glm.inverse(worlds[parent]) * place
            nodes.append({"name": joint.Name, "local": rows(local), "world": rows(place)})
        return nodes

    return at


def world(joint, turn):
    place = glm.mat4_cast(joint.RotationWorld * turn)
    place[3] = glm.vec4(joint.PositionWorld, 1.0)
    return place


def rows(matrix):
    """Three rows of four; glm stores columns."""
    return [matrix[column][row] for row in range(3) for column in range(4)]


if __name__ == "__main__":
    jobs.run(show)
