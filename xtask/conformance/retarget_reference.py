#!/usr/bin/env python3
"""Draws a figure with a clip and another figure with a skin, and computes how the clip has to look on the other one.

    retarget_reference.py SEED FOLDER

Writes into FOLDER `source.glb`, named as motion capture is, with bones between those of the other figure and all of it in
centimetres below a root that scales; `figure.glb`, whose bones a VRM, Mixamo's names (every third seed each) or `bones.txt` identify;
`expected.jsonl`, the poses of the figure at the times in `times.txt`; `skin.json`, the positions of its vertices; `avatar.json`,
its rotations by the clip as a VRM animation; and `figures.json`, both figures and their axes, for other programs.

The rules alone, with matrices: a bone rotates in the world from its rest as its source does; the hips move as the source's do,
scaled by the ratio of the lengths of the legs.
"""

import json
import pathlib
import struct
import sys

import numpy as np

# The bones of VRM with their parents and positions, on the left and in the middle; the right is the mirror image.
BODY = {
    "hips": (None, (0, 1.0, 0)),
    "spine": ("hips", (0, 1.1, 0)),
    "chest": ("spine", (0, 1.25, 0)),
    "neck": ("chest", (0, 1.5, 0)),
    "head": ("neck", (0, 1.6, 0.02)),
    "leftShoulder": ("chest", (0.05, 1.45, 0)),
    "leftUpperArm": ("leftShoulder", (0.2, 1.45, 0)),
    "leftLowerArm": ("leftUpperArm", (0.45, 1.45, 0)),
    "leftHand": ("leftLowerArm", (0.7, 1.45, 0)),
    "leftUpperLeg": ("hips", (0.1, 0.95, 0)),
    "leftLowerLeg": ("leftUpperLeg", (0.1, 0.5, 0.02)),
    "leftFoot": ("leftLowerLeg", (0.1, 0.08, 0)),
}
# What motion capture and Mixamo call them, without the side.
CAPTURED = {
    "hips": "Hips", "spine": "LowerBack", "chest": "Spine", "neck": "Neck", "head": "Head", "Shoulder": "Shoulder",
    "UpperArm": "Arm", "LowerArm": "ForeArm", "Hand": "Hand", "UpperLeg": "UpLeg", "LowerLeg": "Leg", "Foot": "Foot",
}
MIXAMO = {**CAPTURED, "spine": "Spine", "chest": "Spine1"}
KEYS = [0.0, 0.4, 1.0]
TIMES = [0.0, 0.1, 0.4, 0.55, 0.93, 1.0]
VERTICES = 24


def main():
    seed, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    draw = np.random.default_rng(seed)
    source, figure = Figure.drawn(draw, 0.7), Figure.drawn(draw, 1.9)
    clip = Clip(draw, source)
    (folder / "source.glb").write_bytes(source_glb(source, clip))
    kind = ["vrm", "mixamo", "bones"][seed % 3]
    names = {role: name(role, kind) for role in figure.parents}
    skin = Skin(draw, figure)
    (folder / "figure.glb").write_bytes(figure_glb(figure, names, kind, skin))
    pairs = [f"{captured(role)} = {names[role]}\n" for role in figure.parents]
    (folder / "bones.txt").write_text("".join(pairs) if kind == "bones" else "# the names tell\n")
    (folder / "times.txt").write_text(",".join(str(time) for time in TIMES))
    places = []
    with open(folder / "expected.jsonl", "w") as file:
        for time in TIMES:
            turned, moved = brought(source, figure, clip, time)
            places.append(skin.at(figure, turned, moved))
            nodes = posed(figure, names, turned, moved)
            file.write(json.dumps({"time": time, "nodes": nodes}) + "\n")
    (folder / "figures.json").write_text(json.dumps(figures(source, figure, clip)))
    (folder / "avatar.json").write_text(json.dumps(avatar(source, figure, clip)))
    (folder / "skin.json").write_text(json.dumps({"times": TIMES, "places": places}))


class Figure:
    """Positions and axes of bones at rest, in the world, and their parents."""

    @staticmethod
    def drawn(draw, size):
        figure = Figure()
        figure.parents, figure.places, figure.axes = {}, {}, {}
        for role, (parent, place) in BODY.items():
            sides = [role] if not role.startswith("left") else [role, "right" + role[4:]]
            for side in sides:
                right = side.startswith("right")
                above = "right" + parent[4:] if right and parent.startswith("left") else parent
                mirrored = np.array(place) * ([-1, 1, 1] if right else [1, 1, 1])
                figure.parents[side] = above
                figure.places[side] = size * (mirrored + draw.uniform(-0.02, 0.02, 3))
                figure.axes[side] = rotation(draw, np.pi)
        return figure

    def local(self, role):
        """The rotation and the position of a bone relative to its parent."""
        parent = self.parents[role]
        if parent is None:
            return self.axes[role], self.places[role]
        inverse = self.axes[parent].T
        return inverse @ self.axes[role], inverse @ (self.places[role] - self.places[parent])

    def leg(self):
        pairs = [("UpperLeg", "LowerLeg"), ("LowerLeg", "Foot")]
        ends = [(side + a, side + b) for side in ("left", "right") for a, b in pairs]
        return sum(np.linalg.norm(self.places[a] - self.places[b]) for a, b in ends)


