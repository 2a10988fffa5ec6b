#!/usr/bin/env python3
"""The state of every target of an HSF animation document at a time, by the specification's text alone.

It shares no code with the crate it judges, and computes by other ways: De Casteljau's construction for cubic curves, the
published Kochanek-Bartels matrix, powers of quaternions. It prints what `anim pose FILE --json --times …` prints: one JSON
object a line, for each clip in turn and each time.

    hsf_reference.py FILE --times LIST     the poses
    hsf_reference.py FILE --list           times that are not keyframes
    hsf_reference.py FILE --during CLIP    those of them at which a clip plays for the first time
    hsf_reference.py FILE --count          the number of clips
"""

import argparse
import json
import math
import re
import sys
import xml.etree.ElementTree as ET

INTERPOLATORS = ("PosInterpolator", "ScaleInterpolator", "QuatRotInterpolator", "AxisRotInterpolator")
DRAWN = INTERPOLATORS + (
    "TrailInterpolator", "ColorInterpolator", "AttSwitchInterpolator", "SegSwitchInterpolator", "VertexMorphInterpolator",
    "ColorMorphInterpolator",
)
PLAIN = {"pivot": [0.0] * 3, "rotation": [1.0, 0, 0, 0, 1, 0, 0, 0, 1], "scale": [1.0] * 3}
TOKEN = re.compile(r'"[^"]*"|[\[\]]|[^\s\[\]"]+')
NAMES = [("co", "speed"), ("ca", "cardinal"), ("er", "long"), ("l", "linear"), ("d", "discrete"), ("b", "bezier"),
         ("t", "tcb"), ("a", "absolute"), ("r", "relative"), ("c", "channels"), ("v", "axis")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--times")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--during", type=int)
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    some = [0.0113 + 0.0731 * k for k in range(60)]
    if options.list:
        print(",".join(f"{time:.4f}" for time in some))
        return
    document = Document(ET.parse(options.file).getroot())
    if options.count:
        print(len(list(document.clips())))
        return
    if options.during is not None:
        end = duration(list(document.clips())[options.during][1]) / document.tps
        print(",".join(f"{time:.4f}" for time in some if time < end) or "0")
        return
    times = [float(time) for time in options.times.split(",")]
    for name, members in document.clips():
        scene = Scene(members)
        for time in times:
            print(json.dumps(scene.pose(name, time, document.tps)))


def duration(members):
    """Ticks to the end of the last animation, or of the first loop of one without end."""
    def end(animation, start):
        cycle = animation["length"] * (2 if animation["back"] else 1)
        return start + (cycle if animation["loops"] < 0 else max(animation["loops"] * cycle - animation["current"], 0.0))
    return max(end(*member) for member in members)


def number(element, key, default):
    return float(element.get(key, default)) if element.get(key) else default


def vector(element, key, default):
    text = element.get(key)
    return [float(part) for part in text.strip("[] ").split()] if text else default


