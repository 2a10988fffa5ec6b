"""The options of formats as keyword arguments. Written by `tools/options.py`: change the formats, then run that."""

from __future__ import annotations

from os import PathLike
from typing import Literal, TypedDict

Path = str | PathLike[str]


class ReadOptions(TypedDict, total=False):
    """Options of reading."""

    added_keys: int
    angles: Literal["continuous", "file"]
    baked: Literal["always", "auto", "never"]
    channel_keys: int
    clock: Literal["global", "local"]
    depth: int
    elements: int
    euler: Literal["none", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
    exact: bool
    facts: int
    forward: Literal["+x", "+y", "+z", "-x", "-y", "-z", "auto", "x", "y", "z"]
    inflated: int
    interpolate: Literal["hold", "linear"]
    keys: int
    mirror: bool
    mode: Literal["hardware", "ideal"]
    motion: Literal["file", "game"]
    names: Literal["id", "name"]
    numbers: int
    order: Literal["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
    origin: Literal["range", "zero"]
    pieces: int
    position: Literal["add", "replace"]
    repairs: int
    sine: Literal["cos", "sin"]
    skel: Path
    state_values: int
    states: Path
    strict: bool
    tolerance: float
    tolerance_angle: float
    turns: int
    unit: Literal["auto"] | float
    up: Literal["+x", "+y", "+z", "-x", "-y", "-z", "auto", "x", "y", "z"]
    whole: Literal["always", "auto", "never"]


class WriteOptions(TypedDict, total=False):
    """Options of writing."""

    axes: Literal["body", "same"]
    baked_keys: int
    baked_values: Literal["auto"] | int
    bones: Path
    buffer: Literal["auto"] | str
    container: Literal["embedded", "glb", "separate", "stream", "xml"]
    forward: Literal["+x", "+y", "+z", "-x", "-y", "-z", "auto", "x", "y", "z"]
    fps: Literal["auto"] | float
    frames: int
    interpolation: Literal["auto", "cubic", "linear"]
    into: Path
    kind: Literal["anim", "skel"]
    mesh: Literal["bones", "boxes", "none"]
    offset: Literal["rest", "zero"]
    order: Literal["auto", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
    packets: Literal["absolute", "differential"]
    pointers: bool
    poses: int
    profile: Literal["gltf", "vrma"]
    reference: Literal["first", "rest", "t-pose", "unrotated"]
    resolution: Literal["auto"] | int
    rest: Literal["auto", "ignore", "use"]
    roots: Literal["join", "keep"]
    start: Literal["create", "exists"]
    steady: Literal["auto"] | float
    ticks: int
    tracks_baked: bool
    travel: Literal["all", "hips"]
    unit: Literal["auto"] | float
    up: Literal["+x", "+y", "+z", "-x", "-y", "-z", "auto", "x", "y", "z"]


class ConvertOptions(TypedDict, total=False):
    """Options of reading and of writing."""

    added_keys: int
    angles: Literal["continuous", "file"]
    axes: Literal["body", "same"]
    baked: Literal["always", "auto", "never"]
    baked_keys: int
    baked_values: Literal["auto"] | int
    bones: Path
    buffer: Literal["auto"] | str
    channel_keys: int
    clock: Literal["global", "local"]
    container: Literal["embedded", "glb", "separate", "stream", "xml"]
    depth: int
    elements: int
    euler: Literal["none", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
    exact: bool
    facts: int
    forward: Literal["+x", "+y", "+z", "-x", "-y", "-z", "auto", "x", "y", "z"]
    fps: Literal["auto"] | float
    frames: int
    inflated: int
    interpolate: Literal["hold", "linear"]
    interpolation: Literal["auto", "cubic", "linear"]
    into: Path
    keys: int
    kind: Literal["anim", "skel"]
    mesh: Literal["bones", "boxes", "none"]
    mirror: bool
    mode: Literal["hardware", "ideal"]
    motion: Literal["file", "game"]
    names: Literal["id", "name"]
    numbers: int
    offset: Literal["rest", "zero"]
    order: Literal["auto", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
    origin: Literal["range", "zero"]
    packets: Literal["absolute", "differential"]
    pieces: int
    pointers: bool
    poses: int
    position: Literal["add", "replace"]
    profile: Literal["gltf", "vrma"]
    reference: Literal["first", "rest", "t-pose", "unrotated"]
    repairs: int
    resolution: Literal["auto"] | int
    rest: Literal["auto", "ignore", "use"]
    roots: Literal["join", "keep"]
    sine: Literal["cos", "sin"]
    skel: Path
    start: Literal["create", "exists"]
    state_values: int
    states: Path
    steady: Literal["auto"] | float
    ticks: int
    tracks_baked: bool
    travel: Literal["all", "hips"]
    turns: int
    unit: Literal["auto"] | float
    up: Literal["+x", "+y", "+z", "-x", "-y", "-z", "auto", "x", "y", "z"]
    whole: Literal["always", "auto", "never"]
