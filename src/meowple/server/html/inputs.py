"""What a region of a page reads, found in the syntax tree of its template.

What a region shows is a function of what its template reads, so a region needs to be drawn only
when that has changed, and equal inputs give equal bytes, whoever looks. What is read is a set of
paths into the context: ``("view", "table", "hand")``; ``*`` stands for every key or place of
what lies there, ``@`` for the viewer's, and at the end of a path ``#`` for how many there are,
``?`` for whether it is true, ``0`` for whether it is None, ``@?`` for whether the viewer is in it.
Whatever is not understood counts as reading all of it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, TemplateNotFound, nodes

Path = tuple[str, ...]

EVERY = "*"
OWN = "@"
HELD = "@?"
VIEWER: Path = ("viewer",)
DEPTH = 10
"""Paths that are deeper come from macros that call themselves."""

CALLED: dict[str, tuple[Path, ...]] = {
    "_": (),
    "gettext": (),
    "ngettext": (),
    "icon": (),
    "words": (),
    "hidden": (("forms",),),
    "plain": (("view",), ("names",), ("viewer",)),
}
"""What the functions of a context read besides their arguments, the game and the language."""


class Inputs:
    """Finds what the templates of one game read.

    Args:
        env: where the templates are.
        game: the name of the game, on which names of included templates may depend.
        context: the names that a context has. Any other comes from a template that imports
            another with its own names, which is not followed: it counts as reading everything.
    """

    def __init__(self, env: Environment, game: str, context: Iterable[str]) -> None:
        self.env = env
        self.game = game
        self.context = frozenset(context)
        self._trees: dict[str, nodes.Template] = {}
        self._macros: dict[Any, frozenset[Path]] = {}
        self._pure: dict[str, Mapping[str, bool]] = {}
        # What is only half known of a macro must not be taken for all of it.
        self._one_at_a_time = threading.Lock()

    def of(self, template: str) -> tuple[Path, ...]:
        """The paths that a template reads, none of them within another."""
        with self._one_at_a_time:
            walk = _Walk(self, template)
            walk.body(walk.tree.body, {})
        found: list[Path] = []
        for path in sorted(map(_wide, walk.reads), key=lambda path: (len(path), path)):
            if not any(path[: len(outer)] == outer for outer in found):
                found.append(path)
        return tuple(found)

    def macros(self, template: str) -> Mapping[str, bool]:
        """The macros of a template, and whether each reads nothing but its arguments."""
        if template not in self._pure:
            with self._one_at_a_time:
                found = {}
                for node in self.tree(template).body:
                    if isinstance(node, nodes.Macro):
                        block = any(each.name == "caller" for each in node.find_all(nodes.Name))
                        found[node.name] = not block and not self.macro(template, node.name, {})
                self._pure[template] = found
        return self._pure[template]

    def tree(self, name: str) -> nodes.Template:
        """The syntax tree of a template."""
        if name not in self._trees:
            assert self.env.loader is not None
            source, _, _ = self.env.loader.get_source(self.env, name)
            self._trees[name] = self.env.parse(source, name)
        return self._trees[name]

    def macro(
        self, template: str, name: str, given: Mapping[str | int, Path | None]
    ) -> frozenset[Path]:
        """What a macro reads whose arguments, by place or name, lie at these paths.

        For walks, of which there is one at a time.
        """
        key = (template, name, tuple(sorted(given.items(), key=repr)))
        found = self._macros.get(key)
        if found is None:
            # Of macros that call themselves is not known what they read: all of it.
            self._macros[key] = frozenset((each,) for each in self.context)
            self._macros[key] = found = _Walk(self, template).macro(name, given)
        return found


def _wide(path: Path) -> Path:
    """A path that names all of the pieces of a piece, whatever of them is read: quicker compared."""
    every = [place for place, step in enumerate(path) if step == EVERY]
    return path[: every[1]] if len(every) > 1 else path


Local = dict[str, Path | None]
"""The names that a template has set: where their values lie, or None if they are made of what
was noted already."""


class _Walk:
    """One walk over a template. ``reads`` grows on the way."""

    def __init__(self, inputs: Inputs, template: str) -> None:
        self.inputs = inputs
        self.template = template
        self.tree = inputs.tree(template)
        self.reads: set[Path] = set()
        self.macros: dict[str, tuple[str, str]] = {}
        self.modules: dict[str, str] = {}
        for node in self.tree.find_all((nodes.FromImport, nodes.Import, nodes.Macro)):
            if isinstance(node, nodes.FromImport):
                for item in node.names:
                    name, alias = item if isinstance(item, tuple) else (item, item)
                    self.macros[alias] = (self.name(node.template), name)
            elif isinstance(node, nodes.Import):
                self.modules[node.target] = self.name(node.template)
            elif isinstance(node, nodes.Macro):
                self.macros[node.name] = (template, node.name)

    def macro(self, name: str, given: Mapping[str | int, Path | None]) -> frozenset[Path]:
        """What a macro of this template reads."""
        home, own = self.macros.get(name, (self.template, name))
        if home != self.template:
            return self.inputs.macro(home, own, given)
        local: Local = {}
        self._set_up(self.tree.body, local)
        node = next((n for n in self.tree.find_all(nodes.Macro) if n.name == name), None)
        if node is not None:
            self._inside(node, local, given)
        elif name in local:  # a value that is set at the top of the module
            self.note(local[name])
        return frozenset(self.reads)

    def _set_up(self, body: Iterable[nodes.Node], local: Local) -> None:
        """The names that a module sets at its top; what it shows besides is not in its macros."""
        for node in body:
            if isinstance(node, nodes.If):
                self.truth(node.test, local)
                self._set_up([*node.body, *node.elif_, *node.else_], local)
            elif isinstance(node, nodes.Assign | nodes.AssignBlock):
                self.statement(node, local)

    def _inside(self, node: Any, local: Local, given: Mapping[str | int, Path | None]) -> None:
        inner: Local = {**local, "caller": None, "varargs": None, "kwargs": None}
        for place, arg in enumerate(node.args):
            inner[arg.name] = given.get(place, given.get(arg.name))
        for default in node.defaults:
            self.use(default, local)
        self.body(node.body, inner)

    # -- statements ---------------------------------------------------------------------------

    def body(self, body: Iterable[nodes.Node], local: Local) -> None:
        for node in body:
            self.statement(node, local)

    def statement(self, node: Any, local: Local) -> None:
        match node:
            case nodes.TemplateData() | nodes.FromImport() | nodes.Import() | nodes.Macro():
                pass
            case nodes.Output():
                for child in node.nodes:
                    self.use(child, local)
            case nodes.Assign(target=nodes.Name(name=name)):
                self._set(name, self.path(node.node, local), local)
            case nodes.Assign():
                self.use(node.node, local)
                self._unpack(node.target, local)
            case nodes.AssignBlock():
                self.body(node.body, dict(local))
                self._unpack(node.target, local)
            case nodes.For():
                self._for(node, local)
            case nodes.If():
                self.truth(node.test, local)
                # What a branch sets holds after it too.
                self.body([*node.body, *node.elif_, *node.else_], local)
            case nodes.Include():
                self._include(node)
            case nodes.CallBlock():
                self.use(node.call, local)
                self._inside(node, local, {})
            case nodes.With():
                inner = dict(local)
                for target, value in zip(node.targets, node.values, strict=True):
                    path = self.path(value, local)
                    if isinstance(target, nodes.Name):
                        inner[target.name] = path
                    else:
                        self.note(path)
                        self._unpack(target, inner)
                self.body(node.body, inner)
            case _:
                for child in node.iter_child_nodes():
                    if isinstance(child, nodes.Stmt):
                        self.statement(child, local)
                    else:
                        self.use(child, local)

    def _set(self, name: str, path: Path | None, local: Local) -> None:
        """Set a name. One that is set a second time may be either: both are read."""
        if name in local and local[name] != path:
            self.note(path)
            self.note(local[name])
            path = None
        local[name] = path

    def _unpack(self, target: Any, local: Local) -> None:
        """Names that are set to parts of what was noted."""
        names = [target] if isinstance(target, nodes.Name) else target.find_all(nodes.Name)
        for name in names:
            self._set(name.name, None, local)

    def _for(self, node: nodes.For, local: Local) -> None:
        path = self.path(node.iter, local)
        inner: Local = {**local, "loop": None}
        if isinstance(node.target, nodes.Name) and path is not None:
            inner[node.target.name] = (*path, EVERY)
            self.reads.add((*path, "#"))  # how many there are, even if nothing of them is shown
        else:
            self.note(path)
            names = (
                [node.target]
                if isinstance(node.target, nodes.Name)
                else node.target.find_all(nodes.Name)
            )
            for name in names:
                inner[name.name] = None
        if node.test is not None:
            self.use(node.test, inner)
        self.body(node.body, inner)
        self.body(node.else_, local)

    def _include(self, node: nodes.Include) -> None:
        many = isinstance(node.template, nodes.List | nodes.Tuple)
        for item in node.template.items if many else [node.template]:  # type: ignore[attr-defined]
            try:
                walk = _Walk(self.inputs, self.name(item))
            except TemplateNotFound:
                continue
            walk.body(walk.tree.body, {})
            self.reads |= walk.reads
            return

    def name(self, node: Any) -> str:
        """The name of a template, which may depend on the game and on nothing else."""
        match node:
            case nodes.Const():
                return str(node.value)
            case nodes.Concat():
                return "".join(self.name(part) for part in node.nodes)
            case nodes.Getattr(attr="game"):
                return self.inputs.game
        raise ValueError(f"{self.template}: the name of a template may depend on the game only")

    # -- expressions --------------------------------------------------------------------------

    def note(self, path: Path | None) -> None:
        """All of a path is read."""
        if path is not None:
            self.reads.add(path)

    def use(self, node: Any, local: Local) -> None:
        """The value of an expression is read."""
        self.note(self.path(node, local))

    def truth(self, node: Any, local: Local) -> None:
        """Of the value of an expression is read only whether it is true."""
        match node:
            case nodes.Not():
                self.truth(node.node, local)
            case nodes.And() | nodes.Or():
                self.truth(node.left, local)
                self.truth(node.right, local)
            case nodes.Name() | nodes.Getattr() | nodes.Getitem():
                path = self.path(node, local)
                self.note(path and (*path, "?"))
            case _:
                self.use(node, local)

    def path(self, node: Any, local: Local) -> Path | None:
        """Where the value of an expression lies; None if it is made of what was noted."""
        match node:
            case nodes.Name():
                return self._name(node.name, local)
            case nodes.Getattr() | nodes.Getitem():
                return self._part(node, local)
            case nodes.Call(node=nodes.Name(name=name)) if name not in local:
                self._call(name, node, local)
            case nodes.Call(node=nodes.Getattr(node=nodes.Name(name=name), attr=attr)) if (
                name in self.modules and name not in local
            ):
                self._macro(self.modules[name], attr, node, local)
            case nodes.Call(node=nodes.Getattr(node=owner)):  # a method: of all of it
                self.use(owner, local)
                self._arguments(node, local)
            case nodes.Filter(name="length") if node.node is not None:
                path = self.path(node.node, local)
                self.note(path and (*path, "#"))
            case nodes.Filter(name="map") if node.node is not None and _attribute(node):
                path = self.path(node.node, local)
                self.note(path and (*path, "#"))
                self.note(path and (*path, EVERY, _attribute(node)))
            case nodes.Test(name="none" | "defined"):
                path = self.path(node.node, local)
                self.note(path and (*path, "0"))
            case nodes.Compare(ops=[nodes.Operand(op="in" | "notin")]):
                piece, all_ = self.path(node.expr, local), self.path(node.ops[0].expr, local)
                self.note(piece)
                self.note((*all_, HELD) if all_ and piece == VIEWER else all_)
            case nodes.CondExpr():
                self.truth(node.test, local)
                self.use(node.expr1, local)
                if node.expr2 is not None:
                    self.use(node.expr2, local)
            case nodes.Not():
                self.truth(node.node, local)
            case _:
                for child in node.iter_child_nodes():
                    self.use(child, local)
        return None

    def _name(self, name: str, local: Local) -> Path | None:
        if name in local:
            return local[name]
        if name in self.macros:  # passed on, not called
            self.reads |= self.inputs.macro(*self.macros[name], {})
            return None
        if name in self.modules or name in self.inputs.env.globals:
            return None
        if name in CALLED:
            self.reads.update(CALLED[name])
            return None
        if name not in self.inputs.context:
            self.reads.update((each,) for each in self.inputs.context)
            return None
        return (name,)

    def _part(self, node: Any, local: Local) -> Path | None:
        if isinstance(node.node, nodes.Name) and node.node.name in self.modules:
            attr = node.attr if isinstance(node, nodes.Getattr) else node.arg.value
            self.reads |= self.inputs.macro(self.modules[node.node.name], attr, {})
            return None
        path = self.path(node.node, local)
        if isinstance(node, nodes.Getattr):
            step = node.attr
        elif isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
            step = node.arg.value
        elif isinstance(node.arg, nodes.Slice):
            self.use(node.arg, local)
            return path
        else:
            key = self.path(node.arg, local)
            self.note(key)
            step = OWN if key == VIEWER else EVERY
        if path is None:
            return None
        if len(path) > DEPTH:
            return path
        return (*path, step)

    def _call(self, name: str, node: nodes.Call, local: Local) -> None:
        if name in self.macros:
            self._macro(*self.macros[name], node, local)
        elif name == "hidden" and node.args and isinstance(node.args[0], nodes.Const):
            self.note(("forms", str(node.args[0].value)))
        else:
            self._name(name, local)
            self._arguments(node, local)

    def _arguments(self, node: nodes.Call, local: Local) -> None:
        for child in (*node.args, *node.kwargs, node.dyn_args, node.dyn_kwargs):
            if child is not None:
                self.use(child, local)

    def _macro(self, template: str, name: str, node: nodes.Call, local: Local) -> None:
        given: dict[str | int, Path | None] = {}
        for place, value in enumerate(node.args):
            given[place] = self.path(value, local)
        for pair in node.kwargs:
            given[pair.key] = self.path(pair.value, local)
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            self._arguments(node, local)
            given = {}
        if any(path is not None and len(path) > DEPTH for path in given.values()):
            for path in given.values():
                self.note(path)
            given = {}
        self.reads |= self.inputs.macro(template, name, given)


def _attribute(node: Any) -> str:
    """The attribute that a filter takes of each piece; empty if it does something else."""
    if len(node.kwargs) == 1 and node.kwargs[0].key == "attribute":
        value = node.kwargs[0].value
        if isinstance(value, nodes.Const) and str(value.value).isidentifier():
            return str(value.value)
    return ""


Reads = Mapping[str, "Reads"]
"""Paths as a tree: step -> what is read beyond it; empty where all of it is read."""


def tree(paths: Iterable[Path]) -> Reads:
    """Paths, none of them within another, as a tree."""
    root: dict[str, Any] = {}
    for path in paths:
        node = root
        for step in path:
            node = node.setdefault(step, {})
    return root


def gather(value: Any, reads: Reads, viewer: int | None) -> Any:
    """What is read of a value, as plain data: equal for all whose reading gives the same."""
    if not reads:
        return value
    if isinstance(value, dict):
        if EVERY in reads or OWN in reads:
            return value  # tables of pieces hardly change: quicker compared whole
        found = []
        for step, beyond in reads.items():
            if step in value:
                one = value[step]
                found.append(gather(one, beyond, viewer) if beyond else one)
            else:
                found.append(_about(value, step, viewer))
        return found
    if isinstance(value, list):
        found = []
        for step, beyond in reads.items():
            if step == EVERY:
                found.append([gather(one, beyond, viewer) for one in value] if beyond else value)
            elif step == OWN and viewer is not None:
                found.append(gather(value[viewer], beyond, viewer))
            else:
                found.append(_about(value, step, viewer))
        return found
    return [_about(value, step, viewer) for step in reads]


def _about(value: Any, step: str, viewer: int | None) -> Any:
    """What the last step of a path asks. All of a value for whatever else is asked of it; ``...``
    for what is not in a table.
    """
    match step:
        case "#":
            return len(value) if hasattr(value, "__len__") else bool(value)
        case "?":
            return bool(value)
        case "0":
            return value is None
        case "@?" if isinstance(value, list | tuple | dict | set | frozenset):
            return viewer in value
    return ... if isinstance(value, dict) else value


@dataclass(slots=True)
class Watched:
    """What several regions read, as one tree. Sets of regions are bits of a number.

    Attributes:
        whole: those that read all of what lies here.
        below: those that read it or anything in it.
        steps: what lies in it.
    """

    whole: int = 0
    below: int = 0
    steps: dict[str, Watched] = field(default_factory=dict)

    def add(self, reads: Reads, bit: int) -> None:
        """Let a region read here."""
        self.below |= bit
        if not reads:
            self.whole |= bit
        for step, beyond in reads.items():
            self.steps.setdefault(step, Watched()).add(beyond, bit)


def watch(all_reads: Iterable[Reads]) -> Watched:
    """What all of some regions read: bit n stands for the n-th. What reads nothing has no bit."""
    root = Watched()
    for place, reads in enumerate(all_reads):
        if reads:
            root.add(reads, 1 << place)
    return root


def changes(before: Any, now: Any, watched: Watched, viewer: int | None) -> int:
    """The regions of which something that they read differs: those that `gather` differently.

    One walk for all of them, which stops at what is the same. It takes 1 for True: no field of a
    view changes from one to the other.

    Args:
        before: a value as it was, for the same viewer.
        now: the value that lies there now.
        watched: what is read of it.
        viewer: seat, or None.
    """
    if before is now or before == now:
        return 0
    found = watched.whole
    if isinstance(before, dict) and isinstance(now, dict):
        for step, beyond in watched.steps.items():
            if beyond.below & ~found == 0:
                continue
            if step in before and step in now:
                found |= changes(before[step], now[step], beyond, viewer)
            elif (
                step in (EVERY, OWN)
                or (step in before) != (step in now)
                or _about(before, step, viewer) != _about(now, step, viewer)
            ):
                found |= beyond.below
    elif isinstance(before, list) and isinstance(now, list):
        for step, beyond in watched.steps.items():
            if beyond.below & ~found == 0:
                continue
            if step == EVERY and len(before) == len(now):
                for one, other in zip(before, now, strict=True):
                    found |= changes(one, other, beyond, viewer)
            elif step == OWN and viewer is not None:
                found |= changes(before[viewer], now[viewer], beyond, viewer)
            elif step == EVERY or _about(before, step, viewer) != _about(now, step, viewer):
                found |= beyond.below
    else:
        for step, beyond in watched.steps.items():
            if _about(before, step, viewer) != _about(now, step, viewer):
                found |= beyond.below
    return found
