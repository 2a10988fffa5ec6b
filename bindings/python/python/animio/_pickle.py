"""Unpickling of clips and of files that were read."""

from __future__ import annotations

from typing import Any

from ._animio import Animation, Channel, Clip, Document, Format, formats, read


def animation_of(
    content: bytes, name: str | None, format: str, beside: dict[str, bytes], options: dict[str, Any]
) -> Animation:
    """A file that was read, from its content, the other files that were used with it, and the options."""
    return read(content, name=name, format=format, beside=beside, **options)


def clip_of(animation: Animation, index: int, name: str) -> Clip:
    """A clip of a file that was read, perhaps with another name."""
    clip = animation[index]
    return clip if clip.name == name else clip.with_name(name)


def document_of(animation: Animation) -> Document:
    """The document of a file that was read."""
    return animation.document


def channel_of(clip: Clip, index: int) -> Channel:
    """A channel of a clip."""
    return clip.channels[index]


def format_of(id: str) -> Format:
    """A format, by its identifier."""
    return next(format for format in formats() if format.id == id)
