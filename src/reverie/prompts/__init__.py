"""What a language model is told: Markdown files beside this one, each known by the digest of its text, and titles.

The digest is kept with what a prompt produced, so that it is clear what was made by which words.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

TITLES = {
    "pinned": "Always keep in mind:",
    "core": "Known about them:",
    "lately": "Told lately, by day:",
    "identity": "Who you are:",
    "noticed": "What you noticed about them:",
    "core_since": "Known about them:",
    "noticed_since": "What you noticed about them:",
    "people": "About those they mention:",
    "thread": "Said here lately:",
    "recalled": "Recalled for this message:",
    "episodes": "Earlier conversations:",
    "excerpt": "Said in one of them:",
    "scenes": "Pictures that come to mind:",
    "opinions": "What you think:",
    "passages": "From your documents:",
}
"""What stands over each section of a context."""

HEADINGS = tuple(dict.fromkeys(TITLES.values()))
"""What stands over each list of a context."""

_PLACE = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One prompt: its file's name without ".md", its text, and the first 12 hex digits of the text's SHA-256."""

    name: str
    text: str
    digest: str

    def filled(self, **values: str) -> str:
        """The text with every ``{{name}}`` replaced; what a value holds is never read as a place again.

        Raises KeyError for a place without a value.
        """
        return _PLACE.sub(lambda found: values[found.group(1)], self.text)


@cache
def prompt(name: str) -> Prompt:
    """Read the prompt of that name."""
    text = files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()
    return Prompt(name=name, text=text, digest=hashlib.sha256(text.encode()).hexdigest()[:12])
