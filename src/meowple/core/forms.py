"""Forms of plain data as JSON Schema, from the ``TypedDict``s that describe them.

A form may hold texts, numbers, truth values, None, lists, tables with texts as keys, `Literal`,
alternatives, and other forms. What its fields mean stands in its docstring, under ``Attributes``.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import (
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    dict: {"type": "object"},
    list: {"type": "array"},
    Any: {},
}


class Field(NamedTuple):
    """A field of a form.

    Attributes:
        name: its key.
        kind: the type of what it holds.
        needed: whether it is always there.
        text: what it means; empty if that is said nowhere.
    """

    name: str
    kind: Any
    needed: bool
    text: str


def view_form(view: Callable[..., Any]) -> Any:
    """The form of what a game's ``view`` gives: the ``TypedDict`` that it returns; None without."""
    form = get_type_hints(view).get("return")
    return form if is_typeddict(form) else None


def forms(form: Any) -> dict[str, Any]:
    """A form and all those in it by the names of their classes, the outer ones first.

    Raises:
        TypeError: two of them have the same name.
    """
    found: dict[str, Any] = {}
    for each in _forms(form, set()):
        if found.setdefault(each.__name__, each) is not each:
            raise TypeError(f"two forms are called {each.__name__}")
    return found


def fields(form: Any) -> list[Field]:
    """The fields of a form in their order."""
    found = []
    _, texts = described(form)
    for name, kind in get_type_hints(form, include_extras=True).items():
        needed = name in form.__required_keys__
        while get_origin(kind) in (Required, NotRequired):
            needed = get_origin(kind) is Required
            (kind,) = get_args(kind)
        found.append(Field(name, kind, needed, texts.get(name, "")))
    return found


def described(form: Any) -> tuple[str, dict[str, str]]:
    """What the docstring of a form says: about the whole, and about each field, inherited or not."""
    whole, _, rest = inspect.cleandoc(form.__doc__ or "").partition("\nAttributes:\n")
    texts: dict[str, str] = {}
    for base in _bases(form):
        texts.update(described(base)[1])
    names: list[str] = []
    for line in rest.splitlines():
        if entry := re.match(r"    (\w+(?:, \w+)*): (.*)", line):
            names = entry[1].split(", ")
            texts.update(dict.fromkeys(names, entry[2]))
        elif line.startswith("        "):
            texts.update({name: f"{texts[name]} {line.strip()}" for name in names})
    return " ".join(whole.split()), texts


def _bases(form: Any) -> list[Any]:
    """The forms that a form derives from: until Python 3.12 only the source tells."""
    module = sys.modules[form.__module__]
    named = (getattr(module, name, None) for name in _base_names(module).get(form.__name__, ()))
    return [base for base in named if is_typeddict(base)]


@cache
def _base_names(module: ModuleType) -> dict[str, list[str]]:
    """What each class of a module derives from, by name."""
    return {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.ClassDef)
    }


def schemas(form: Any, ref: str = "#/$defs/{name}") -> dict[str, Schema]:
    """The JSON Schema of a form and of all those in it, by the names of their classes.

    Args:
        form: a ``TypedDict``.
        ref: where the schemas are going to lie, ``{name}`` being that of the class.

    Raises:
        TypeError: it holds something that is no plain data, or two forms of one name.
    """
    found = {}
    for name, each in forms(form).items():
        parts = fields(each)
        properties = {}
        for part in parts:
            properties[part.name] = _schema(part.kind, ref)
            if part.text:
                properties[part.name] = {**properties[part.name], "description": part.text}
        found[name] = {
            "type": "object",
            "title": name,
            "description": described(each)[0],
            "properties": properties,
            "required": [part.name for part in parts if part.needed],
        }
    return found


def misfit(kind: Any, data: Any, place: str) -> str | None:
    """Where and why plain data is not of a form, or of another type; None if it is.

    Args:
        kind: the type; in a form nothing may be missing, and nothing may be there besides.
        data: as a view holds it: lists, not tuples.
        place: what ``data`` is called.
    """
    if is_typeddict(kind):
        return _misfit_form(kind, data, place)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        fits = any(misfit(each, data, place) is None for each in arguments)
    elif origin is Literal:
        fits = any(type(data) is type(value) and data == value for value in arguments)
    elif origin in (list, Sequence) and type(data) is list:
        wrong = (misfit(arguments[0], each, f"{place}[{i}]") for i, each in enumerate(data))
        return next(filter(None, wrong), None)
    elif origin in (dict, Mapping) and type(data) is dict:
        for key, value in data.items():
            wrong_there = misfit(arguments[1], value, f"{place}.{key}")
            if wrong_there or type(key) is not str:
                return wrong_there or f"{place}: {key!r} is no text"
        return None
    else:
        fits = kind is Any or type(data) is kind
    return None if fits else f"{place}: {data!r:.60} is not of {kind}"


def _misfit_form(form: Any, data: Any, place: str) -> str | None:
    if type(data) is not dict:
        return f"{place}: {data!r:.60} is no {form.__name__}"
    known = _by_name(form)
    for name in data:
        if name not in known:
            return f"{place}: {form.__name__} has no field {name!r}"
    for name, field in known.items():
        if name in data:
            if wrong := misfit(field.kind, data[name], f"{place}.{name}"):
                return wrong
        elif field.needed:
            return f"{place}: {name} is missing"
    return None


@cache
def _by_name(form: Any) -> dict[str, Field]:
    return {field.name: field for field in fields(form)}


def _schema(kind: Any, ref: str) -> Schema:
    origin, arguments = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return {"$ref": ref.format(name=kind.__name__)}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(each, ref) for each in arguments]}
    if origin in (list, Sequence) or (origin is tuple and arguments[-1:] == (...,)):
        return {"type": "array", "items": _schema(arguments[0], ref)}
    if origin in (dict, Mapping) and arguments[0] is str:
        return {"type": "object", "additionalProperties": _schema(arguments[1], ref)}
    if origin is None and kind in PLAIN:
        return dict(PLAIN[kind])
    raise TypeError(f"{kind} is no plain data")


def _forms(kind: Any, seen: set[int]) -> Iterator[Any]:
    if is_typeddict(kind):
        if id(kind) in seen:
            return
        seen.add(id(kind))
        yield kind
        parts: Sequence[Any] = [field.kind for field in fields(kind)]
    else:
        parts = () if get_origin(kind) is Literal else get_args(kind)
    for part in parts:
        yield from _forms(part, seen)
