#!/usr/bin/env python3
"""The state of every object of a TOD at every frame, by the integer rules of the format alone.

It shares no code with the crate it judges. It prints what `anim pose FILE --json` prints: one JSON object a line,
here one for each moment at which something is shown.

    tod_reference.py FILE [--mode hardware|ideal]     the poses
    tod_reference.py FILE --list frames               their times for `anim pose --times`, as frame numbers
    tod_reference.py FILE --list between              times in seconds, just after and halfway between them

Only objects are judged: lights and cameras are left out. A field is null where the rules say nothing.
"""

import argparse
import json
import math
import struct

SIN = [round(4096 * math.sin(2 * math.pi * i / 4096)) for i in range(4096)]
COS = [round(4096 * math.cos(2 * math.pi * i / 4096)) for i in range(4096)]
NO_PARENT = (0, 0xFFFF)

ATTRIBUTE, COORDINATE, TMD_ID, PARENT, MATRIX, CONTROL = 0, 1, 2, 3, 4, 8
CREATE, KILL = 0, 1


def wrap(number, bits):
    """The low bits of a number, read as a signed integer. Python's `>>` on it is arithmetic."""
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> (bits - 1) else number


def quotient(number, divisor):
    """Division that truncates toward zero. Python's `//` rounds down."""
    return number // divisor if number >= 0 else -(-number // divisor)


class Hardware:
    """What the console computes: angles of 1/4096 turn in 16 bits, a table of sines, shifts."""

    identity = [[4096, 0, 0], [0, 4096, 0], [0, 0, 4096]]
    unit = 4096

    @staticmethod
    def angle(raw):
        return wrap(quotient(raw, 360), 16)

    @staticmethod
    def turn(angle, raw):
        return wrap(angle + quotient(raw, 360), 16)

    @staticmethod
    def scale(raw):
        return raw

    @staticmethod
    def grow(scale, raw):
        return quotient(wrap(scale * raw, 32), 4096)

    @staticmethod
    def move(position, raw):
        return wrap(position + raw, 32)

    @staticmethod
    def rotation(angles):
        (sx, sy, sz), (cx, cy, cz) = ([table[a & 4095] for a in angles] for table in (SIN, COS))
        a = (-cz * sy) >> 12
        b = (-sz * sy) >> 12
        rows = [
            [(cz * cy) >> 12, (-(sz * cy)) >> 12, sy],
            [((sz * cx) >> 12) - ((a * sx) >> 12), ((cz * cx) >> 12) + ((b * sx) >> 12), (-(cy * sx)) >> 12],
            [((sz * sx) >> 12) + ((a * cx) >> 12), ((cz * sx) >> 12) - ((b * cx) >> 12), (cy * cx) >> 12],
        ]
        return [[wrap(m, 16) for m in row] for row in rows]

    @staticmethod
    def scaled(matrix, scale):
        return [[wrap(wrap(m * s, 32) >> 12, 16) for m, s in zip(row, scale)] for row in matrix]


