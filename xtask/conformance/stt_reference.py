#!/usr/bin/env python3
"""The poses of the nodes of an STT, by the rules of the format alone.

It shares no code with the crate it judges. It prints what `anim pose FILE --clip N --json` prints: one JSON object a line for
each time, here with only the nodes that something drives.

    stt_reference.py FILE --clip N --times T,T,… [--order xyz] [--sine cos|sin] [--clock local|global]     the poses
    stt_reference.py FILE --clip N --list [--once]     times to compare: two cycles or one, and around changes
    stt_reference.py FILE --count             the number of states

A sequence is stepped through from its start, transition by transition, however late the time is.
"""

import argparse
import json
import math
import re

TOKEN = re.compile(rb"\{([^}]*)\}|([^\s{]+)")
SINGLE, KEYFRAME, STATIC, DYNAMIC = b"SINGLE", b"KEYFRAME", b"STATIC", b"DYNAMIC"


def parse(data):
    tokens = [m[1] if m[2] is None else m[2] for m in TOKEN.finditer(data.removeprefix(b"\xef\xbb\xbf").rstrip(b"\0\x1a"))]
    at = iter(tokens)
    number, integer = (lambda: float(next(at))), (lambda: int(next(at)))
    vector = lambda: [number() for _ in range(3)]
    channel = lambda: (vector(), vector(), number(), number(), integer())
    next(at), next(at)
    states = []
    for _ in range(integer()):
        name, kind, count = next(at), next(at).upper(), integer()
        if kind == SINGLE:
            nodes = []
            for _ in range(count):
                node, behaviour = next(at), next(at).upper()
                parts = [vector() if behaviour == STATIC else channel() for _ in range(3)]
                nodes.append((node, behaviour, parts))
            states.append((name, SINGLE, nodes))
        else:
            kind, start = integer(), next(at)
            keys = [(integer(), number(), number(), integer(), integer(), next(at)) for _ in range(count)]
            states.append((name, KEYFRAME, (kind, start, keys)))
    return states


def value(channel, t, sine):
    """The page's table of channel types."""
    s, e, period, offset, kind = channel
    if kind == 0:
        return None
    if kind == 8:
        return s
    if kind == 9:
        factor = (t + offset) / period if period > 0 else t
        return [x * factor for x in s]
    first, last = (e, s) if kind in (2, 4, 6) else (s, e)
    if period <= 0:
        return first
    u = (t + offset) / period
    part = u - math.floor(u)
    if kind in (1, 2):
        w = part
    elif kind in (3, 4):
        w = 2 * part if part < 0.5 else 2 - 2 * part
    elif kind in (5, 6):
        w = min(max(u, 0), 1)
    elif sine == "cos":
        w = (1 - math.cos(2 * math.pi * u)) / 2
    else:
        w = 0.5 + math.sin(2 * math.pi * u) / 2
    return [a + (b - a) * w for a, b in zip(first, last)]


