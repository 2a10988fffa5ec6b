#!/usr/bin/env python3
"""Writes an STT of states drawn at random: every type of channel and sequence, nested, with few names.

    stt_random.py SEED FILE
"""

import random
import sys

NODES = ["hip", "knee", "the left foot"]


def main():
    seed, path = sys.argv[1:]
    draw = random.Random(int(seed))
    count = draw.randrange(4, 9)
    # Sequences name only later states, so that none leads back to itself; the last two are of nodes.
    states = [state(draw, i, count) for i in range(count)]
    with open(path, "w", newline="\n") as file:
        file.write(f"#MINDRENDER 1.1\n{count}\n{''.join(states)}")


def state(draw, index, count):
    if index < count - 2 and draw.random() < 0.7:
        keys = [str(draw.randrange(index + 1, count)) for _ in range(draw.randrange(1, 5))]
        text = f"{{{index}}} KEYFRAME {len(keys)} {draw.randrange(6)} {{{draw.choice(keys)}}}\n"
        for key in keys:
            times = [draw.choice([0, 0.5, 1, draw.randrange(50, 3000) / 1000]) for _ in range(2)]
            flags = [draw.randrange(2) for _ in range(3)]
            text += f"{flags[0]} {times[0]} {times[1]} {flags[1]} {flags[2]} {{{key}}}\n"
        return text
    nodes = draw.sample(NODES, draw.randrange(1, 4))
    return f"{{{index}}} SINGLE {len(nodes)}\n" + "".join(node(draw, name) for name in nodes)


def node(draw, name):
    if draw.random() < 0.3:
        return f"{{{name}}} STATIC {vector(draw)} {vector(draw)} {vector(draw)}\n"
    return f"{{{name}}} DYNAMIC {channel(draw)} {channel(draw)} {channel(draw)}\n"


def channel(draw):
    period = draw.choice([0, 1, 2.5, draw.randrange(300, 4000) / 1000])
    offset = draw.choice([0, 0, draw.randrange(-3000, 3000) / 1000])
    return f"{vector(draw)} {vector(draw)} {period} {offset} {draw.randrange(10)}"


def vector(draw):
    return " ".join(str(draw.choice([0, draw.randrange(-4000, 4000) / 100])) for _ in range(3))


if __name__ == "__main__":
    main()
