"""The stub of the compiled part against what Python knows of it: every name, and every argument with its kind and its default.

PyO3's introspection has `Any` for arrays and no overloads, so ours is written by hand. `test_types.py` compares its types with those that
PyO3 states, and type checkers hold the tests of this folder against the others.
"""

from __future__ import annotations

import ast
import inspect
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import animio
import animio._animio as module

STUB = ast.parse(Path(module.__file__).with_name("_animio.pyi").read_text())
# What classes have of Python itself, or show without a place in a stub. Copying gives a class `__slotnames__`.
SHOWN = {"__module__", "__doc__", "__slotnames__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
OWN = set(dir(object)) - {"__eq__", "__reduce__"} | SHOWN
Argument = tuple[str, inspect._ParameterKind, Any]
P = inspect.Parameter


def members(body: list[ast.stmt]) -> dict[str, list[ast.FunctionDef]]:
    """The functions of a module or a class by name, each overload of them."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for one in body:
        if isinstance(one, ast.FunctionDef):
            found.setdefault(one.name, []).append(one)
    return found


CLASSES = {one.name: one for one in STUB.body if isinstance(one, ast.ClassDef)}
FUNCTIONS: list[tuple[str | None, str]] = [(None, name) for name in members(STUB.body)]
METHODS: list[tuple[str | None, str]] = [(owner, name) for owner, one in CLASSES.items() for name in members(one.body)]


def arguments(function: ast.FunctionDef) -> Iterator[Argument]:
    """The arguments of a function of the stub: name, kind, default."""
    given = function.args
    places = [(one, P.POSITIONAL_ONLY) for one in given.posonlyargs] + [(one, P.POSITIONAL_OR_KEYWORD) for one in given.args]
    defaults: list[ast.expr | None] = [None] * (len(places) - len(given.defaults)) + list(given.defaults)
    for (one, kind), default in zip(places, defaults):
        yield one.arg, kind, P.empty if default is None else ast.literal_eval(default)
    if given.vararg:
        yield given.vararg.arg, P.VAR_POSITIONAL, P.empty
    for one, default in zip(given.kwonlyargs, given.kw_defaults):
        yield one.arg, P.KEYWORD_ONLY, P.empty if default is None else ast.literal_eval(default)
    if given.kwarg:
        yield given.kwarg.arg, P.VAR_KEYWORD, P.empty


def test_every_name_is_in_the_stub() -> None:
    public = {name for name in vars(module) if not name.startswith("_")}
    assert public == set(CLASSES) | set(members(STUB.body)) == set(module.__all__) - {"__version__"}
    for owner, one in CLASSES.items():
        own = {name for name in vars(getattr(module, owner)) if name not in OWN and (name.startswith("__") or not name.startswith("_"))}
        stated = set(members(one.body))
        assert own - stated - {"__repr__", "__str__", "__new__", "__hash__"} == set(), owner
        assert {name for name in stated if not hasattr(getattr(module, owner), name)} == set(), owner


def test_the_stub_states_which_objects_have_no_hash() -> None:
    for owner, one in CLASSES.items():
        stated = {part.target.id: ast.unparse(part.annotation) for part in one.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)}
        has_none = getattr(module, owner).__hash__ is None
        assert (stated.get("__hash__") == "ClassVar[None]") == has_none, owner
    assert animio.Clip.__hash__ is None and animio.Finding.__hash__ is not None


@pytest.mark.parametrize(("owner", "name"), FUNCTIONS + METHODS, ids=lambda part: str(part))
def test_every_argument_is_in_the_stub(owner: str | None, name: str) -> None:
    overloads = members(CLASSES[owner].body if owner else STUB.body)[name]
    decorators = {ast.unparse(one) for function in overloads for one in function.decorator_list}
    found = inspect.getattr_static(getattr(module, owner), name) if owner else getattr(module, name)
    if decorators & {"property", "builtins.property"}:
        assert inspect.isdatadescriptor(found)
        return
    assert isinstance(found, staticmethod) == ("staticmethod" in decorators)
    if name.startswith("__") and name not in ("__new__", "__arrow_c_stream__", "__deepcopy__", "__exit__"):
        # What Python calls by itself is called in the way of Python.
        return
    if name == "__new__":
        signature = inspect.signature(getattr(module, str(owner)))
    else:
        signature = inspect.signature(getattr(getattr(module, owner), name) if owner else found)
    known = {one.name: (one.kind, one.default) for one in signature.parameters.values()}
    known.pop("self", None)
    stated: dict[str, set[Any]] = {}
    for function in overloads:
        own = [one for one in arguments(function) if one[0] not in ("self", "cls")]
        assert [argument for argument, _, _ in own] == list(known)
        for argument, kind, default in own:
            assert kind == known[argument][0] or len(overloads) > 1, argument
            stated.setdefault(argument, set()).add((kind, repr(default)))
    for argument, (kind, default) in known.items():
        assert (kind, repr(default)) in stated[argument], (argument, default, stated[argument])


def test_checkers_agree_with_the_stub() -> None:
    pytest.importorskip("mypy")
    config = Path(__file__).parents[1] / "pyproject.toml"
    command = [sys.executable, "-m", "mypy.stubtest", "animio._animio", "--mypy-config-file", str(config)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_pyright_accepts_the_package_and_code_of_users() -> None:
    for needed in ("pyright", "daft"):
        pytest.importorskip(needed)
    if shutil.which("node") is None:
        pytest.skip("pyright needs Node.js")
    project = str(Path(__file__).parents[1] / "pyproject.toml")
    command = [sys.executable, "-m", "pyright", "--project", project, "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