class Document:
    """Animations with their targets, delays and tracks; with instances expanded."""

    def __init__(self, root):
        self.root, self.tps = root, number(root, "TicksPerSecond", 4800.0)
        self.objects = {e.get("Name"): e for e in root.iter("TargetObject") if e.get("Name")}
        self.definitions = {e.get("Name"): e for e in root.findall("Animation") if e.get("Name")}
        self.top, self.all, self.count = [], [], 0
        named = [self.definition(e.get("InstanceOf")) for e in root.iter("Animation")]
        self.instanced = {id(e) for e in named if e is not None}
        for child in root:
            if child.tag == "TargetObject":
                place = self.place_of(child)
                self.top += [self.animation(a, None, place, {}, None) for a in child.findall("Animation")]
            if child.tag == "Animation":
                self.top.append(self.animation(child, None, None, {}, None))

    def place_of(self, element):
        name = element.get("Path").split(":", 1)[-1].strip()
        return {"name": name, **{key: vector(element, key.capitalize(), usual) for key, usual in PLAIN.items()}}

    def place(self, element, outer, nested):
        target = element.get("Target")
        if not target:
            return outer
        kind, _, name = target.rpartition(":")
        name = name.strip()
        if kind.strip() == "TOB":
            return self.place_of(self.objects[name])
        relative = nested and outer and kind.strip() in ("SPATH", "") and name.split("/")[0] not in ("MODEL", "SCENE")
        whole = f"{outer['name']}/{name}" if relative else name
        return {"name": whole, **PLAIN}

    def definition(self, path):
        """The animation with a name, or with the names around it."""
        if not path:
            return None
        names = path.split("/")
        found = self.definitions.get(names[0])
        for name in names[1:]:
            found = next((e for e in found.findall("Animation") if e.get("Name") == name), None) if found is not None else None
        return found

    def animation(self, element, parent, outer, stated, timeline, instanced=False):
        index, self.count = self.count, self.count + 1
        definition = None if instanced else self.definition(element.get("InstanceOf"))
        stated = {**stated, **(definition.attrib if definition is not None else {}), **element.attrib}
        place = self.place(element, outer, parent is not None)
        holders = [h for h in (definition, element) if h is not None]
        own = [h.find("Timeline") for h in reversed(holders) if h.find("Timeline") is not None]
        timeline = own[0] if own else timeline
        tracks = [Track(i, timeline) for h in holders for i in h if i.tag in DRAWN and timeline is not None]
        delay = float(element.get("Delay") or (definition.get("Delay") if definition is not None else None) or 0)
        if parent is None:
            delay += number(self.root, "Delay", 0.0)
        active = element.get("Active", "1") == "1"
        name = element.get("Name") or f"animation {index}"
        path = f"{parent['path']}/{name}" if parent else name
        # What others instance and has no target is a declaration, with all in it.
        declared = parent["declared"] if parent else not place and id(element) in self.instanced
        made = {"path": path, "number": index, "declared": declared, "place": place, "delay": delay, "active": active, "tracks": tracks,
                "loops": float(stated.get("Loop", 1)), "back": stated.get("RLoop") == "1", "current": number(element, "CurrentTick", 0.0),
                "gentle": (stated.get("Accelerate") == "1", stated.get("Decelerate") == "1"), "inner": []}
        self.all.append(made)
        made["length"] = max([track.end for track in tracks], default=0.0)
        for holder, inside in ((definition, True), (element, instanced)):
            for inner in [] if holder is None else holder.findall("Animation"):
                made["inner"].append(self.animation(inner, made, place, stated, timeline, inside))
        return made

    def clips(self):
        def members(animation, start):
            found = [(animation, start)] if animation["tracks"] else []
            for inner in animation["inner"]:
                if inner["active"]:
                    found += members(inner, start + inner["delay"])
            return found
        for top in self.top:
            if members(top, 0.0):
                yield top["path"], members(top, 0.0)
        whole = [m for top in self.top if top["active"] and not top["declared"] for m in members(top, top["delay"]) if m[0]["place"]]
        # Targets that no animation moves yet are included.
        playing = {animation["number"] for animation, _ in whole}
        others = [a for a in self.all if a["tracks"] and a["place"] and not a["declared"] and a["number"] not in playing]
        still = [({**a, "tracks": [], "length": 0.0}, 0.0) for a in others]
        if whole or still:
            yield "*", whole + still


