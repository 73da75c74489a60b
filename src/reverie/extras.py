"""How to install what an extra needs, as a command that works however Reverie itself was installed.

It names the extra's packages, not Reverie: installed from a folder or a file, Reverie is on no index under its name,
and a package of that name there would be somebody else's.
"""

from __future__ import annotations

import re

_OF_EXTRA = re.compile(r"""\bextra\s*==\s*["']([\w-]+)["']""")


def install(extra: str) -> str:
    """The command that installs an extra, for example ``pip install 'pillow>=11'``."""
    from importlib.metadata import PackageNotFoundError, requires  # it takes a while to load, and is seldom needed

    try:
        declared = requires("reverie") or []
    except PackageNotFoundError:
        return f"pip install '.[{extra}]' in the folder of Reverie's source"
    parts = [one.partition(";") for one in declared]
    needed = [f"'{what.strip()}'" for what, _, marker in parts if extra in _OF_EXTRA.findall(marker)]
    return f"pip install {' '.join(needed)}"