class Clip:
    """Rotations of the bones of a figure at keys, also of a joint between hips and left thigh, and positions of the hips."""

    def __init__(self, draw, figure):
        self.turns = {
            role: [figure.local(role)[0] @ rotation(draw, 0.8) for _ in KEYS] for role in figure.parents
        }
        self.joint = [rotation(draw, 0.5) for _ in KEYS]
        self.hips = [figure.places["hips"] + draw.uniform(-0.5, 0.5, 3) for _ in KEYS]

    def place(self, time):
        at, u = segment(time)
        return (1 - u) * self.hips[at] + u * self.hips[at + 1]

    @staticmethod
    def turn(keys, time):
        at, u = segment(time)
        return between(keys[at], keys[at + 1], u)


def brought(source, figure, clip, time):
    """The rotations and positions in the world of a figure's bones, with the motion of another figure's clip."""
    now, turned, moved = {}, {}, {}
    ratio = figure.leg() / source.leg()
    for role, parent in figure.parents.items():
        above = np.eye(3) if parent is None else now[parent]
        if role == "leftUpperLeg":
            # The joint has the axes of the hips at rest.
            above = above @ clip.turn(clip.joint, time)
        now[role] = above @ clip.turn(clip.turns[role], time)
        turned[role] = now[role] @ source.axes[role].T @ figure.axes[role]
        if parent is None:
            moved[role] = figure.places[role] + ratio * (clip.place(time) - source.places[role])
        else:
            moved[role] = moved[parent] + turned[parent] @ figure.local(role)[1]
    return turned, moved


def posed(figure, names, turned, moved):
    """The nodes of a figure in a pose, as `anim pose` prints them: with the root first, and the mesh last."""
    still = rows(np.eye(3), np.zeros(3))
    nodes = [{"name": "root", "parent": None, "alive": True, "local": still, "world": still}]
    index = {role: i + 1 for i, role in enumerate(figure.parents)}
    for role, parent in figure.parents.items():
        world = turned[role], moved[role]
        local = world
        if parent is not None:
            inverse = turned[parent].T
            local = inverse @ world[0], inverse @ (world[1] - moved[parent])
        above = 0 if parent is None else index[parent]
        node = {"name": names[role], "parent": above, "alive": True}
        nodes.append({**node, "local": rows(*local), "world": rows(*world)})
    return nodes + [{"name": "body", "parent": None, "alive": True, "local": still, "world": still}]


def figures(source, figure, clip):
    """Both figures at rest, and the axes of the source's bones and of the figure's at the times, in the world."""
    poses = []
    for time in TIMES:
        turned, _ = brought(source, figure, clip, time)
        # A clip on its own figure has the source's axes.
        own, _ = brought(source, source, clip, time)
        poses.append({"source": matrices(own), "figure": matrices(turned)})
    rests = {"source": source, "figure": figure}
    rest = {name: {"axes": matrices(of.axes), "places": matrices(of.places)} for name, of in rests.items()}
    return {"parents": source.parents, "rest": rest, "poses": poses}


def matrices(named):
    return {name: value.tolist() for name, value in named.items()}


def avatar(source, figure, clip):
    """The rotation of each bone of an avatar in the world at the times, and the position of its hips, with the clip as a VRM
    animation: compared with the source with its arms and legs straightened, and from the avatar's own rest."""
    upright = straightened(source)
    turns, hips = {role: [] for role in source.parents}, []
    for time in TIMES:
        turned, _ = brought(upright, upright, clip, time)
        for role in source.parents:
            turns[role].append(list((turned[role] @ upright.axes[role].T).flatten()))
        # Through a figure of another size, by the heights of the hips: those of the mannequin are 0.95 high.
        moved = (clip.place(time) - source.places["hips"]) * 0.95 / source.places["hips"][1]
        hips.append(list((moved + [0, 0.95, 0]) * figure.places["hips"][1] / 0.95))
    return {"times": TIMES, "turns": turns, "hips": hips}


