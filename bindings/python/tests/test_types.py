"""The types in the stub of the compiled part against those of Rust, which PyO3's introspection states.

PyO3 does not know everything: arrays and what Rust converts by itself are `Any`, there are no overloads and no `Literal`. So its stub
is not the one of the package, but where it states a type, ours states the same one or a narrower one. `STUBS` names the folder with it.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import animio._animio as module

OURS = ast.parse(Path(module.__file__).with_name("_animio.pyi").read_text())
# What Rust reads a sequence or a number through, and what stands for it in the stub.
READ = {
    "SupportsGetItem": "Sequence", "SupportsLenAndGetItem": "Sequence", "NDArray": "Sequence", "SupportsFloat": "float",
    "CapsuleType": "object",
}  # fmt: skip
ALIASES = {
    one.target.id: one.value
    for one in OURS.body
    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.value and ast.unparse(one.annotation) == "TypeAlias"
}
Type = dict[str, "list[Type]"]
"""The names of the types in a union, each with its arguments if it states them."""


def type_of(stated: ast.expr | None, owner: str) -> Type:
    """A type in an annotation of a class; nothing is `Any`."""
    match stated:
        case None:
            return {"Any": []}
        case ast.BinOp():
            return type_of(stated.left, owner) | type_of(stated.right, owner)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=values):
            parts = values.elts if isinstance(values, ast.Tuple) else [values]
            return {type(ast.literal_eval(part)).__name__: [] for part in parts}
        case ast.Subscript():
            (name,) = type_of(stated.value, owner)
            parts = stated.slice.elts if isinstance(stated.slice, ast.Tuple) else [stated.slice]
            # Of sequences PyO3 states the index too, and of mappings nothing. A tuple of any length states less.
            is_listed = name == "list" or name == "tuple" and not any(isinstance(part, ast.Constant) and part.value is ... for part in parts)
            return {name: [type_of(part, owner) for part in parts] if is_listed else []}
        case ast.Name(id="Self"):
            return {owner: []}
        case ast.Name(id=name) if name in ALIASES:
            return type_of(ALIASES[name], owner)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return {READ.get(name, name): []}
        case _:
            return {ast.unparse(stated): []}


def agree(rust: Type, stub: Type) -> bool:
    """Whether a type in the stub is one that Rust states, as far as it states one."""
    if "float" in rust:
        # Rust takes what has an index as a number, which the stub writes as `float`, too.
        rust.pop("SupportsIndex", None)
    if "Any" in rust:
        return rust.keys() == {"Any"} or ("None" in rust) == ("None" in stub or "object" in stub)
    if rust.keys() != stub.keys():
        return False
    return all(
        len(rust[name]) == len(stub[name]) and all(map(agree, rust[name], stub[name])) for name in rust if rust[name] and stub[name]
    )


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, with their class."""
    for one in tree.body:
        for part in one.body if isinstance(one, ast.ClassDef) else [one]:
            if isinstance(part, ast.FunctionDef):
                yield (one.name if isinstance(one, ast.ClassDef) else ""), part


def stated_by(function: ast.FunctionDef) -> dict[str, ast.expr | None]:
    """The annotations of the arguments that have one, and of the result."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return {one.arg: one.annotation for one in every if one.arg not in ("self", "cls", "value")} | {"return": function.returns}


def test_types_are_those_of_rust() -> None:
    folder = os.environ.get("STUBS")
    if folder is None:
        pytest.skip("`cargo xtask python` makes PyO3's stub")
    (path,) = Path(folder).rglob("*.pyi")
    ours: dict[tuple[str, str], list[dict[str, ast.expr | None]]] = {}
    for owner, function in functions(OURS):
        ours.setdefault((owner, function.name), []).append(stated_by(function))
    compared = 0
    for owner, function in functions(ast.parse(path.read_text())):
        for name, stated in stated_by(function).items() if (owner, function.name) in ours else ():
            rust, stub = type_of(stated, owner), Type()
            for overload in ours[owner, function.name]:
                stub |= type_of(overload[name], owner)
            # What cannot be pickled never returns.
            assert agree(rust, stub) or stub.keys() == {"Never"}, (owner, function.name, name, ast.unparse(stated) if stated else "")
            compared += "Any" not in rust
    # Without introspection every type would be `Any`.
    assert compared > 300
