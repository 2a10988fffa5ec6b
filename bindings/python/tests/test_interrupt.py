"""Ctrl-C while something long is computed: with a real signal, and without waiting for the result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import animio

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals between processes")

# The most processor time in seconds from the signal to the exception: half a second, even if nothing is optimised.
SOON = 2.0
FRAMES, NODES = 4_000, 24


def swaying() -> animio.Clip:
    """A chain of nodes that turn and move at random in each frame."""
    random = np.random.default_rng(5)
    turns = random.normal(size=(FRAMES, NODES, 4))
    turns /= np.linalg.norm(turns, axis=2, keepdims=True)
    names, parents = [f"joint {node}" for node in range(NODES)], list(range(-1, NODES - 1))
    space = animio.Space("+y", "+z", "right", 1.0)
    places = random.normal(size=(FRAMES, NODES, 3))
    return animio.Clip.from_arrays(names, parents, np.ones((NODES, 3)), turns, places, fps=60, space=space)


CLIP = swaying()
TIMES = np.linspace(0.0, CLIP.duration, 100_000)
WORK: dict[str, Callable[[], Any]] = {
    "world": lambda: CLIP.world(TIMES),
    "local": lambda: CLIP.local(TIMES, dtype="f4"),
    "quaternions": lambda: CLIP.quaternions(TIMES),
    "hierarchy": lambda: CLIP.hierarchy(TIMES),
    "sample": lambda: CLIP.sample(1, np.linspace(0.0, CLIP.duration, 2_000_000)),
    "resample": lambda: CLIP.resample(1000.0),
    "reduce": lambda: CLIP.reduce(),
    "reroot": lambda: CLIP.reroot("joint 7"),
    "onto": lambda: CLIP.onto(CLIP.scale(2.0)),
    **{f"encode {format}": partial(animio.encode, CLIP, format) for format in ("bvh", "glb", "stf", "stt", "tod", "xml", "anim")},
}


def interrupted(work: Callable[[], Any], delay: float) -> float:
    """The processor time in seconds from the signal to the exception. The work begins again until the signal is there."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(delay, send)
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        while True:
            work()
    return time.process_time() - sent[0]


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_what_is_computed(name: str) -> None:
    for delay in (0.1, 0.35):
        assert interrupted(WORK[name], delay) < SOON, name
    # The next one is complete.
    assert CLIP.world(0.5).shape == (NODES, 3, 4)


def gap(work: Callable[[], Any]) -> float:
    """The longest processor time in which work handled no signal, relative to all of it; 0 for work of less than 0.2 s."""
    moments = [time.process_time()]
    before = signal.signal(signal.SIGPROF, lambda _number, _frame: moments.append(time.process_time()))
    signal.setitimer(signal.ITIMER_PROF, 0.02, 0.02)
    try:
        work()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
    moments.append(time.process_time())
    whole = moments[-1] - moments[0]
    return float(np.diff(moments).max()) / whole if whole > 0.2 else 0.0


@pytest.mark.parametrize("form", ["clip", "bvh", "stf", "xml"])
def test_signals_are_handled_while_files_and_json_are_made(form: str) -> None:
    made: list[Callable[[], Any]]
    if form == "clip":
        json = CLIP.to_json()
        made = [CLIP.to_json, lambda: animio.Clip.from_json(json)]
    else:
        ((name, content), *_), _ = animio.encode(CLIP, form)
        document = animio.read(content, name=name).document
        made = [document.to_json, document.to_bytes]
    for work in made:
        assert gap(work) < 0.5, work


def test_nothing_is_written_by_what_is_ended(tmp_path: Any) -> None:
    path = tmp_path / "a.stf"

    def write() -> None:
        animio.write(path, CLIP)
        path.unlink()

    interrupted(write, 0.2)
    assert not [one for one in tmp_path.iterdir() if one != path]


def test_a_handler_of_ones_own_ends_it_or_not() -> None:
    calls: list[int] = []

    class Late(Exception):
        pass

    def handle(_number: int, _frame: object) -> None:
        calls.append(len(calls))
        if len(calls) == 3:
            raise Late

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    try:
        with pytest.raises(Late):
            while True:
                CLIP.world(TIMES)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    assert len(calls) >= 3


def test_other_threads_run_to_the_end() -> None:
    done: list[float] = []
    thread = threading.Thread(target=lambda: done.append(float(CLIP.world(TIMES[:20_000])[-1, -1, 0, 3])))
    thread.start()
    interrupted(lambda: CLIP.world(TIMES), 0.1)
    thread.join()
    assert done == [float(CLIP.world(TIMES[19_999])[-1, 0, 3])]


def test_a_process_ends_at_once() -> None:
    script = """
import numpy as np, animio
clip = animio.Clip.from_arrays(["a"], [-1], [[0, 0, 0]], np.ones((2, 1, 4)), fps=1)
print("ready", flush=True)
while True:
    clip.world(np.linspace(0, 2, 500_000))
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    error = process.communicate(timeout=20)[1]
    assert time.monotonic() - begun < SOON and error.rstrip().endswith("KeyboardInterrupt")
    assert process.returncode == -signal.SIGINT
