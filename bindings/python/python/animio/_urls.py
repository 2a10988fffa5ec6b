"""URLs, and chains of them such as ``zip://walk.bvh::s3://bucket/all.zip`` and ``simplecache::s3://bucket/walk.bvh``."""

from __future__ import annotations

import os


def is_url(path: str) -> bool:
    """Whether fsspec opens it. An existing file whose name contains ``::`` is not a URL."""
    if "://" in path:
        return True
    first, chained, _ = path.partition("::")
    if not chained or os.path.exists(path):
        return False
    try:
        from fsspec import available_protocols
    except ImportError:
        return False
    return first in available_protocols()


def links(url: str) -> tuple[str, str, str]:
    """A chain in three parts: the protocols before the link with the path, that link, and the links that contain it."""
    parts = url.split("::")
    bare = next((index for index, part in enumerate(parts) if not part.isidentifier()), len(parts) - 1)
    before, after = parts[:bare], parts[bare + 1 :]
    return "".join(f"{part}::" for part in before), parts[bare], "".join(f"::{part}" for part in after)
