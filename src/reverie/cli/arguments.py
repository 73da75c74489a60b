"""Arguments that several commands take, said once."""

from __future__ import annotations

from typing import Annotated

import typer

Name = Annotated[str, typer.Argument(metavar="NAME", help="The person: a name, a nickname, an id or platform:id.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