class Track:
    """An interpolator on a timeline."""

    def __init__(self, element, timeline):
        self.tag, self.element = element.tag, element
        self.ticks = [(v[0], style) for v, style, _ in values(timeline, 1)]
        self.width = {"QuatRotInterpolator": 4, "AxisRotInterpolator": 1}.get(self.tag, 3)
        texts = self.tag not in INTERPOLATORS + ("TrailInterpolator", "ColorInterpolator")
        self.values = values(element, self.width, texts)
        count, positions = len(self.values), len(self.ticks)
        self.per = 1 if count <= positions else count // positions
        self.last = count - 1 if count <= positions else (positions - 1) * self.per
        self.end = self.ticks[self.last // self.per][0]

    def driven(self):
        """The components that some value sets; a held value alone sets all of them."""
        stated = [style.get("channels") for _, style, hold in self.values if not hold]
        all_of_them = set(range(self.width))
        return set().union(*(channels or all_of_them for channels in stated)) if stated else all_of_them

    def position(self, tick):
        n = len(self.ticks)
        if tick <= self.ticks[0][0]:
            return 0.0
        for i in range(n - 1):
            (a, style), (b, following) = self.ticks[i], self.ticks[i + 1]
            if tick < b:
                u = (tick - a) / (b - a)
                keys = [([float(k)], s, False) for k, (_, s) in enumerate(self.ticks)]
                return min(max(between(keys, i, i + 1, u, [[float(k)] for k in range(n)])[0], 0.0), n - 1.0)
        return n - 1.0

    def place(self, tick, gentle):
        place = min(self.position(tick) * self.per, self.last)
        i, u = math.floor(place), place - math.floor(place)
        first, last = gentle[0] and i == 0, gentle[1] and i + 1 >= self.last
        # Cubic curves with the speed 0 at a gentle end and the usual speed at the other.
        return i + casteljau([0.0, 0.0 if first else 1 / 3, 1.0 if last else 2 / 3, 1.0], u)

    def at(self, tick, gentle, own):
        place, result = self.place(tick, gentle), list(own)
        whole = all(hold or style.get("channels") is None for _, style, hold in self.values)
        for lane in [None] if whole else range(self.width):
            chosen = [(k, v) for k, v in enumerate(self.values) if lane is None or v[2] or lane in (v[1].get("channels") or range(self.width))]
            if all(hold for _, (_, _, hold) in chosen) and lane is not None:
                continue
            keys = [v if lane is None else (pick(v, lane), v[1], v[2]) for _, v in chosen]
            resolved = resolve(keys, self.tag, own if lane is None else [own[lane]])
            i = max([n for n, (k, _) in enumerate(chosen) if k <= place], default=0)
            found = resolved[i]
            if i + 1 < len(chosen) and place > chosen[i][0]:
                u = (place - chosen[i][0]) / (chosen[i + 1][0] - chosen[i][0])
                found = between(keys, i, i + 1, u, resolved, self.tag == "QuatRotInterpolator")
            for n, component in enumerate(found):
                result[n if lane is None else lane] = component
        return result

    def axis(self, tick, gentle):
        i = math.floor(self.place(tick, gentle))
        axis = (0.0, 1.0, 0.0)
        for _, style, _ in self.values[: i + 1]:
            axis = style.get("axis", axis)
        return axis


def pick(value, lane):
    numbers, style, hold = value
    channels = style.get("channels")
    return [numbers[channels.index(lane)] if channels else numbers[lane]] if not hold else [0.0]


def words(tokens, style, width):
    """Applies the modifiers of some tokens, numbers after the word they belong to."""
    groups = []
    for token in tokens:
        if re.match(r"[-+]?[.\d]", token):
            groups[-1][1].append(float(token))
        else:
            groups.append((token, []))
    for word, numbers in groups:
        apply(word, numbers, style, width)


def apply(word, numbers, style, width):
    if word in "*+":
        style["hold"] = True
    for short, meaning in NAMES:
        if not word.lower().startswith(short):
            continue
        if meaning in ("linear", "discrete", "cardinal", "tcb", "bezier"):
            style["shape"] = (meaning, numbers)
        elif meaning in ("absolute", "relative"):
            style["relative"] = meaning == "relative"
        elif meaning == "channels":
            style["channels"] = [int(digit) - 1 for n in numbers for digit in str(int(n))]
        elif meaning == "axis":
            style["axis"] = tuple(numbers)
        else:
            style[meaning] = True
        return


def values(element, width, texts=False):
    """Keyframes: numbers, their modifiers, whether the value is held."""
    base = {"shape": ("linear", []), "relative": False}
    inner = (element.get("Modifiers") or "").replace("[", " ").replace("]", " ").split()
    words(inner, base, width)
    text = "".join(element.itertext())
    tokens, found, at = TOKEN.findall(text), [], 0
    while at < len(tokens):
        style, numbers = dict(base), []
        style.pop("hold", None)
        if tokens[at] == "[":
            at += 1
            while tokens[at] != "]":
                if tokens[at] == "[":
                    end = tokens.index("]", at)
                    words(tokens[at + 1:end], style, width)
                    at = end + 1
                else:
                    if re.match(r"[-+]?[.\d]", tokens[at]):
                        numbers.append(float(tokens[at]))
                    elif not tokens[at].startswith('"'):
                        apply(tokens[at], [], style, width)
                    at += 1
            hold = style.get("hold", False)
        else:
            hold = tokens[at] in "*+"
            if not hold and not texts:
                numbers.append(float(tokens[at]))
        at += 1
        if "axis" in style:
            base["axis"] = style["axis"]
        found.append((numbers or [0.0] * width, style, hold))
    return found


def resolve(keys, tag, own):
    result, before = [], list(own)
    for n, (numbers, style, hold) in enumerate(keys):
        value = before if hold else list(numbers)
        if tag == "QuatRotInterpolator":
            if not hold:
                value = unit(value)
                if style["relative"]:
                    value = multiply(value, before)
            if n:
                flip = sum(a * b for a, b in zip(value, before)) < 0
                if flip != bool(keys[n - 1][1].get("long")):
                    value = [-c for c in value]
        elif style["relative"] and not hold:
            value = [a * b if tag == "ScaleInterpolator" else a + b for a, b in zip(before, value)]
        result.append(value)
        before = value
    return result


def casteljau(points, u):
    while len(points) > 1:
        points = [a + (b - a) * u for a, b in zip(points, points[1:])]
    return points[0]


def between(keys, i, j, u, resolved, turning=False):
    if keys[j][2]:
        return resolved[i]
    (shape, numbers), (after, more) = keys[i][1]["shape"], keys[j][1]["shape"]
    if shape == "discrete":
        return resolved[i]
    if turning:
        return rotate(keys, i, u, resolved)
    p, q = resolved[i], resolved[j]
    chord = [b - a for a, b in zip(p, q)]
    before = [a - b for a, b in zip(p, resolved[i - 1])] if i else chord
    following = [a - b for a, b in zip(resolved[j + 1], q)] if j + 1 < len(resolved) else chord
    out, into, u = tangents(shape, numbers, after, more, before, chord, following, u, len(p))
    point = lambda u: [casteljau([a, a + s / 3, b - t / 3, b], u) for a, b, s, t in zip(p, q, out, into)]
    if keys[i][1].get("speed") and shape != "linear":
        steps = 4000
        lengths = [0.0]
        for k in range(steps):
            lengths.append(lengths[-1] + math.dist(point(k / steps), point((k + 1) / steps)))
        wanted = u * lengths[-1]
        k = next(k for k in range(steps) if lengths[k + 1] >= wanted)
        piece = lengths[k + 1] - lengths[k]
        u = (k + ((wanted - lengths[k]) / piece if piece else 0.0)) / steps
    return point(u)


def tangents(shape, numbers, after, more, before, chord, following, u, width):
    if shape == "linear":
        return chord, chord, u
    if shape == "bezier":
        if len(numbers) < 2 * width:
            return [0.0] * width, [0.0] * width, u
        return numbers[width:2 * width], more[:width] if after == "bezier" and len(more) >= 2 * width else [0.0] * width, u
    if shape == "cardinal":
        c = numbers[0] if numbers else 0.0
        d = (more[0] if more else 0.0) if after == "cardinal" else c
        return ([(1 - c) / 2 * (a + b) for a, b in zip(before, chord)], [(1 - d) / 2 * (a + b) for a, b in zip(chord, following)], u)
    own = (numbers + [0.0] * 5)[:5]
    next_ = (more + [0.0] * 5)[:5] if after == "tcb" else own
    def weights(k, sign):
        t, c, b = k[:3]
        return (1 - t) * (1 + sign * c) * (1 + b) / 2, (1 - t) * (1 - sign * c) * (1 - b) / 2
    (p, q), (r, s) = weights(own, 1), weights(next_, -1)
    return [p * a + q * b for a, b in zip(before, chord)], [r * a + s * b for a, b in zip(chord, following)], u


def unit(q):
    length = math.sqrt(sum(c * c for c in q))
    return [c / length for c in q]


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def quaternion(m):
    """The rotation of a matrix: of the four formulas, the one that divides by the largest number."""
    (a, b, c), (d, e, f), (g, h, i) = m
    ways = [[1 + a - e - i, d + b, g + c, h - f], [d + b, 1 - a + e - i, h + f, c - g],
            [g + c, h + f, 1 - a - e + i, d - b], [h - f, c - g, d - b, 1 + a + e + i]]
    return unit(max(ways, key=lambda way: sum(n * n for n in way)))


def log(q):
    sin = math.sqrt(sum(c * c for c in q[:3]))
    half = math.atan2(sin, q[3])
    return [c / sin * half if sin > 1e-15 else 0.0 for c in q[:3]]


def exp(v):
    half = math.sqrt(sum(c * c for c in v))
    share = math.sin(half) / half if half > 1e-15 else 1.0
    return [c * share for c in v] + [math.cos(half)]


def arc(a, b, u):
    """a·(a⁻¹·b)^u"""
    turn = log(multiply([-a[0], -a[1], -a[2], a[3]], b))
    return multiply(a, exp([u * c for c in turn]))


def rotate(keys, i, u, resolved):
    (shape, numbers), (after, more) = keys[i][1]["shape"], keys[i + 1][1]["shape"]
    p, q = resolved[i], resolved[i + 1]
    if shape == "linear":
        return arc(p, q, u)
    if shape == "bezier":
        return arc(p, q, casteljau([0.0, 0.0, 1.0, 1.0], u))
    turn = lambda a, b: log(multiply([-a[0], -a[1], -a[2], a[3]], b))
    chord = turn(p, q)
    before = turn(resolved[i - 1], p) if i else chord
    following = turn(q, resolved[i + 2]) if i + 2 < len(resolved) else chord
    out, into, u = tangents(shape, numbers, after, more, before, chord, following, u, 3)
    a = multiply(p, exp([(t - c) / 2 for t, c in zip(out, chord)]))
    b = multiply(q, exp([(c - t) / 2 for t, c in zip(into, chord)]))
    return arc(arc(p, q, u), arc(a, b, u), 2 * u * (1 - u))


def matrix(q):
    x, y, z, w = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]


