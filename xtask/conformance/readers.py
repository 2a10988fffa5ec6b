#!/usr/bin/env python3
"""Compares the poses that other programs show of converted files with the poses before the conversion.

    readers.py COMPARISONS.json RESULTS.json

glTF is in metres with +Y up and +Z to the front: poses of formats that define other axes or another unit are converted to that.
Each comparison names the poses that are expected (`anim pose --json`), those that a program shows, and the report of the
conversion. Per node and time there are two errors, in world and in local matrices:

position  the distance from the expected position, in the units of the file that is read; the tolerance is relative to the size of the pose
axes      the largest distance between the tips of an axis, relative to the longest axis: radians, for small errors

A comparison that is `granted` may be off by the errors that the report gives for a node and the nodes above it, besides the
tolerance. Left out, and counted, is what a target cannot hold by nature: nodes below a node that changes its parent or is
sheared; in a BVH, the axes of nodes that are scaled and the ends of chains. Prints a line for each comparison; one error
beyond its tolerance fails.
"""

import json
import math
import struct
import sys
from collections import Counter
from operator import mul

# Axes count as perpendicular up to this cosine, which is due to the rounding of matrices to 1/4096.
RIGHT_ANGLE = 5e-3
# The allowed error of rotation and scale for such a matrix, whatever a report gives for the node at other times.
ROUNDED = 5e-3
# The units of errors that move and turn nodes.
UNITS = ("length", "ratio", "radians")
# Blender interpolates quaternions linearly: arcs are so short that the difference is at most this, in radians.
ARC = 1e-3
# Axes that are neither scaled nor sheared.
RIGID = 1e-4
# The signs of x, y and z in glTF, and the metres of a unit. TOD: Y down, so 180° about X; millimetres. Midtown Madness 2
# faces -Z, so 180° about Y.
IN_GLTF = {"tod": ((1, -1, -1), 0.001), "mm2-ped": ((-1, 1, -1), 1.0)}


