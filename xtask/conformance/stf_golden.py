#!/usr/bin/env python3
"""Compares `anim sample` of an STF with its curves as evaluated by Blender.

    stf_golden.py --times GOLDEN                       the frames to sample at
    stf_golden.py --between FILE.stf                   times in seconds of a file with one animation of nodes or bones
    stf_golden.py FILE.stf GOLDEN SAMPLES.csv REPORT   the comparison

A golden has each track's values at frames, in the file's convention, or (`raw`) Blender's curves in Blender's axes.
Data that a file does not hold is left out, and counted: values between frames where there are only baked values, and
curves of which REPORT, the report of `anim convert --json`, says that their easing, order or joins are not in the file.
"""

import csv
import json
import math
import re
import struct
import sys

TOLERANCE = 1e-5

# Blender's curves of objects: the property, the component, the sign, by path and index.
AXES = {
    "location": [("t", 0, 1), ("t", 2, -1), ("t", 1, 1)],
    "rotation_quaternion": [("r", 3, 1), ("r", 0, 1), ("r", 2, -1), ("r", 1, 1)],
    "scale": [("s", 0, 1), ("s", 2, 1), ("s", 1, 1)],
}
CHANNELS = {"t": "translation", "r": "rotation", "s": "scale", "r_euler": "euler"}


def main():
    if sys.argv[1] == "--times":
        return print(",".join(f"{frame!r}f" for frame in sorted(frames(load(sys.argv[2])))))
    if sys.argv[1] == "--between":
        return print(",".join(map(str, between_frames(stf(sys.argv[2])))))
    file, golden, samples, report = sys.argv[1:]
    document = stf(file)
    found = {}
    with open(samples, encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            key = row["clip"], row["node"], row["channel"], int(row["component"])
            found.setdefault(key, {})[float(row["time"])] = float(row["value"])
    made = load(report)["files"]
    losses = [loss for file in made for loss in file.get("losses", [])]
    findings = [finding for file in made for finding in file.get("findings", [])]

    def lost(code):
        """Where a code occurs: places of losses, and paths of findings."""
        places = {(l["clip"], l["node"], l["property"]) for l in losses if l["code"] == code}
        return places | {f.get("path") for f in findings if f["code"] == code}

    between, never = lost("stf::baked"), lost("stf::easing")
    joins = bool(lost("stf::legacy-curves"))
    worst, compared, left = (0.0, "nothing"), 0, 0
    curves = list(tracks(load(golden), document))
    quaternions = rotations(curves)
    for clip, start, rate, target, component, times, values, sign, keys in curves:
        node, channel, index = place(target, component)
        path = clip + "/" + "/".join(map(str, target))
        here = {path, (clip, node, channel)}
        eased = here & never and any(k["easing"] in ("EASE_OUT", "EASE_IN_OUT") for k in keys)
        if joins and any(k["interp"] != "BEZIER" for k in keys):
            eased = True

        def sample(part, at):
            series = found[clip, node, channel, part]
            value = series.get(at)
            return series[min(series, key=lambda time: abs(time - at))] if value is None else value

        for frame, value in zip(times, values):
            if eased or (here & between and frame != int(frame)):
                left += 1
                continue
            at = (frame - start) / rate
            got, value = sample(index, at), sign * value
            whole = quaternions.get((clip, str(target), frame), {})
            if len(whole) == 4:
                # Poses have normalised quaternions, and both signs are the same rotation.
                mine = [sample(part, at) for part in range(4)]
                flip = -1 if sum(mine[part] * whole[part] for part in range(4)) < 0 else 1
                got, value = flip * got / math.hypot(*mine), value / math.hypot(*whole.values())
            error = abs(got - value) / max(1.0, abs(value))
            compared += 1
            worst = max(worst, (error, f"{path}[{component}] at frame {frame}"))
    print(f"{compared} values, largest error {worst[0]:.1e} ({worst[1]}); {left} that the file does not hold")
    if worst[0] > TOLERANCE or compared == 0:
        sys.exit(1)


def rotations(curves):
    """The components of each quaternion at each frame, by clip, target and frame."""
    found = {}
    for clip, _, _, target, component, times, values, sign, _ in curves:
        if target[-1] == "r":
            for frame, value in zip(times, values):
                found.setdefault((clip, str(target), frame), {})[component] = sign * value
    return found


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def stf(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"STF0":
        return {"resources": {}}
    (count,) = struct.unpack_from("<I", data, 12)
    (length,) = struct.unpack_from("<Q", data, 16)
    start = 16 + 8 * count
    return json.loads(data[start : start + length])


def frames(golden):
    for animation in golden["animations"]:
        for track in animation["tracks"]:
            yield from track.get("times", animation["times"])
    for curve in golden.get("raw", []):
        yield from curve["times"]


def between_frames(document):
    """Just after every frame and between frames; nothing unless there is one animation, and it moves something."""
    animations = [r for r in document["resources"].values() if r.get("type") == "stf.animation"]
    moves = any(track["target"][-1:] in (["t"], ["r"], ["s"]) for a in animations for track in a["tracks"])
    if len(animations) == 1 and moves:
        (first, last), fps = animations[0]["range"], animations[0]["fps"]
        for frame in range(int(last - first)):
            yield from ((frame + 1e-3) / fps, (frame + 0.37) / fps)


def tracks(golden, document):
    """Clip, its first frame and rate, target, component, frames, values, sign and keys of each curve."""
    resources = document["resources"]
    for animation in golden["animations"]:
        resource = resources[animation["id"]]
        for track in animation["tracks"]:
            curves = track.get("fcurves", [])
            for component, values in track["subtracks"].items():
                times = track.get("times", animation["times"])
                keys = [key for curve in curves for key in curve["keys"]]
                head = animation["name"], resource["range"][0], resource["fps"]
                yield *head, track["target"], int(component), times, values, 1, keys
    nodes = {r["name"]: id for id, r in resources.items() if r["type"] == "stf.node"}
    for curve in golden.get("raw", []):
        resource = next(r for r in resources.values() if r["type"] == "stf.animation")
        head = resource["name"], resource["range"][0], resource["fps"]
        node = nodes[curve["object"]]
        shape = re.fullmatch(r'key_blocks\["(.*)"\]\.value', curve["data_path"])
        if shape:
            target, component, sign = [node, "instance", "blendshape", shape[1], "value"], 0, 1
        else:
            name, component, sign = AXES[curve["data_path"]][curve["array_index"]]
            target = [node, name]
        yield *head, target, component, curve["times"], curve["values"], sign, curve["keys"]


def place(target, component):
    """The node, channel and component of a target in tables."""
    if target[1:3] == ["instance", "blendshape"]:
        return target[0], f"weight/{target[3]}", 0
    last = target[-1]
    if last in CHANNELS and len(target) in (2, 4):
        return "/".join(target[:-1]), CHANNELS[last], component
    return target[0], "/".join(map(str, target[1:])), component


if __name__ == "__main__":
    main()