class Driver:
    """A track of an animation that starts at a tick."""

    def __init__(self, track, animation, start):
        self.track, self.animation, self.start = track, animation, start
        self.gentle, self.length = animation["gentle"], animation["length"]

    def tick(self, tick):
        """The tick of its timeline."""
        animation, length = self.animation, self.length
        elapsed = tick - self.start + animation["current"]
        cycle = length * (2 if animation["back"] else 1)
        total = math.inf if animation["loops"] < 0 else animation["loops"] * cycle
        if elapsed >= total or cycle == 0:
            return 0.0 if animation["back"] else length
        at = elapsed % cycle
        return cycle - at if at > length else at

    def value(self, tick):
        return self.track.at(self.tick(tick), self.gentle, self.own)

    def heading(self, tick):
        """The direction of its path; None if it does not follow it."""
        if self.track.element.get("FollowPath") != "1":
            return None
        at, step = self.tick(tick), 1e-6
        at = at - step if at + step > self.length else at
        path = [y - x for x, y in zip(*(self.track.at(t, self.gentle, self.own) for t in (at, at + step)))]
        a, b = unit(vector(self.track.element, "PathVector", [1.0, 0, 0])), unit(path)
        cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        return unit(cross + [1 + sum(x * y for x, y in zip(a, b))])


