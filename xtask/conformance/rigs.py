#!/usr/bin/env python3
"""Compares figures after conversion through other formats with the originals, as Blender shows both.

    rigs.py COMPARISONS.json

Each comparison names the poses that are expected, those that were found, the parents of the joints, and for each conversion on the way
its report and the metres of a unit of what it read and of what it wrote. Two things are compared, in the units of the file:

place  the distance of a joint from its expected position
turn   the angle between the rotations from the first pose, in radians: axes at rest differ, because some formats have none

Joints may be off by the errors in the reports: by that of their own position, those of the joints above, and the angles and scales of
those times the distance. Where a report says that parents are lost, each joint is compared relative to its parent. Prints the largest
errors and their largest share of the reported ones; an error beyond the reported one fails.
"""

import sys

import numpy as np

from readers import ARC, lines, load

# Single precision down a chain of bones, and the six decimals of BVHs from Blender.
TOLERANCE = {"place": 1e-4, "turn": 1e-3}
# The number of bytes that Blender keeps of a name.
CUT = 63
# Formats whose lengths are those of the figure, not those below a scaled node.
UNSCALED = ("bvh::", "mm2-ped::", "tod::")
# An error is a distance in the parent, an angle, a scale, or a distance in the figure.
KINDS = {"length": 0, "radians": 1, "ratio": 2}


def main():
    comparisons = [Comparison(one) for one in load(sys.argv[1])]
    for one in comparisons:
        print(f"  {one.label}: {one.line()}")
        for text in one.wrong[:3]:
            print(f"    {text}")
    failed = sum(bool(one.wrong) for one in comparisons)
    if failed:
        sys.exit(f"{failed} of {len(comparisons)} comparisons fail")


class Comparison:
    def __init__(self, one):
        self.label, self.parents = one["label"], one["parents"]
        self.names, self.stated, self.flat = names_and_errors(one["reports"], one["scale"], self.parents)
        self.joints, self.wrong = 0, []
        self.largest = {which: (0.0, 0.0, "") for which in TOLERANCE}
        self.most = dict.fromkeys(TOLERANCE, 0.0)
        expected, found = (self.poses(one[which]) for which in ("expected", "found"))
        if len(expected) != len(found) or not found:
            self.wrong.append(f"{len(expected)} poses expected, {len(found)} found")
            return
        for time, pose, other in zip((line["time"] for line in lines(one["expected"])), expected, found):
            self.pose(f"{time:.4g} s", pose, other, expected[0], found[0])

    def poses(self, path):
        """The world matrix of each joint at each time."""
        found = lines(path)
        if found and "error" in found[0]:
            self.wrong.append(f"cannot be read: {found[0]['error']}")
            return []
        return [{node["name"]: np.reshape([*node["world"], 0, 0, 0, 1], (4, 4)) for node in line["nodes"]} for line in found]

    def pose(self, time, pose, other, first, first_other):
        size = max(np.abs(self.within(pose, name)[:3, 3]).max() for name in self.parents)
        for name in self.parents:
            joint = self.names[name][:CUT]
            if name not in pose or joint not in other:
                self.wrong.append(f"{name} ({joint}) is missing: {sorted(other)}")
                return
            self.joints += 1
            at = [self.within(matrices, name) for matrices in (pose, first)]
            shown = [matrices[joint] for matrices in (other, first_other)]
            errors = {"place": distance(at[0], shown[0]), "turn": angle(turn(*at) @ turn(*shown).T)}
            allowed = self.allowed(name, pose)
            for which, scale in (("place", size), ("turn", 1.0)):
                limit = allowed[which] + TOLERANCE[which] * scale
                self.most[which] = max(self.most[which], errors[which])
                if not errors[which] / limit <= self.largest[which][1]:
                    self.largest[which] = (errors[which], errors[which] / limit, f"{name} at {time}")
                if not errors[which] <= limit:
                    self.wrong.append(f"{name} at {time}: {which} is off by {errors[which]:.3g}, beyond {limit:.3g}")

    def within(self, matrices, name):
        """A joint in the world, or relative to its parent if hierarchies are lost."""
        own = matrices[name]
        parent = self.parents[name]
        return np.linalg.inv(matrices[parent]) @ own if self.flat and parent in matrices else own

    def allowed(self, name, pose):
        """The allowed errors of a joint in position and angle."""
        place, turned, here, joint = 0.0, 0.0, pose[name][:3, 3], name
        while joint is not None:
            length, radians, ratio, whole = self.stated[joint]
            parent = self.parents.get(joint)
            frames = [np.cbrt(abs(np.linalg.det(pose[n][:3, :3]))) if n in pose else 1.0 for n in (joint, parent)]
            far = distance(pose[joint], pose[name]) if joint in pose else np.abs(here).sum()
            place += whole + length * frames[1] + (ARC + radians + ratio * frames[1] / frames[0]) * far
            # The first pose may be off as well. Between frames Blender interpolates quaternions linearly, and rotates the
            # angles of a BVH about other axes.
            turned += 2 * radians + ARC
            joint = None if self.flat else parent
        return {"place": place, "turn": turned}

    def line(self):
        facts = [f"{self.joints} places"]
        for which, (error, share, place) in self.largest.items():
            facts.append(f"{which} within {self.most[which]:.2g}, at most {share:.0%} of what is stated ({place} {error:.2g})")
        return ", ".join(facts)