def main():
    comparisons, results = sys.argv[1:]
    found, wrong = [], []
    expected = Expected(None, None, None)
    for one in load(comparisons):
        if (expected.path, expected.target) != (one["expected"], one["target"]):
            expected = Expected(one["expected"], one["source"], one["target"])
        comparison = Comparison(one, expected)
        print(f"  {one['label']}, {one['target']} in {one['reader']}: {comparison.line()}")
        for text in comparison.wrong[:3]:
            print(f"    {text}")
        wrong += comparison.wrong[:1]
        found.append(comparison.result())
    with open(results, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
    if wrong:
        sys.exit(f"{len(wrong)} of {len(found)} comparisons fail")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


class Expected:
    """The poses that a file was made from."""

    def __init__(self, path, source, target):
        self.path, self.target = path, target
        self.poses = lines(path) if path else []
        if target == "glb" and source in IN_GLTF:
            for node in (node for pose in self.poses for node in pose["nodes"]):
                node.update((which, in_gltf(node[which], *IN_GLTF[source])) for which in ("local", "world"))
        chains = {}
        for pose in self.poses:
            for node in pose["nodes"]:
                if node["alive"]:
                    chains.setdefault(node["name"], set()).add(tuple(n["name"] for n in above(pose, node)))
        self.changing = {name for name, different in chains.items() if len(different) > 1}


class Comparison:
    def __init__(self, one, expected):
        self.one, self.expected = one, expected
        self.is_bvh = one["target"] == "bvh"
        self.losses, self.sheared, self.codes, self.renamed = report(one["report"])
        self.decomposes = any(code == "gltf::decomposed" for _, code in self.codes)
        self.arc = ARC if one["reader"] == "Blender" and not self.is_bvh else 0.0
        self.poses = self.nodes = 0
        self.left = Counter()
        self.largest = {"position": (0.0, ""), "relative": (0.0, ""), "axes": (0.0, "")}
        self.wrong = []
        if one["reader"] == "Blender" and not self.is_bvh and has_near_keys(one["file"]):
            self.left["with keys nearer than Blender keeps apart"] += 1
            return
        found = lines(one["found"])
        if found and "error" in found[0]:
            self.wrong.append(f"cannot be read: {found[0]['error']}")
            return
        if len(found) != len(expected.poses) or not found:
            self.wrong.append(f"{len(expected.poses)} poses expected, {len(found)} found")
        if found and "scene" in found[0] and one["source"] != "gltf":
            self.scene(**found[0]["scene"])
        for pose, other in zip(expected.poses, found):
            self.pose(pose, {node["name"]: node for node in other["nodes"]})

    def scene(self, skeletons, motions):
        """A figure that moves is one skeleton, whose motion has the name of the clip."""
        poses = self.expected.poses
        names = [node["name"] for node in poses[0]["nodes"]]
        moves = [any(pose["nodes"][i]["local"] != poses[0]["nodes"][i]["local"] for pose in poses) for i in range(len(names))]
        # Blender cuts long names short and tells equal ones apart.
        clip = poses[0]["clip"]
        if any(moves) and 0 < len(clip) < 60 and clip not in motions:
            self.wrong.append(f"no motion is called {clip!r}: {motions}")
        for tree in trees(poses[0]):
            own = {names[i] for i in tree}
            plain = len(own) == len(tree) and all(0 < len(name) < 60 and names.count(name) == 1 for name in own)
            if len(tree) > 1 and plain and any(moves[i] for i in tree) and not own & self.expected.changing:
                if not any(own <= set(skeleton) for skeleton in skeletons):
                    self.wrong.append(f"the figure of {names[tree[0]]!r} is no skeleton")

    def pose(self, pose, others):
        self.poses += 1
        alive = [node for node in pose["nodes"] if node["alive"]]
        size = extent(pose)
        parents = {node["parent"] for node in pose["nodes"]}
        for node in alive:
            place = f"{node['name']} at {pose['time']:.6g} s"
            chain = [node, *above(pose, node)]
            other = others.get(self.renamed.get(node["name"], node["name"]))
            if other is None and not node["name"]:
                self.left["without a name"] += 1
            elif other is None:
                # The end of a chain that does not rotate is not a joint in a BVH.
                if self.is_bvh and pose["nodes"].index(node) not in parents:
                    self.left["ends of chains"] += 1
                else:
                    self.wrong.append(f"{place} is missing")
            else:
                self.node(node, other, chain, size, place)

    def node(self, node, other, chain, size, place):
        """Compares the world matrices, and the local ones where both have them."""
        sheared = [not self.is_bvh and n["name"] in self.sheared and not is_right(n["local"]) for n in chain]
        if not self.is_bvh and node["name"] in self.expected.changing:
            self.left["parent changes"] += 1
        elif any(sheared):
            self.left["sheared"] += 1
        else:
            self.nodes += 1
            errors = self.matrix("world", node, other, chain, size, place)
            for which, error in (errors | {"relative": errors["position"] / size}).items():
                if not error <= self.largest[which][0]:
                    self.largest[which] = (error, place)
        if not self.is_bvh and not sheared[0]:
            self.matrix("local", node, other, [node], size, place)

    def matrix(self, which, node, other, chain, size, place):
        """Compares one of the matrices, allowing for the errors that the report gives for the nodes of a chain. Returns the errors."""
        mine, theirs = node[which], other[which]
        longest = max(1.0, *(math.hypot(*axis) for axis in axes(mine)))
        errors = {"position": math.dist(mine[3::4], theirs[3::4]), "axes": 0.0}
        if not self.is_bvh or is_rigid(mine):
            errors["axes"] = max(map(math.dist, axes(mine), axes(theirs))) / longest
        else:
            self.left["axes of scaled nodes"] += 1
        # Each node above moves this one by its own error in position, and by that in angle times the distance.
        grants = [self.grant(n) for n in chain]
        stretch = max([1.0] + [math.hypot(*axis) for n in chain[1:] for axis in axes(n["world"])])
        far = [math.dist(node["world"][3::4], n["world"][3::4]) for n in chain]
        granted = {
            "position": sum(stretch * length + angle * d for (length, angle), d in zip(grants, far)),
            "axes": sum(angle for _, angle in grants),
        }
        for error, scale in (("position", size), ("axes", 1.0)):
            allowed = self.one["tolerance"] * scale + granted[error]
            if not errors[error] <= allowed:
                stated = f", of which {granted[error]:.2g} is stated" if granted[error] else ""
                text = f"{which} {error} is off by {errors[error]:.3g}, beyond {allowed:.2g}{stated}"
                self.wrong.append(f"{place}: {text}")
        return errors

    def grant(self, node):
        """The allowed errors of this node in position and axes, as the conversion reports them."""
        if not self.one["granted"]:
            return 0.0, 0.0
        length, angle = self.losses.get(node["name"], (0.0, 0.0))
        if self.decomposes and is_right(node["local"]):
            angle = min(angle, ROUNDED)
        return length, angle + self.arc

    def line(self):
        facts = [f"{self.nodes} node states"]
        for which in ("position", "axes"):
            error, place = self.largest[which]
            facts.append(f"{which} within {error:.2g} ({place})" if error else f"{which} equal")
        facts += [f"{count} left out: {why}" for why, count in self.left.items()]
        return ", ".join(facts)

    def result(self):
        known = {key: self.one[key] for key in ("label", "source", "target", "reader", "fine", "corpus")}
        known |= {"codes": sorted(self.codes)}
        largest = {which: error for which, (error, _) in self.largest.items()}
        return known | {"poses": self.poses, "nodes": self.nodes, "left": self.left} | largest | {"wrong": len(self.wrong)}


def trees(pose):
    """The nodes of each tree, by index, the root first."""
    roots = {}
    for index, node in enumerate(pose["nodes"]):
        root = index
        while (parent := pose["nodes"][root]["parent"]) is not None:
            root = parent
        roots.setdefault(root, [root])
        if index != root:
            roots[root].append(index)
    return list(roots.values())


def in_gltf(rows, signs, metres):
    """A map of 3 rows of 4 numbers with other signs of the axes, and its position in metres."""
    factors = [signs[row] * (metres if column == 3 else signs[column]) for row in range(3) for column in range(4)]
    return list(map(mul, rows, factors))


def report(path):
    """Of a conversion's report: the errors of each node as a length and an angle, nodes that are sheared, the codes with
    what became of what they are about, and the new names of nodes that were renamed."""
    sheared, codes, renamed = set(), set(), {}
    # Reading and writing both cause errors, which add up.
    stages = {}, {}
    for file in load(path)["files"] if path else []:
        written = [loss for output in file["outputs"] for loss in output["losses"]]
        for losses, stage in zip(stages, (file["losses"], written)):
            for loss in stage:
                codes.add((loss["loss"], loss["code"]))
                if loss["code"] == "gltf::decomposed":
                    sheared.add(loss["node"])
                if loss["renamed"] and loss["node"]:
                    renamed[loss["node"]] = loss["renamed"]
                if loss["unit"] in UNITS:
                    length, angle = losses.get(loss["node"], (0.0, 0.0))
                    error = float(loss["error"])
                    is_length = loss["unit"] == "length"
                    losses[loss["node"]] = (max(length, error), angle) if is_length else (length, max(angle, error))
    sums = {}
    for node in stages[0].keys() | stages[1].keys():
        errors = [stage.get(node, (0.0, 0.0)) for stage in stages]
        sums[node] = tuple(map(sum, zip(*errors)))
    return sums, sheared, codes, renamed


def has_near_keys(path):
    """Whether an animation of one of our GLBs has keys that Blender merges: less than 1/100 frame apart, at 24 frames a second."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack_from("<I", data, 12)
    root = json.loads(data[20 : 20 + length])
    samplers = [sampler for animation in root.get("animations", []) for sampler in animation["samplers"]]
    for accessor in {sampler["input"] for sampler in samplers}:
        accessor = root["accessors"][accessor]
        view = root["bufferViews"][accessor["bufferView"]]
        start = 28 + length + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        times = struct.unpack_from(f"<{accessor['count']}f", data, start)
        if any(later - earlier < 0.01 / 24 for earlier, later in zip(times, times[1:])):
            return True
    return False


def above(pose, node):
    """The ancestors of a node, starting with its parent."""
    found = []
    while (parent := node["parent"]) is not None and len(found) <= len(pose["nodes"]):
        node = pose["nodes"][parent]
        found.append(node)
    return found


def extent(pose):
    """The largest coordinate of a pose, at least 1."""
    return max([1.0] + [abs(n) for node in pose["nodes"] for which in ("local", "world") for n in node[which][3::4]])


def axes(rows):
    return [rows[axis:12:4] for axis in range(3)]


def is_right(rows):
    """Whether the axes are at right angles, nearly, and none has length 0."""
    x, y, z = axes(rows)
    pairs = [(a, b, math.hypot(*a) * math.hypot(*b)) for a, b in ((x, y), (y, z), (z, x))]
    return all(size > 0 and abs(sum(map(mul, a, b))) <= RIGHT_ANGLE * size for a, b, size in pairs)


def is_rigid(rows):
    x, y, z = axes(rows)
    lengths = all(abs(math.hypot(*axis) - 1) <= RIGID for axis in (x, y, z))
    return lengths and all(abs(sum(map(mul, a, b))) <= RIGID for a, b in ((x, y), (y, z), (z, x)))


if __name__ == "__main__":
    main()