class Target:
    """The animations of a node, in the order in which they start."""

    def __init__(self, place):
        self.place, self.drivers = place, []

    def add(self, drivers):
        self.drivers = sorted(drivers, key=lambda driver: driver.start)
        # An animation that begins with a held value begins with the target's value at that time, by the animations before it.
        for n, driver in enumerate(self.drivers):
            before = self.drivers[:n]
            turns = driver.track.tag == "QuatRotInterpolator"
            driver.own = self.rotation(driver.start, before) if turns else self.shown(driver.track.tag, driver.start, before)

    def shown(self, tag, tick, drivers):
        """The value of a target by a kind of interpolator: of those that have started, the last one that drives it is used."""
        r = self.place["rotation"]
        rest = {"ScaleInterpolator": self.place["scale"], "AxisRotInterpolator": [0.0],
                "QuatRotInterpolator": quaternion([[r[0], r[3], r[6]], [r[1], r[4], r[7]], [r[2], r[5], r[8]]])}
        value = list(rest.get(tag, [0.0] * 3))
        # An animation whose delay has not passed moves nothing yet.
        for driver in drivers:
            if driver.track.tag == tag and driver.start <= tick:
                for component, number in enumerate(driver.value(tick)):
                    if component in driver.track.driven():
                        value[component] = number
        return value

    def rotation(self, tick, drivers):
        turned, found = set(), self.shown("QuatRotInterpolator", tick, [])
        for driver in self.drivers:
            if driver.track.tag.endswith("RotInterpolator"):
                turned.add(driver.animation["number"])
        for driver in drivers:
            if driver.start > tick:
                continue
            if driver.track.tag == "QuatRotInterpolator":
                found = unit(driver.value(tick))
            elif driver.track.tag == "AxisRotInterpolator":
                half = math.radians(driver.value(tick)[0]) / 2
                axis = unit(driver.track.axis(driver.tick(tick), driver.gentle))
                found = [c * math.sin(half) for c in axis] + [math.cos(half)]
            elif driver.track.tag == "PosInterpolator" and driver.animation["number"] not in turned:
                found = driver.heading(tick) or found
        return found