def names_and_errors(reports, scale, parents):
    """The name that each joint has in the end; its errors as a distance in the units that `scale` is of a metre, an angle and a
    ratio; and whether parents were lost."""
    joints = [*parents, *{parent for parent in parents.values() if parent is not None} - parents.keys()]
    names = {name: name for name in joints}
    errors = {name: np.zeros(4) for name in joints}
    flat = False
    for stage in reports:
        back = {now: name for name, now in names.items()}
        for file in load(stage["report"])["files"]:
            written = [loss for output in file["outputs"] for loss in output["losses"]]
            for losses, metres in ((file["losses"], stage["metres"][0]), (written, stage["metres"][1])):
                largest = {}
                for loss in losses:
                    flat |= loss["code"] == "stt::dropped" and "the parent" in loss["message"]
                    every = joints if loss["node"] is None else [back[loss["node"]]] if loss["node"] in back else []
                    if loss["renamed"] and loss["node"] in back:
                        names[back[loss["node"]]] = loss["renamed"]
                    if loss["code"] == "hsf-xml::renamed":
                        names |= {name: path(name, parents) for name in joints}
                    if loss["unit"] in KINDS:
                        unit = metres / scale if loss["unit"] == "length" else 1.0
                        for name in every:
                            kinds = largest.setdefault(name, np.zeros(4))
                            index = 3 if loss["unit"] == "length" and loss["code"].startswith(UNSCALED) else KINDS[loss["unit"]]
                            kinds[index] = max(kinds[index], float(loss["error"]) * unit)
                for name, kinds in largest.items():
                    errors[name] += kinds * [np.sqrt(3), 1, 1, np.sqrt(3)]
    return names, errors, flat


def path(name, parents):
    return "/".join([path(parents[name], parents), name]) if parents.get(name) else name


def distance(a, b):
    return float(np.linalg.norm(a[:3, 3] - b[:3, 3]))


def turn(now, first):
    """The rotation from one pose to another, in the world."""
    return rotation(now) @ rotation(first).T


def rotation(matrix):
    """The nearest rotation to a matrix."""
    left, _, right = np.linalg.svd(matrix[:3, :3])
    return left @ right


def angle(matrix):
    skew = np.linalg.norm(matrix - matrix.T) / np.sqrt(8)
    return float(np.arctan2(skew, (np.trace(matrix) - 1) / 2))


if __name__ == "__main__":
    main()
