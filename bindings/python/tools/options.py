"""Prints `animio/_options.py`: the types of options, as the formats declare them."""

from __future__ import annotations

import animio

HEAD = '''"""The options of formats as keyword arguments. Written by `tools/options.py`: change the formats, then run that."""

from __future__ import annotations

from os import PathLike
from typing import Literal, TypedDict

Path = str | PathLike[str]
'''


# What functions have as arguments of their own.
OWN = {"strict", "tolerance", "tolerance_angle"}


def types_of(values: str) -> set[str]:
    """The types of an option that takes these values: words in quotes, or a type."""
    if values.startswith("auto or "):
        return {'"auto"'} | types_of(values.removeprefix("auto or "))
    named = {"true|false": "bool", "a number above 0": "float", "a file": "Path", "any text": "str"}
    if values in named:
        return {named[values]}
    if values.startswith("a whole number"):
        return {"int"}
    return {f'"{word}"' for word in values.split("|")}


def spelled(types: set[str]) -> str:
    """A union of types and words."""
    words = sorted(one for one in types if one.startswith('"'))
    literal = [f"Literal[{', '.join(words)}]"] if words else []
    return " | ".join(literal + sorted(types.difference(words)))


def written() -> str:
    """The text of the module."""
    text = [HEAD]
    for name, doc, lists, own in [
        ("ReadOptions", "Options of reading.", ["options"], set()),
        ("WriteOptions", "Options of writing.", ["write_options"], OWN),
        ("ConvertOptions", "Options of reading and of writing.", ["options", "write_options"], OWN),
    ]:
        types: dict[str, set[str]] = {}
        for format in animio.formats():
            for option in (option for one in lists for option in getattr(format, one).values()):
                types.setdefault(option.name, set()).update(types_of(option.values))
        text.append(f'\n\nclass {name}(TypedDict, total=False):\n    """{doc}"""\n\n')
        text += [f"    {key}: {spelled(kinds)}\n" for key, kinds in sorted(types.items()) if key not in own]
    return "".join(text)


if __name__ == "__main__":
    print(written(), end="")
