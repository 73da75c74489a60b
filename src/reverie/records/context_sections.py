"""The sections of a context, and what stands over each."""

from __future__ import annotations

TITLES = {
    "core": "Known about them:",
    "lately": "Told lately, by day:",
    "identity": "Who you are:",
    "noticed": "What you noticed about them:",
    "core_since": "Known about them:",
    "noticed_since": "What you noticed about them:",
    "people": "About those they mention:",
    "recalled": "Recalled for this message:",
    "episodes": "Earlier conversations:",
    "excerpt": "Said in one of them:",
    "scenes": "Pictures that come to mind:",
    "opinions": "What you think:",
    "passages": "From your documents:",
}


HEADINGS = tuple(dict.fromkeys(TITLES.values()))
"""What stands over each list of a context."""