def straightened(figure):
    """A figure with its arms along X and its legs down, each segment rotated the shortest way."""
    upright = Figure()
    upright.parents, upright.places, upright.axes = figure.parents, dict(figure.places), dict(figure.axes)
    for side, out in (("left", 1), ("right", -1)):
        for bone, end, to in [
            ("UpperArm", "LowerArm", (out, 0, 0)),
            ("LowerArm", "Hand", (out, 0, 0)),
            ("UpperLeg", "LowerLeg", (0, -1, 0)),
            ("LowerLeg", "Foot", (0, -1, 0)),
        ]:
            origin = upright.places[side + bone]
            way = upright.places[side + end] - origin
            way = way / np.linalg.norm(way)
            axis = np.cross(way, to)
            turn = about(axis / np.linalg.norm(axis), np.arccos(np.clip(way @ np.array(to), -1, 1)))
            below = [side + bone]
            for role, parent in figure.parents.items():
                below += [role] if parent in below else []
            for role in below:
                upright.axes[role] = turn @ upright.axes[role]
                upright.places[role] = origin + turn @ (upright.places[role] - origin)
    return upright


class Skin:
    """Vertices that two bones each move."""

    def __init__(self, draw, figure):
        count = len(figure.parents)
        self.joints = np.array([draw.choice(count, 2, replace=False) for _ in range(VERTICES)])
        share = draw.uniform(0, 1, VERTICES)
        self.weights = np.stack([share, 1 - share], axis=1).astype(np.float32).astype(float)
        roles = list(figure.parents)
        near = np.array([figure.places[roles[joint]] for joint in self.joints[:, 0]])
        self.places = near + draw.uniform(-0.1, 0.1, (VERTICES, 3))

    def at(self, figure, turned, moved):
        roles, places = list(figure.parents), []
        for joints, weights, place in zip(self.joints, self.weights, self.places):
            parts = 0
            for joint, weight in zip(joints, weights):
                role = roles[joint]
                own = figure.axes[role].T @ (place - figure.places[role])
                parts = parts + weight * (moved[role] + turned[role] @ own)
            places.append(list(parts))
        return places


def source_glb(figure, clip):
    """The clip in centimetres below a root that scales and rotates, with a joint above the left thigh."""
    root = rotation(np.random.default_rng(7), np.pi)
    glb = Glb()
    nodes = [{"name": "rig", "rotation": quaternion(root), "scale": [0.01] * 3, "children": []}]
    index = {}
    for role, parent in figure.parents.items():
        turn, place = figure.local(role)
        if parent is None:
            turn, place = root.T @ turn, root.T @ place
        above = 0 if parent is None else index[parent]
        if role == "leftUpperLeg":
            nodes[above]["children"].append(len(nodes))
            above = len(nodes)
            nodes.append({"name": "LHipJoint", "children": []})
        index[role] = len(nodes)
        nodes[above]["children"].append(len(nodes))
        nodes.append({"name": captured(role), "rotation": quaternion(turn), "children": []})
        nodes[-1]["translation"] = list(100 * place)
    times = glb.floats(np.array(KEYS), "SCALAR", bounds=True)
    curves = []
    for role, turns in clip.turns.items():
        below = [root.T @ turn if role == "hips" else turn for turn in turns]
        curves.append((index[role], "rotation", glb.floats(np.array([quaternion(turn) for turn in below]), "VEC4")))
    joint = next(i for i, node in enumerate(nodes) if node["name"] == "LHipJoint")
    curves.append((joint, "rotation", glb.floats(np.array([quaternion(turn) for turn in clip.joint]), "VEC4")))
    places = np.array([100 * root.T @ place for place in clip.hips])
    curves.append((index["hips"], "translation", glb.floats(places, "VEC3")))
    samplers = [{"input": times, "output": output} for _, _, output in curves]
    channels = [{"sampler": i, "target": {"node": n, "path": path}} for i, (n, path, _) in enumerate(curves)]
    animation = {"name": "dance", "samplers": samplers, "channels": channels}
    for node in nodes:
        if not node["children"]:
            del node["children"]
    return glb.made({"nodes": nodes, "scene": 0, "scenes": [{"nodes": [0]}], "animations": [animation]})


