#!/usr/bin/env python3
"""Writes an HSF animation document drawn at random: few targets that many animations move one after the other, most of them without
a name, in another order than the one in which they start, and many from where their target is.

    hsf_random.py SEED FILE
"""

import random
import sys

# The kind of rotation of each target. A quaternion can continue from an angle about an axis, but the page does not define the reverse.
BOTH = "either"
TARGETS = {"MODEL/a": "QuatRotInterpolator", "MODEL/a/b": "AxisRotInterpolator", "MODEL/c": BOTH}


def main():
    seed, path = sys.argv[1:]
    draw = random.Random(int(seed))
    parts = [outermost(draw) for _ in range(draw.randrange(6, 12))]
    if draw.random() < 0.5:
        parts.append(f'<Animation Name="shape" Active="0" Delay="{delay(draw)}">{inside(draw, "QuatRotInterpolator")}</Animation>')
        parts.append('<Animation InstanceOf="shape" Target="SPATH: MODEL/c"/>')
    draw.shuffle(parts)
    with open(path, "w", newline="\n") as file:
        file.write("\n".join(['<Animdef TicksPerSecond="1000">', *parts, "</Animdef>\n"]))


def outermost(draw):
    target = draw.choice([*TARGETS, "MODEL/c"])
    nested = ""
    if target == "MODEL/a" and draw.random() < 0.5:
        nested = animation(draw, "SPATH: b", TARGETS["MODEL/a/b"])
    elif draw.random() < 0.2:
        nested = animation(draw, f"SPATH: d{draw.randrange(100)}", "QuatRotInterpolator")
    return animation(draw, f"SPATH: {target}", TARGETS[target], nested)


def animation(draw, target, turning, nested=""):
    known = {"Delay": delay(draw), "Loop": draw.choice([1, 1, 2, -1]), "RLoop": draw.choice([0, 0, 1]),
             "Active": draw.choice([1, 1, 1, 0]), "CurrentTick": draw.choice([0, 0, 100])}
    name = f' Name="n{draw.randrange(10 ** 6)}"' if draw.random() < 0.3 else ""
    stated = "".join(f' {key}="{value}"' for key, value in known.items())
    return f'<Animation{name} Target="{target}"{stated}>{inside(draw, turning)}{nested}</Animation>'


def delay(draw):
    return draw.choice([0, draw.randrange(100, 2500)])


def inside(draw, turning):
    """A timeline and interpolators."""
    count = draw.randrange(2, 5)
    ticks = sorted(draw.sample(range(1, 1500), count - 1))
    own = draw.choice(["QuatRotInterpolator", "AxisRotInterpolator"]) if turning == BOTH else turning
    kinds = draw.sample(["PosInterpolator", "ScaleInterpolator", own], draw.randrange(1, 4))
    goes_on = [kind != "AxisRotInterpolator" or turning != BOTH for kind in kinds]
    parts = [interpolator(draw, kind, count, may) for kind, may in zip(kinds, goes_on)]
    return f"<Timeline>{' '.join(map(str, [0, *ticks]))}</Timeline>{''.join(parts)}"


def interpolator(draw, kind, count, goes_on):
    width = {"QuatRotInterpolator": 4, "AxisRotInterpolator": 1}.get(kind, 3)
    lane = draw.choice(["1", "23", "13"]) if kind == "PosInterpolator" and draw.random() < 0.3 else None
    values = [value(draw, kind, len(lane) if lane else width, goes_on) for _ in range(count)]
    if goes_on and draw.random() < 0.6:
        values[0] = draw.choice("+*")
    modifiers = f' Modifiers="[c {lane}]"' if lane else ""
    return f"<{kind}{modifiers}>{' '.join(values)}</{kind}>"


def value(draw, kind, width, goes_on):
    shapes = {"PosInterpolator": ["", "", "d ", "b ", "ca ", "[t 0.2 -0.3 0.1] "]}.get(kind, ["", "", "d "])
    relative = draw.choice(["", "", "r "]) if goes_on else ""
    low, high = {"PosInterpolator": (-40, 40), "ScaleInterpolator": (5, 30), "AxisRotInterpolator": (-1500, 1500)}.get(kind, (-10, 10))
    numbers = [draw.randrange(low, high) / 10 for _ in range(width)]
    if kind == "QuatRotInterpolator":
        numbers[3] = 1.5
    return f"[{draw.choice(shapes)}{relative}{' '.join(map(str, numbers))}]"


if __name__ == "__main__":
    main()