class Scene:
    """The nodes of a clip and the animations that move them."""

    def __init__(self, members):
        self.nodes, drivers = {}, {}
        for animation, start in members:
            place = animation["place"] or {"name": animation["path"], **PLAIN}
            node = self.nodes.setdefault(place["name"], Target(place))
            drivers.setdefault(place["name"], []).extend(Driver(track, animation, start) for track in animation["tracks"])
        for name, node in self.nodes.items():
            node.add(drivers[name])

    def pose(self, clip, time, tps):
        names = list(self.nodes)
        local = [self.local(name, time * tps) for name in names]
        parents = []
        for name in names:
            outer = name.rpartition("/")[0]
            while outer and outer not in self.nodes:
                outer = outer.rpartition("/")[0]
            parents.append(names.index(outer) if outer else None)
        def world(i):
            if parents[i] is None:
                return local[i]
            outer = world(parents[i])
            return [[sum(outer[r][k] * local[i][k][c] for k in range(3)) + (outer[r][3] if c == 3 else 0.0) for c in range(4)] for r in range(3)]
        nodes = [{"name": name, "parent": parents[i], "alive": True, "local": sum(local[i], []), "world": sum(world(i), [])} for i, name in enumerate(names)]
        return {"schema": 1, "time": time, "clip": clip, "nodes": nodes}

    def local(self, name, tick):
        node = self.nodes[name]
        moved, scale = (node.shown(tag, tick, node.drivers) for tag in ("PosInterpolator", "ScaleInterpolator"))
        rotation = matrix(node.rotation(tick, node.drivers))
        # Scaled, then rotated about the pivot, then translated.
        p = node.place["pivot"]
        return [[rotation[r][c] * scale[c] for c in range(3)] + [moved[r] + p[r] - sum(rotation[r][k] * p[k] for k in range(3))] for r in range(3)]


if __name__ == "__main__":
    sys.exit(main())
