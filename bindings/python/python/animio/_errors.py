"""The exceptions of animio."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._animio import Report


class Error(Exception):
    """A file cannot be read, or clips cannot be written.

    Attributes:
        code: the stable identifier, such as ``tod::frame-size`` or ``anim::too-many-clips``; None if there is none.
        path: the location in the document, such as ``frame[3]/packet[0]``.
        span: the bytes as ``(start, end)``; None if they are not known.
        line: the line from 1, for text files; else None.
        column: the character in the line from 1, for text files; else None.
        file: the path or the URL of the file that cannot be read or converted, if it has one; None for options.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        path: str = "",
        span: tuple[int, int] | None = None,
        line: int | None = None,
        column: int | None = None,
        file: str | None = None,
        report: Report | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.path = path
        self.span = span
        self.line = line
        self.column = column
        self.file = file
        self.report = report


class OptionError(Error, ValueError):
    """An option has an unknown name or value."""


class UnknownFormatError(Error, ValueError):
    """No format recognises the content, or there is no format with this extension or identifier."""


class LossError(Error):
    """A strict conversion would lose something; ``report`` states what."""

    report: Report