class Machine:
    def __init__(self, states, sine, clock):
        self.states, self.sine, self.clock = states, sine, clock
        self.index = {}
        for i, (name, _, _) in enumerate(states):
            self.index.setdefault(name, i)

    def pose(self, state, entered, t, now, trail=()):
        """The values of each node's three vectors, by a state that was entered at a time and is shown at `t`.

        `now` is the time of the one clock that all channels may share, `trail` the states that led here.
        """
        if state is None or state in trail:
            return {}
        _, kind, body = self.states[state]
        if kind == SINGLE:
            local = now if self.clock == "global" else t - entered
            pose = {}
            for node, behaviour, parts in body:
                values = parts if behaviour == STATIC else [value(part, local, self.sine) for part in parts]
                before = pose.get(node, [None] * 3)
                pose[node] = [a if a is not None else b for a, b in zip(values, before)]
            return pose
        keys = body[2]
        if not keys:
            return {}
        here = (*trail, state)
        named = lambda key: self.index.get(keys[key][5])
        for key, following, since, until, morph in self.transitions(body):
            since, until = entered + since, entered + until
            if t < until:
                left = self.pose(named(key), since, t, now, here)
                if not morph:
                    return left
                # A state that is entered starts at its own time 0; only the shared clock continues.
                return blend(left, self.pose(named(following), until, until, now, here), (t - since) / (until - since))
            end = (following, until)
        if body[0] == 5:
            key, since = end if len(keys) > 1 and self.start(body) < len(keys) - 1 else (len(keys) - 1, entered)
            return self.pose(named(key), since, since, since, here)
        return self.pose(named(self.start(body)), entered, t, now, here)

    @staticmethod
    def start(body):
        names = [key[5] for key in body[2]]
        return names.index(body[1]) if body[1] in names else 0

    def transitions(self, body, once=False):
        """Each key with the one that follows, its start and end, and whether it morphs; without end if it loops."""
        kind, _, keys = body
        key, t, n = self.start(body), 0.0, len(keys)
        forward = kind not in (2, 4)
        if kind == 0 or n == 1 and kind in (3, 4, 5):
            return
        total = sum(max(k[1], 0) for k in keys) if kind == 1 else sum(max(k[2], 0) for k in keys)
        if kind in (3, 4):
            total = sum(max(k[1], 0) for k in keys[:-1]) + sum(max(k[2], 0) for k in keys[1:])
        if total == 0 and kind != 5:
            return
        steps = {1: n, 2: n, 3: 2 * (n - 1), 4: 2 * (n - 1), 5: n - 1 - key}[kind]
        while kind != 5 and not once or steps > 0:
            steps -= 1
            if kind in (3, 4) and not 0 <= key + (1 if forward else -1) < n:
                forward = not forward
            following = (key + (1 if forward else -1)) % n
            time = max(keys[key][1 if forward else 2], 0)
            yield key, following, t, t + time, keys[key][3 if forward else 4] != 0
            key, t = following, t + time

    def moments(self, state, entered=0.0, until=math.inf, trail=()):
        """When transitions end, in the first cycle."""
        if state is None or state in trail or self.states[state][1] == SINGLE:
            return []
        body, found = self.states[state][2], []
        if not body[2]:
            return []
        for key, _, since, end, _ in self.transitions(body, once=True):
            if entered + since < until and len(found) < 200:
                found.append(min(entered + end, until))
                inner = self.index.get(body[2][key][5])
                found += self.moments(inner, entered + since, min(entered + end, until), (*trail, state))
        return found


    def length(self, state, trail=()):
        """The longest period or duration of a state of nodes, or of the one that a sequence stays at."""
        if state is None or state in trail:
            return 0.0
        _, kind, body = self.states[state]
        if kind == KEYFRAME:
            start = self.index.get(body[2][self.start(body)][5]) if body[2] else None
            return self.length(start, (*trail, state))
        lengths = [0.0]
        for _, behaviour, parts in body:
            for _, _, period, offset, kind in parts if behaviour == DYNAMIC else []:
                if kind == 9 and period <= 0:
                    lengths.append(1.0)
                elif kind not in (0, 8) and period > 0:
                    lengths.append(period - offset if kind in (5, 6) else period)
        return max(lengths)


def blend(a, b, w):
    """Linear from one pose to another; values that only one of them drives stay as they are."""
    mixed = {}
    for node in {**a, **b}:
        pairs = zip(a.get(node, [None] * 3), b.get(node, [None] * 3))
        mixed[node] = [
            [p + (q - p) * w for p, q in zip(x, y)] if x is not None and y is not None else x if x is not None else y
            for x, y in pairs
        ]
    return mixed


def turn(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = [[float(r == k) for k in range(3)] for r in range(3)]
    matrix[i][i], matrix[j][j], matrix[j][i], matrix[i][j] = c, c, s, -s
    return matrix


def times_matrix(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(3)) for c in range(3)] for r in range(3)]


def rows(vectors, order):
    displacement, translation, orientation = [vector or [0.0] * 3 for vector in vectors]
    matrix = turn(0, 0)
    for axis in order:
        matrix = times_matrix(matrix, turn("xyz".index(axis), orientation["xyz".index(axis)]))
    place = [d + t for d, t in zip(displacement, translation)]
    return [x for row, p in zip(matrix, place) for x in (*row, p)]


def spelled(name):
    return name.decode("utf-8", "backslashreplace") if b"\\" not in name else name.decode("latin-1")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("file")
    arguments.add_argument("--clip", type=int, default=0)
    arguments.add_argument("--times")
    arguments.add_argument("--list", action="store_true")
    arguments.add_argument("--once", action="store_true")
    arguments.add_argument("--count", action="store_true")
    arguments.add_argument("--order", default="xyz")
    arguments.add_argument("--sine", default="cos")
    arguments.add_argument("--clock", default="local")
    options = arguments.parse_args()
    with open(options.file, "rb") as file:
        states = parse(file.read())
    if options.count:
        return print(len(states))
    machine = Machine(states, options.sine, options.clock)
    if options.list:
        moments = sorted(set(machine.moments(options.clip)))
        end = moments[-1] if moments and moments[-1] > 0 else machine.length(options.clip) or 1.0
        # Just before and after each change, and in between, over less than two cycles.
        found = {m + d for m in moments for d in (-0.002, 0.002)} | {end * k / 29 + 0.00137 for k in range(50)}
        last = end if options.once else math.inf
        return print(",".join(repr(round(t, 6)) for t in sorted(found) if 0 <= t < last))
    for t in map(float, options.times.split(",")):
        nodes = [
            {"name": re.sub(r"\\x(..)", lambda m: "\\x" + m[1].upper(), spelled(node)), "parent": None, "alive": True, "local": rows(v, options.order), "world": rows(v, options.order)}
            for node, v in machine.pose(options.clip, 0.0, t, t).items()
            if any(part is not None for part in v)
        ]
        print(json.dumps({"schema": 1, "time": t, "nodes": nodes}))


if __name__ == "__main__":
    main()
