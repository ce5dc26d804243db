"""Copies of a state and of its parts, which share nothing that can change: by the types of their fields. What is declared as a list or
a dict is copied; what is only ever replaced is declared as a `Sequence`, and shared.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, get_origin, get_type_hints


class Part:
    """A part of a state, copied with it."""

    __slots__ = ()


@cache
def copier(kind: Any) -> Callable[[Any], Any]:
    """The function that copies the states of a game, or their parts, field by field, written once for each: every hand asks for it."""
    lines, copiers = ["def copier(state):", " twin = new(kind)"], {}
    for name, hint in get_type_hints(kind).items():
        if isinstance(hint, type) and issubclass(hint, Part):
            part: Any = hint
            copiers[f"copy_{name}"] = copier(part)
            lines.append(f" twin.{name} = copy_{name}(state.{name})")
        else:
            changes = (get_origin(hint) or hint) in {list, dict, set}
            lines.append(f" twin.{name} = state.{name}" + ".copy()" * changes)
    return made("copier", [*lines, " return twin"], kind=kind, new=kind.__new__, **copiers)


def made(name: str, lines: list[str], /, **known: Any) -> Callable[..., Any]:
    """The function of this name that these lines of source define. known: the objects that the lines use, by name."""
    exec("\n".join(lines), known)  # noqa: S102 - of names that are declared alone, as dataclasses do it
    function: Callable[..., Any] = known[name]
    return function