class Ideal:
    """The same with real numbers: angles in degrees, no truncation, no wrapping."""

    identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    unit = 1

    @staticmethod
    def angle(raw):
        return raw / 4096

    @staticmethod
    def turn(angle, raw):
        return angle + raw / 4096

    @staticmethod
    def scale(raw):
        return raw / 4096

    @staticmethod
    def grow(scale, raw):
        return scale * raw / 4096

    @staticmethod
    def move(position, raw):
        return position + raw

    @staticmethod
    def rotation(angles):
        # Whole rotations are removed before the conversion, which would otherwise lose digits after many of them.
        turned = [math.radians(math.fmod(a, 360)) for a in angles]
        (sx, sy, sz), (cx, cy, cz) = ([f(a) for a in turned] for f in (math.sin, math.cos))
        about_x = [[1, 0, 0], [0, cx, -sx], [0, sx, cx]]
        about_y = [[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]
        about_z = [[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]]
        return product(product(about_x, about_y), about_z)

    @staticmethod
    def scaled(matrix, scale):
        return [[m * s for m, s in zip(row, scale)] for row in matrix]


def product(a, b):
    """The product of two 3×3 matrices."""
    return [[sum(a[r][k] * b[k][c] for k in range(3)) for c in range(3)] for r in range(3)]


class Object:
    """One object, as it is when created."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.rotate = [numbers.angle(0)] * 3
        self.scale = [numbers.scale(4096)] * 3
        self.trans = [0, 0, 0]
        self.matrix = numbers.identity
        self.translation = [0, 0, 0]
        self.parent = 0

    def coordinate(self, flag, data):
        """A coordinate packet: the parts present are in the order rotation, scale, translation."""
        differential, has_r, has_s, has_t = (bool(flag >> bit & 1) for bit in range(4))
        at, n = 0, self.numbers
        if has_r:
            raw = struct.unpack_from("<3i", data, at)
            at += 12
            self.rotate = [n.turn(o, r) if differential else n.angle(r) for o, r in zip(self.rotate, raw)]
        if has_s:
            raw = struct.unpack_from("<3h", data, at)
            at += 8
            self.scale = [n.grow(o, r) if differential else n.scale(r) for o, r in zip(self.scale, raw)]
        if has_t:
            raw = struct.unpack_from("<3i", data, at)
            self.trans = [n.move(o, r) if differential else r for o, r in zip(self.trans, raw)]
        if differential or has_r or has_s:
            self.matrix = n.rotation(self.rotate)
        if differential or has_s:
            self.matrix = n.scaled(self.matrix, self.scale)
        if differential or has_t:
            self.translation = list(self.trans)

    def set_matrix(self, data):
        """A matrix packet: it leaves rotation, scale and translation of coordinate packets as they are."""
        elements = [self.numbers.scale(raw) for raw in struct.unpack_from("<9h", data)]
        self.matrix = [elements[0:3], elements[3:6], elements[6:9]]
        self.translation = list(struct.unpack_from("<3i", data, 20))

    def local(self):
        """The map to the parent's space: 3 rows of 4."""
        unit = self.numbers.unit
        return [[m / unit for m in row] + [float(t)] for row, t in zip(self.matrix, self.translation)]


class World:
    """All objects that the file has used so far, by id, in the order of their first use; None is a dead one."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.objects = {}

    def apply(self, ident, kind, flag, data):
        """One packet."""
        if kind == CONTROL and flag == KILL:
            self.objects[ident] = None
        elif kind == CONTROL and flag == CREATE:
            self.objects[ident] = Object(self.numbers)
        elif kind in (ATTRIBUTE, COORDINATE, TMD_ID, PARENT, MATRIX):
            if self.objects.get(ident) is None:
                self.objects[ident] = Object(self.numbers)
            thing = self.objects[ident]
            if kind == COORDINATE:
                thing.coordinate(flag, data)
            elif kind == PARENT:
                (thing.parent,) = struct.unpack_from("<H", data)
            elif kind == MATRIX:
                thing.set_matrix(data)

    def parent(self, ident):
        """The parent's id, or None: not set, dead or missing."""
        stated = self.objects[ident].parent
        return None if stated in NO_PARENT or self.objects.get(stated) is None else stated

    def chain(self, ident):
        """The object and its ancestors, or None if they form a cycle, which the rules do not define."""
        chain = [ident]
        while (ident := self.parent(ident)) is not None:
            if ident in chain:
                return None
            chain.append(ident)
        return chain

    def pose(self, time, names):
        """The state of all objects, including those of `names` that were not used yet."""
        index = {ident: i for i, ident in enumerate(names)}
        nodes = []
        for ident in names:
            node = {"name": f"object {ident}", "parent": None, "alive": False, "local": None, "world": None}
            thing = self.objects.get(ident)
            if thing is not None:
                chain = self.chain(ident)
                parent = self.parent(ident)
                node["alive"] = True
                node["parent"] = None if parent is None else index[parent]
                node["local"] = flat(thing.local())
                node["world"] = chain and flat(world_of([self.objects[i].local() for i in chain]))
            nodes.append(node)
        return {"schema": 1, "time": time, "nodes": nodes}


def world_of(chain):
    """The product of local maps, the innermost first."""
    world = chain[0]
    for parent in chain[1:]:
        turned = product(parent, [row[:3] for row in world])
        moved = [sum(row[k] * world[k][3] for k in range(3)) + row[3] for row in parent]
        world = [row + [t] for row, t in zip(turned, moved)]
    return world


def flat(rows):
    return [float(number) for row in rows for number in row]


def records(data):
    """Yields each frame record as its number and its packets, walking packet by packet."""
    count = struct.unpack_from("<I", data, 4)[0]
    at = 8
    for _ in range(count):
        if at + 8 > len(data):
            return
        _, packets, number = struct.unpack_from("<HHI", data, at)
        at += 8
        found = []
        for _ in range(packets):
            (head,) = struct.unpack_from("<I", data, at)
            end = at + 4 * (head >> 24)
            if end <= at or end > len(data):
                raise SystemExit(f"the packet at {at} has no end")
            found.append((head & 0xFFFF, head >> 16 & 15, head >> 20 & 15, data[at + 4 : end]))
            at = end
        yield number, found


def moments(data):
    """Yields each frame number that is shown with all packets up to the next one.

    A record whose number does not ascend is shown together with the record before it.
    """
    shown, packets = None, []
    for number, found in records(data):
        if shown is not None and number > shown:
            yield shown, packets
            packets = []
        shown = number if shown is None else max(shown, number)
        packets = packets + found
    if shown is not None:
        yield shown, packets


def first_uses(data):
    """Ids of objects in the order of their first use."""
    world = World(Hardware)
    for _, packets in records(data):
        for packet in packets:
            world.apply(*packet)
    return list(world.objects)


def ticks(data):
    """The duration of a frame in 1/60 s; a resolution of 0 counts as 1."""
    return struct.unpack_from("<H", data, 2)[0] or 1


def seconds(data):
    """The times of all moments."""
    numbers = [number for number, _ in moments(data)]
    return [(number - numbers[0]) * ticks(data) / 60 for number in numbers]


def between(data):
    """A time just after each moment and one halfway to the next: apart from any rounding of a key's time to f32."""
    times = seconds(data)
    ends = times[1:] + [times[-1] + ticks(data) / 60] if times else []
    for time, end in zip(times, ends):
        yield time + min(max(1e-4, 3e-7 * time), (end - time) / 4)
        yield (time + end) / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--mode", choices=["hardware", "ideal"], default="hardware")
    parser.add_argument("--list", choices=["frames", "between"])
    options = parser.parse_args()
    with open(options.file, "rb") as file:
        data = file.read()
    if options.list == "frames":
        print(",".join(f"{number}f" for number, _ in moments(data)))
    elif options.list == "between":
        print(",".join(map(repr, between(data))))
    else:
        names = first_uses(data)
        world = World(Hardware if options.mode == "hardware" else Ideal)
        for time, (_, packets) in zip(seconds(data), moments(data)):
            for packet in packets:
                world.apply(*packet)
            print(json.dumps(world.pose(time, names)))


if __name__ == "__main__":
    main()
