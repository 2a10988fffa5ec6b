"""Animation formats for Python: read, check, pose, edit, convert and write TOD, STT, HSF, MM2, STF, glTF and BVH.

    >>> import animio
    >>> a = animio.read("walk.bvh")
    >>> places = a[0].world()[..., 3]     # (frames, joints, 3)

`read` gives an `Animation`, whose items are `Clip`s. A clip has nodes and channels, and gives poses at any time as numpy arrays.
`check` lists the faults of a file, `convert` and `write` make files of any format and report losses.
"""

from ._animio import (
    Animation,
    Change,
    Channel,
    Clip,
    Document,
    Edge,
    Event,
    Finding,
    Format,
    Graph,
    GraphNode,
    Group,
    Loss,
    Node,
    Option,
    Player,
    Report,
    Scan,
    Space,
    __version__,
    build,
    check,
    convert,
    encode,
    formats,
    join,
    read,
    write,
)
from ._errors import Error, LossError, OptionError, UnknownFormatError
from ._scan import scan

__all__ = [
    "Animation",
    "Change",
    "Channel",
    "Clip",
    "Document",
    "Edge",
    "Error",
    "Event",
    "Finding",
    "Format",
    "Graph",
    "GraphNode",
    "Group",
    "Loss",
    "LossError",
    "Node",
    "Option",
    "OptionError",
    "Player",
    "Report",
    "Scan",
    "Space",
    "UnknownFormatError",
    "__version__",
    "build",
    "check",
    "convert",
    "encode",
    "formats",
    "join",
    "read",
    "scan",
    "write",
]
