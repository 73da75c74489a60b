"""The command line, ``reverie``: what a person types, over the library's public face.

A command opens the memory, calls one verb, and answers: data on standard output, everything else on standard
error, and an exit code that says what sort of failure it was. Nothing heavy is loaded before a command needs it.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, and end the process with its exit code."""
    try:
        from reverie.cli.commands import app

        app(prog_name="reverie")
    except KeyboardInterrupt:  # while modules were still being loaded
        sys.exit(130)
