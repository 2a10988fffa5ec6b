#!/usr/bin/env python3
"""Writes a TOD of packets drawn at random, well-formed, with arbitrary contents.

    tod_random.py SEED FILE

Objects are few, so that packets meet: used after they were killed, children of dead, missing and later parents. Numbers
are often such that something wraps or is truncated.
"""

import random
import struct
import sys

IDS = [0, 1, 2, 3, 4, 5, 0xFFFF]
I32 = [-(2**31), 2**31 - 1, -1, 0, 1]
I16 = [-(2**15), 2**15 - 1, -1, 0, 1, 4096]


def main():
    seed, path = sys.argv[1:]
    draw = random.Random(int(seed))
    frames = draw.randrange(100, 200)
    data = struct.pack("<BBHI", 0x50, 0, draw.choice([0, 1, 2, 5]), frames)
    number = draw.choice([0, 1, 1000])
    for _ in range(frames):
        packets = [packet(draw) for _ in range(draw.randrange(6))]
        body = b"".join(packets)
        data += struct.pack("<HHI", 2 + len(body) // 4, len(packets), number) + body
        # One in eight numbers does not ascend.
        number = max(0, number + draw.choice([1, 1, 1, 1, 2, 28, 0, -1]))
    with open(path, "wb") as file:
        file.write(data)


def packet(draw):
    kinds = [attribute, coordinate, model, parent, matrix, light, camera, control, other]
    kind, flag, payload = draw.choices(kinds, weights=[1, 10, 1, 3, 2, 1, 1, 3, 1])[0](draw)
    head = draw.choice(IDS) | kind << 16 | flag << 20 | (1 + len(payload) // 4) << 24
    return struct.pack("<I", head) + payload


def attribute(draw):
    return 0, 0, struct.pack("<II", draw.choice([0x7FFFFFFF, 0xFFFFFFFF]), draw.choice([0, 0x80000000]))


def coordinate(draw):
    flag = draw.randrange(16)
    payload = b""
    if flag & 2:
        payload += struct.pack("<3i", *(angle(draw) for _ in range(3)))
    if flag & 4:
        payload += struct.pack("<3hH", *(scale(draw) for _ in range(3)), 0)
    if flag & 8:
        payload += struct.pack("<3i", *(position(draw) for _ in range(3)))
    return 1, flag, payload


def model(draw):
    return 2, 0, struct.pack("<HH", draw.randrange(9), 0)


def parent(draw):
    return 3, 0, struct.pack("<HH", draw.choice([*IDS, 9]), 0)


def matrix(draw):
    elements = [draw.choice([*I16, draw.randrange(-5000, 5000)]) for _ in range(9)]
    return 4, 0, struct.pack("<9hH3i", *elements, 0, *(position(draw) for _ in range(3)))


def light(draw):
    flag = draw.randrange(8)
    payload = b""
    if flag & 2:
        payload += struct.pack("<3i", *(position(draw) for _ in range(3)))
    if flag & 4:
        payload += struct.pack("<4B", *draw.choices(range(256), k=3), 0)
    return 6, flag, payload


def camera(draw):
    flag = draw.randrange(16)
    first, second = (3, 3) if flag & 1 else (6, 1)
    count = first * (flag >> 2 & 1) + second * (flag >> 3)
    return 7, flag, struct.pack(f"<{count}i", *(position(draw) for _ in range(count)))


def control(draw):
    return 8, draw.choice([0, 0, 1, 1, 1, 7]), b""


def other(draw):
    words = draw.randrange(4)
    return draw.choice([5, *range(9, 16)]), draw.randrange(16), draw.randbytes(4 * words)


def angle(draw):
    """4096 units are a degree, 360 one step of the console."""
    near = 360 * draw.randrange(-4096, 4096) + draw.choice([-1, 0, 1, 359])
    return draw.choice([near, near, near, draw.randrange(-(2**31), 2**31), *I32])


def scale(draw):
    """Extremes are common: it takes three in a row until a product leaves 32 bits."""
    return draw.choice([draw.randrange(3000, 5000), -draw.randrange(3000, 5000), *I16])


def position(draw):
    return draw.choice([draw.randrange(-9999, 9999), draw.randrange(-9999, 9999), *I32])


if __name__ == "__main__":
    main()
