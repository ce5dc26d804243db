"""The base of house rules. A game declares its options as one class, a field for each, with its clause.

>>> from typing import Literal
>>> class Rules(Options):
...     target: int = option(100, "B2-O", "the game ends at so many points", ge=1)
...     lead: Literal["low", "winner"] = option("low", "B2-2.2", "who leads")
>>> Rules.read({"target": 50}).target
50
>>> Rules.read({"taget": 50})
Traceback (most recent call last):
upcard.schemas.errors.OptionError: no option 'taget' (did you mean target?)
"""

import difflib
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, Self, get_args, get_origin

import pydantic
from pydantic.fields import FieldInfo

from upcard.schemas.errors import OptionError
from upcard.schemas.events.base import MAX_INT

_WHOLE: Final = "a whole number"


def option(default: Any, clause: str, says: str, *, ge: int | None = None, le: int | None = None) -> Any:
    """Declare an option: its default, the clause of the rules page that it varies, and what it does."""
    return pydantic.Field(default, description=says, json_schema_extra={"clause": clause}, ge=ge, le=le)


class Options:
    """The house rules of one session: frozen, typed, unknown names refused. fields: what is declared of each, by its name."""

    fields: ClassVar[Mapping[str, FieldInfo]]

    def __init_subclass__(cls) -> None:
        """Its values are looked up at every event, which takes five times as long in a model as it does in a dataclass."""
        checked: Any = pydantic.dataclasses.dataclass(cls, frozen=True, config=pydantic.ConfigDict(strict=True))
        cls.fields = checked.__pydantic_fields__
        del checked.__dataclass_fields__  # its bytes are what differs from the defaults

    @classmethod
    def read(cls, given: Mapping[str, Any], preset: Mapping[str, Any] | None = None) -> Self:
        """The options with these values over a preset. Raises `OptionError` naming the nearest option."""
        for name in given:
            if name not in cls.fields:
                near = difflib.get_close_matches(name, cls.fields, n=3, cutoff=0.5)
                hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(cls.fields)}"
                raise OptionError(f"no option {name!r}", hint=hint)
            if not in_a_log(given[name]):
                raise OptionError(f"option {name} = {_shown(given[name])}: no log holds a number beyond {MAX_INT:,}")
        try:
            return cls(
                **{name: _as_meant(value, cls._kinds(name)) for name, value in {**(preset or {}), **given}.items()}
            )
        except pydantic.ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0]) if first["loc"] else ""
            if name not in given:  # a preset of ours, or options that do not go together
                raise OptionError(f"option {name}: {first['msg']}", hint=cls.wanted(name)) from None
            raise OptionError(f"option {name} = {_shown(given[name])}: {cls.wanted(name)}") from None

    @classmethod
    def wanted(cls, name: str) -> str:
        """What values an option takes, in words."""
        field = cls.fields.get(name)
        if field is None:
            return ""
        least = next((bound.ge for bound in field.metadata if hasattr(bound, "ge")), None)
        most = next((bound.le for bound in field.metadata if hasattr(bound, "le")), None)
        bounds = f" from {least}" * (least is not None) + f" to {most}" * (most is not None)
        return f"wanted {describe(field.annotation).replace(_WHOLE, _WHOLE + bounds)}"

    @classmethod
    def parse(cls, name: str, text: str) -> Any:
        """The value that a person typed for an option: a number, a word, true or false, none, `10,13`."""
        lowered = text.strip().lower()
        words = {"true": True, "yes": True, "false": False, "no": False, "none": None, "null": None}
        kinds = cls._kinds(name)
        literal = {str(value).lower(): value for value in kinds if isinstance(value, str)}
        if lowered in literal:
            return literal[lowered]
        if lowered in words:
            return words[lowered]
        numbers = lowered.strip("[]()").replace(" ", "").split(",")
        if all(number.lstrip("-").isdigit() and number.isascii() for number in numbers):
            values = tuple(int(number) for number in numbers)
            return values if len(values) > 1 or tuple in kinds else values[0]
        return text

    @classmethod
    def _kinds(cls, name: str) -> tuple[Any, ...]:
        field = cls.fields.get(name)
        return flatten(field.annotation) if field else ()

    def given(self) -> dict[str, Any]:
        """The options that differ from the defaults, to be written into a header."""
        return {name: value for name, value in vars(self).items() if value != self.fields[name].default}


def _as_meant(value: Any, kinds: tuple[Any, ...]) -> Any:
    """A value of an option of these kinds, as it is declared: JSON has lists for tuples, and numbers for words that look like some."""
    if isinstance(value, list) and tuple in kinds:
        return tuple(value)
    return str(value) if type(value) is int and str(value) in kinds else value


def in_a_log(value: Any) -> bool:
    """Whether each number of a value is one that a log can hold."""
    numbers = value if isinstance(value, list | tuple) else [value]
    return all(abs(one) <= MAX_INT for one in numbers if isinstance(one, int))


def _shown(value: Any) -> str:
    """A value as it is typed for an option."""
    listed = isinstance(value, list | tuple) and all(isinstance(one, int) for one in value)
    return ",".join(map(str, value)) if listed else repr(value)


def flatten(annotation: Any) -> tuple[Any, ...]:
    """The plain values and types that an annotation allows: `Literal["a", "b"] | None` is a, b, NoneType."""
    origin = get_origin(annotation)
    if origin is Literal:
        return get_args(annotation)
    if origin is tuple:
        return (tuple,)
    arguments = get_args(annotation)
    if arguments:
        return tuple(kind for argument in arguments for kind in flatten(argument))
    return (annotation,)


def describe(annotation: Any) -> str:
    """What values an annotation allows, in words a card player reads."""
    names = {
        int: _WHOLE,
        bool: "true or false",
        tuple: "two numbers such as 10,13",
        type(None): "none",
        str: "a word",
    }
    return ", ".join(names.get(kind, str(kind)) for kind in flatten(annotation))
