"""What the tests of engines share: 5,000 files, and what is expected of them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import animio

ROOT = Path(__file__).resolve().parents[3]
MOCAP = ROOT / "fixtures" / "bvh" / "valid" / "walk.bvh"
COUNT = 5000
BAD = range(0, COUNT, 1000)


@dataclass
class Many:
    """A folder of files, some of which cannot be read."""

    folder: Path
    bad: list[str]
    rows: int
    sum_of_x: float

    def check(self, found: dict[str, tuple[int, float, int]]) -> None:
        """Every file once, by its path: how many rows it has, the sum of their x, and how many errors."""
        assert len(found) == COUNT
        assert sorted(path for path, (_, _, errors) in found.items() if errors) == sorted(self.bad)
        each = self.rows // (COUNT - len(self.bad))
        assert all(rows == (0 if path in self.bad else each) for path, (rows, _, _) in found.items())
        assert abs(sum(x for _, x, _ in found.values()) - self.sum_of_x) < 1e-6 * self.rows


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Many:
    """5,000 files in 50 folders. The rows of each are counted by its path."""
    folder = tmp_path_factory.mktemp("many")
    head, motion = MOCAP.read_text().split("Frame Time:")
    time_, rows = motion.split("\n", 1)
    bad = []
    for index in range(COUNT):
        path = folder / f"{index % 50:02}" / f"{index:05}.bvh"
        path.parent.mkdir(exist_ok=True)
        if index in BAD:
            path.write_text(head.replace("Frames:", "Farmes:"))
            bad.append(str(path))
        else:
            path.write_text(head + "Frame Time:" + time_ + "\n" + rows)
    clip = animio.read(MOCAP)[0]
    one = clip.world()[..., 0, 3]
    return Many(folder, bad, one.size * (COUNT - len(bad)), float(one.sum()) * (COUNT - len(bad)))


def children(of: int) -> list[int]:
    """All processes below a process."""
    below: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = Path(f"/proc/{entry}/stat").read_text()
            except OSError:
                continue
            below.setdefault(int(text.rsplit(")", 1)[1].split()[1]), []).append(int(entry))
    # A child may have a smaller number than its parent: numbers are used again.
    found = below.get(of, [])
    for pid in found:
        found += below.get(pid, [])
    return found


def command(pid: int) -> str:
    """The command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


class Watch:
    """Measures the memory of some processes while something runs, and does something once in the middle: after some seconds, or
    when it is told to."""

    def __init__(self, is_watched: Callable[[str], bool], after: float | None, once: Callable[[], None]) -> None:
        self.is_watched, self.after, self.once = is_watched, after, once
        self.most: dict[int, list[int]] = {}
        self.done = threading.Event()
        self.happened = False

    def __enter__(self) -> Watch:
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self.thread.join()

    def run(self) -> None:
        begin = time.monotonic()
        while not self.done.wait(0.25):
            for pid in children(os.getpid()):
                if self.is_watched(command(pid)):
                    try:
                        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                    except (OSError, IndexError):
                        continue
                    self.most.setdefault(pid, []).append(pages * 4096)
            if self.after is not None and time.monotonic() - begin > self.after:
                self.strike()

    def strike(self) -> None:
        """The middle is now, if it has not been before."""
        if not self.happened:
            self.happened = True
            self.once()

    def growth(self) -> float:
        """By how many bytes a process has more at the end than it had at the middle, at most."""
        grown = [max(sizes[len(sizes) // 2 :]) - max(sizes[: len(sizes) // 2]) for sizes in self.most.values() if len(sizes) > 8]
        return max(grown, default=0)

    def check(self) -> None:
        """The middle came, and memory did not grow after it."""
        assert self.happened, "the run was over before a worker was lost"
        print(f"a worker grew by {self.growth() / 1e6:.0f} MB in the second half")
        assert self.growth() < 150e6


class RayCluster:
    """A cluster of Ray with two workers of one core each."""

    def __enter__(self) -> RayCluster:
        import ray
        from ray.cluster_utils import Cluster

        memory = 500_000_000
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": memory})
        self.workers = [self.cluster.add_node(num_cpus=1, object_store_memory=memory) for _ in range(2)]
        ray.init(address=self.cluster.address, log_to_driver=False)
        self.cluster.wait_for_nodes()
        return self

    def __exit__(self, *_: object) -> None:
        import ray

        ray.shutdown()
        self.cluster.shutdown()

    @property
    def address(self) -> str:
        return self.cluster.address

    def lose(self) -> None:
        """Loses a worker without warning."""
        self.cluster.remove_node(self.workers.pop(), allow_graceful=False)


@pytest.fixture
def clock() -> Iterator[Callable[[str], None]]:
    """Prints how long something took since the last time."""
    last = [time.monotonic()]

    def tell(what: str) -> None:
        now = time.monotonic()
        print(f"\n{what}: {now - last[0]:.1f} s")
        last[0] = now

    yield tell
