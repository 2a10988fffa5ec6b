"""How fast animio is beside pybvh, bvhio, pymotion, a TOD reader in plain Python, and the same work in Rust, all in one run.

`MOCAP` in the environment names the program that does the work in Rust; without it that is left out.
"""

from __future__ import annotations

import os
import resource
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import animio

ROOT = Path(__file__).resolve().parents[3]


def best(of: Callable[[], Any], seconds: float = 2.0, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of several runs, in seconds.

    Files are read on one core: the processor time is that of an idle machine, even if other programs run.
    """
    times: list[float] = []
    while not times or (sum(times) < seconds and len(times) < 50):
        begin = clock()
        of()
        times.append(clock() - begin)
    return min(times)


def each(of: Callable[[], Any], count: int = 10) -> float:
    """How much processor time one of several runs takes in the mean, in seconds; the shortest of three such means."""

    def mean() -> float:
        begin = time.process_time()
        for _ in range(count):
            of()
        return (time.process_time() - begin) / count

    return min(mean() for _ in range(3))


def in_rust(program: str, task: str, path: str, count: int = 10) -> float:
    """The same of the program that does a task in Rust, without its beginning and its end."""

    def spent(runs: int) -> float:
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, task, str(runs), path], check=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime - begin.ru_utime + end.ru_stime - begin.ru_stime

    return min((spent(count + 1) - spent(1)) / count for _ in range(3))


def mocap(joints: int, frames: int) -> str:
    """A BVH of a chain of joints that turn, with as many digits as recorders write."""
    draw = np.random.default_rng(1)
    head, tail = ["HIERARCHY"], []
    for joint in range(joints):
        head.append(("ROOT" if joint == 0 else "JOINT") + f" joint{joint}\n{{\nOFFSET 0.000000 {1 + joint % 3}.500000 0.000000")
        position = "6 Xposition Yposition Zposition " if joint == 0 else "3 "
        head.append(f"CHANNELS {position}Zrotation Xrotation Yrotation")
        tail.append("}")
    head.append("End Site\n{\nOFFSET 0.0 1.0 0.0\n}")
    turns = np.cumsum(draw.normal(scale=1.5, size=(frames, 3 + 3 * joints)), axis=0)
    rows = "\n".join(" ".join(f"{value:.6f}" for value in row) for row in turns)
    return "\n".join([*head, *tail, "MOTION", f"Frames: {frames}", "Frame Time: 0.033333", rows]) + "\n"


def tod_in_python(content: bytes) -> int:
    """The packets of a TOD, each split into its header and its words: the least that a reader in Python does."""
    _, _, _, frames = struct.unpack_from("<BBHI", content)
    at, packets = 8, []
    for _ in range(frames):
        words, count, number = struct.unpack_from("<HHI", content, at)
        place = at + 8
        for _ in range(count):
            ident, kind, length = struct.unpack_from("<HBB", content, place)
            packets.append((number, ident, kind & 15, kind >> 4, struct.unpack_from(f"<{length - 1}i", content, place + 4)))
            place += 4 * length
        at += 4 * words
    return len(packets)


def long_tod(size: int) -> bytes:
    """The frames of a fixture, repeated until the file has this size."""
    content = (ROOT / "fixtures/tod/valid/walk.tod").read_bytes()
    head, frames = content[:4], content[8:]
    count = struct.unpack_from("<I", content, 4)[0]
    starts, at = [], 0
    for _ in range(count):
        starts.append(at)
        at += 4 * struct.unpack_from("<H", frames, at)[0]
    # The first frame creates the objects; the others move them.
    first, rest = frames[: starts[1]], frames[starts[1] : at]
    times = max(1, size // len(rest))
    moved = bytearray(rest * times)
    at, number = 0, 1
    while at < len(moved):
        words = struct.unpack_from("<H", moved, at)[0]
        struct.pack_into("<I", moved, at + 4, number)
        at, number = at + 4 * words, number + 1
    return head + struct.pack("<I", number) + first + bytes(moved)


def row(what: str, ours: float, other: str, theirs: float | None, goal: float, unit: str = "") -> None:
    """Prints a row of the table."""
    if theirs is None:
        print(f"| {what} | {ours * 1e3:,.1f} ms{unit} | {other} | | | {goal:g} x |")
    else:
        print(f"| {what} | {ours * 1e3:,.1f} ms{unit} | {other} {theirs * 1e3:,.0f} ms | {theirs / ours:,.1f} x | {goal:g} x |")


def main() -> None:
    print("| task | animio | beside | factor | goal |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mocap.bvh")
        text = mocap(67, 3000)
        Path(path).write_text(text)
        size = len(text) / 1e6

        def read_ours() -> Any:
            clip = animio.read(path)[0]
            return [channel.values for channel in clip.channels]

        ours = best(read_ours, clock=time.process_time)
        rate = f", {size / ours:,.0f} MB/s"
        import pybvh

        what = f"reading {size:.1f} MB of BVH to numpy"
        theirs = best(lambda: pybvh.read_bvh_file(path), 4.0, time.process_time)
        row(what, ours, f"pybvh ({size / theirs:.0f} MB/s)", theirs, 5, rate)
        from bvhio import readAsBvh
        from pymotion.io.bvh import BVH

        for name, other in [("pymotion", lambda: BVH().load(path)), ("bvhio", lambda: readAsBvh(path))]:
            theirs = best(other, 4.0, time.process_time)
            row(what, ours, f"{name} ({size / theirs:.0f} MB/s)", theirs, 5, rate)
        clip, other = animio.read(path)[0], pybvh.read_bvh_file(path)
        times = clip.times()
        ours = best(lambda: clip.world(times))
        theirs = best(lambda: pybvh.frames_to_node_positions(other, other.root_pos, other.joint_angles), 4.0)
        row("world poses of 67 joints in 3,000 frames", ours, "pybvh, places alone", theirs, 20)
        ours32 = best(lambda: clip.world(times, dtype="f4"))
        print(f"| the same in single precision | {ours32 * 1e3:,.1f} ms | | | |")
        if program := os.environ.get("MOCAP"):
            for task, what, ours in [("read", "reading", each(read_ours)), ("pose", "posing", each(lambda: clip.world(times)))]:
                plain = in_rust(program, task, path)
                print(f"| {what}, over Rust | {ours * 1e3:,.1f} ms | Rust {plain * 1e3:,.1f} ms | {100 * (ours / plain - 1):+.0f} % | 5 % |")
        content = long_tod(100_000_000)
        ours = best(lambda: animio.read(content, format="tod"), clock=time.process_time)
        part = long_tod(5_000_000)
        theirs = best(lambda: tod_in_python(part), 1.0, time.process_time) * len(content) / len(part)
        row(f"reading {len(content) / 1e6:.0f} MB of TOD", ours, "packets in plain Python", theirs, 100)


if __name__ == "__main__":
    main()
