"""The channels of a node, component by component."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import animio
import numpy as np
from numpy import ndarray as Array

# The values of Blender's interpolations, by the eases of animio. `arcs.py` replaces `slerp` first.
EASES = {"step": 0, "linear": 1, "bezier": 2, "sine": 12, "slerp": 1}
SPATIAL = ("translation", "displacement", "rotation", "euler", "angle", "scale", "matrix")
TURNS = ("rotation", "euler", "angle")
STANDARD = (*SPATIAL, "visible", "alive", "parent", "color", "weight")
WIDTHS = {"translation": 3, "displacement": 3, "euler": 3, "scale": 3, "rotation": 4, "color": 3}


def kind(channel: animio.Channel) -> str:
    """What a channel drives. A property of the format that happens to have the name of another is marked."""
    is_other = channel.is_own and channel.property in STANDARD
    return f"own/{channel.property}" if is_other else channel.property


@dataclass(frozen=True)
class Piece:
    """The keys of one component."""

    times: Array
    """Seconds, (K,)."""
    values: Array
    """(K,)."""
    eases: Array
    """The interpolation after each key, as Blender's number, (K,)."""
    handles: Array | None = None
    """(K, 2, 2): towards the previous and the next key, each seconds and value, relative to the key."""
    wraps: tuple[str, str] = ("hold", "hold")
    """The behaviour of the curve before its first key and after its last one."""

    def map(self, factor: float, offset: float = 0.0) -> "Piece":
        """Every value times a factor, plus an offset."""
        handles = None if self.handles is None else self.handles * (1.0, factor)
        return replace(self, values=self.values * factor + offset, handles=handles)

    @property
    def lowest(self) -> float:
        """A lower bound of the values."""
        return float((self.values[:, None] + self.arms.clip(max=0)).min())

    @property
    def highest(self) -> float:
        """An upper bound of the values."""
        return float((self.values[:, None] + self.arms.clip(min=0)).max())

    @property
    def arms(self) -> Array:
        """The values of the handles relative to their keys, (K, 2)."""
        return np.zeros((len(self.values), 2)) if self.handles is None else self.handles[..., 1]

    @property
    def is_constant(self) -> bool:
        """Whether the value is the same at any time."""
        flat = self.handles is None or not self.handles[..., 1].any()
        return len(self.values) == 1 or flat and bool((self.values == self.values[0]).all())


def constant(value: float) -> Piece:
    """One key that holds."""
    return Piece(np.zeros(1), np.array([float(value)]), np.zeros(1, np.int32))


def of_channel(channel: animio.Channel) -> list[Piece]:
    """A piece for each component that the channel drives."""
    times = np.asarray(channel.times, float)
    values, names = np.asarray(channel.values, float), channel.ease
    names = [names] * len(times) if isinstance(names, str) else names
    eases = np.array([EASES[name] for name in names], np.int32)
    handles, wraps = channel.handles, (channel.before, channel.after)
    if handles is not None:
        handles = np.asarray(handles, float)
    return [
        Piece(times, values[:, part], eases, None if handles is None else handles[:, part], wraps)
        for part in range(values.shape[1])
    ]


class Gathered:
    """The channels of one node. If several drive the same component, the last one is used."""

    def __init__(self, channels: Sequence[animio.Channel]) -> None:
        self.channels = channels
        self.spatial = [channel for channel in channels if kind(channel) in SPATIAL]
        self.turns = [channel for channel in channels if kind(channel) in TURNS]

    def components(self, name: str) -> dict[int, Piece]:
        """The driven components of a property."""
        found: dict[int, Piece] = {}
        for channel in self.channels:
            if kind(channel) == name:
                found |= dict(enumerate(of_channel(channel), channel.component))
        return found

    def has(self, *names: str) -> bool:
        """Whether any of these properties is driven."""
        return any(kind(channel) in names for channel in self.channels)

    @property
    def is_stepped(self) -> bool:
        """Whether all curves of the node are stepped."""
        return all(holds(channel) for channel in self.spatial)


def holds(channel: animio.Channel) -> bool:
    """Whether the curve of the channel is stepped."""
    wraps = {channel.before, channel.after} if len(channel.times) > 1 else {"hold"}
    names = {channel.ease} if isinstance(channel.ease, str) else set(channel.ease[:-1])
    return wraps == {"hold"} and names <= {"step"}


class Source:
    """A clip with its nodes and channels, which animio would copy on each access."""

    def __init__(self, clip: animio.Clip) -> None:
        self.clip = clip
        self.name, self.duration, self.rate, self.first_frame = clip.name, clip.duration, clip.rate, clip.first_frame
        self.nodes, self.events = clip.nodes, clip.events
        lists: list[list[animio.Channel]] = [[] for _ in self.nodes]
        for channel in clip.channels:
            lists[channel.node].append(channel)
        self.gathered = [Gathered(channels) for channels in lists]
