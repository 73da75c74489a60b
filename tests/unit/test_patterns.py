"""Patterns are compiled when they are first used; here every one is, so that no mistake in one waits for that."""

from __future__ import annotations

import gc
import pkgutil
import re
from importlib import import_module

import pytest

import reverie
from reverie.text.patterns import Lazy, lazy_pattern


def test_every_pattern_compiles() -> None:
    for module in pkgutil.walk_packages(reverie.__path__, "reverie."):
        if not module.name.startswith(("reverie.__main__", "reverie.adapters.", "reverie.store.migrations")):
            import_module(module.name)
    found = [one for one in gc.get_objects() if type(one) is Lazy]
    assert len(found) > 300
    assert all(isinstance(one.groups, int) for one in found)


def test_it_does_what_a_compiled_one_does() -> None:
    lazy = lazy_pattern("(?P<sort>cat|dog)s?", re.IGNORECASE)
    found = lazy.search("two Cats")
    assert found is not None
    assert found["sort"] == "Cat"
    assert (lazy.pattern, dict(lazy.groupindex)) == ("(?P<sort>cat|dog)s?", {"sort": 1})
    assert lazy.sub("pet", "dogs") == "pet"


def test_a_mistake_in_one_is_told_when_it_is_used() -> None:
    with pytest.raises(re.error):
        lazy_pattern("(").search("a")