def figure_glb(figure, names, kind, skin):
    glb = Glb()
    roles = list(figure.parents)
    nodes = [{"name": "root", "children": [1]}]
    for role in roles:
        turn, place = figure.local(role)
        children = [roles.index(below) + 1 for below, parent in figure.parents.items() if parent == role]
        node = {"name": names[role], "rotation": quaternion(turn), "translation": list(place)}
        nodes.append({**node, "children": children} if children else node)
    nodes.append({"name": "body", "mesh": 0, "skin": 0})
    binds = []
    for role in roles:
        inverse = np.eye(4)
        inverse[:3, :3] = figure.axes[role].T
        inverse[:3, 3] = -figure.axes[role].T @ figure.places[role]
        binds.append(inverse.T.flatten())
    two = np.zeros((VERTICES, 2))
    attributes = {
        "POSITION": glb.floats(skin.places, "VEC3", bounds=True),
        "JOINTS_0": glb.bytes(np.concatenate([np.where(skin.weights > 0, skin.joints, 0), two], axis=1)),
        "WEIGHTS_0": glb.floats(np.concatenate([skin.weights, two], axis=1), "VEC4"),
    }
    smile = np.zeros((VERTICES, 3))
    primitive = {"attributes": attributes, "material": 0, "targets": [{"POSITION": glb.floats(smile, "VEC3", bounds=True)}]}
    root = {
        "nodes": nodes,
        "materials": [{"name": "cloth", "extensions": {"EXT_unknown": {"threads": 1.5}}}],
        "extensionsUsed": ["EXT_unknown"],
        "scene": 0,
        "scenes": [{"nodes": [0, len(nodes) - 1]}],
        "meshes": [{"primitives": [primitive], "extras": {"targetNames": ["smile"]}}],
        "skins": [{"joints": [i + 1 for i in range(len(roles))], "inverseBindMatrices": glb.floats(np.array(binds), "MAT4")}],
    }
    if kind == "vrm":
        bones = {role: {"node": i + 1} for i, role in enumerate(roles)}
        root["extensionsUsed"].append("VRMC_vrm")
        root["extensions"] = {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": bones}}}
    return glb.made(root)


class Glb:
    """A .glb that is being written."""

    def __init__(self):
        self.data, self.views, self.accessors = b"", [], []

    def floats(self, values, kind, bounds=False):
        values = values.astype(np.float32)
        accessor = {"componentType": 5126, "count": len(values), "type": kind}
        if bounds:
            flat = values.reshape(len(values), -1)
            accessor["min"] = [float(x) for x in flat.min(axis=0)]
            accessor["max"] = [float(x) for x in flat.max(axis=0)]
        return self.add(values.tobytes(), accessor)

    def bytes(self, values):
        return self.add(values.astype(np.uint8).tobytes(), {"componentType": 5121, "count": len(values), "type": "VEC4"})

    def add(self, data, accessor):
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)})
        self.data += data + bytes(-len(data) % 4)
        self.accessors.append({"bufferView": len(self.views) - 1, **accessor})
        return len(self.accessors) - 1

    def made(self, root):
        root = {"asset": {"version": "2.0"}, **root, "accessors": self.accessors, "bufferViews": self.views}
        root["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(root).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(self.data), b"BIN\0") + self.data
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def captured(role):
    return sided(role, CAPTURED)


def name(role, kind):
    """The name of a bone in a figure."""
    if kind == "mixamo":
        return "mixamorig:" + sided(role, MIXAMO)
    return f"J{role}" if kind == "vrm" else f"part {sum(map(ord, role))}"


def sided(role, names):
    for side in ("left", "right"):
        if role.startswith(side):
            return side.capitalize() + names[role[len(side) :]]
    return names[role]


def segment(time):
    at = max(i for i in range(len(KEYS) - 1) if KEYS[i] <= time)
    return at, (time - KEYS[at]) / (KEYS[at + 1] - KEYS[at])


def rotation(draw, most):
    axis = draw.normal(size=3)
    return about(axis / np.linalg.norm(axis), draw.uniform(-most, most))


def about(axis, angle):
    """The rotation by an angle about an axis of length 1 (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def between(a, b, u):
    """The rotation that is a part of the way from one to another, the shorter way about one axis."""
    turn = a.T @ b
    cosine = np.clip((np.trace(turn) - 1) / 2, -1, 1)
    angle = np.arccos(cosine)
    if angle < 1e-9:
        return a
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    return a @ about(axis / np.linalg.norm(axis), u * angle)


def quaternion(matrix):
    """x, y, z, w of a rotation, from its axis and angle."""
    axis = np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]])
    angle = np.arctan2(np.linalg.norm(axis), np.trace(matrix) - 1)
    axis = axis / np.linalg.norm(axis) if np.linalg.norm(axis) > 1e-12 else np.array([1.0, 0, 0])
    return [float(x) for x in axis * np.sin(angle / 2)] + [float(np.cos(angle / 2))]


def rows(turn, place):
    return [float(x) for x in np.concatenate([turn, place.reshape(3, 1)], axis=1).flatten()]


if __name__ == "__main__":
    main()
