"""Text fields with several words, some of which have blanks."""

import shlex


def split(text: str) -> list[str]:
    """The words of a text: quotes keep blanks together, and a backslash is a letter, as in the paths of Windows.

    `ValueError` for a quote without another.
    """
    reader = shlex.shlex(text, posix=True)
    reader.whitespace_split, reader.commenters, reader.escape = True, "", ""
    return list(reader)


def options(text: str) -> dict[str, object]:
    """Options of a format from `key=value key=value`. `ValueError` for anything else."""
    pairs = [word.split("=", 1) for word in split(text)]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"expected options as key=value, found `{text}`")
    return {key.replace("-", "_"): value for key, value in pairs}
