"""Types of arguments that are not classes of animio."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol, TypeAlias

import numpy as np

Time: TypeAlias = float | timedelta | np.timedelta64


class BinaryFile(Protocol):
    """A binary file object. Only its `read` is used."""

    def read(self, /) -> bytes | bytearray | memoryview:
        """The rest of the content."""
        ...
