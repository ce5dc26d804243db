"""`upcard schema`: the events, and their JSON Schema."""

from typing import Annotated

import typer

from upcard.cli.output import JSON, put, put_table


def schema(
    event: Annotated[str | None, typer.Argument(help="An event, such as played; none: list them all.")] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the events of the log format, or print a JSON Schema. That of one event by its name, or with --json and no name that of all.

    Example: upcard schema played
    """
    import json as to_json
    from typing import get_args

    from upcard.schemas.codec import json_schema
    from upcard.schemas.errors import UsageError
    from upcard.schemas.events import Event
    from upcard.schemas.events.base import tag

    kinds = {tag(kind): kind for kind in get_args(Event)}
    if event is None and not json:
        put_table(
            ("event", "means"), [(name, " ".join((kind.__doc__ or "").split())) for name, kind in sorted(kinds.items())]
        )
        return
    if event is not None and event not in kinds:
        import difflib

        near = difflib.get_close_matches(event, kinds, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else "upcard schema lists them"
        raise UsageError(f"no event {event!r}", hint=hint)
    put(to_json.dumps(json_schema(Event if event is None else kinds[event]), indent=None if json else 2), lines=True)
