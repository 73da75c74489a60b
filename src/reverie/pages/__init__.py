"""A profile as a page of YAML that people edit, and back.

A page belongs to the person who wrote it. What changed is written into its text at the place where it stands, and every
other byte stays: comments, order, quotes and blank lines outlive any number of round trips. (A library's own round trip
ties a comment to the entry before it, and loses it with that entry.)

Every plain scalar is text here, so `no`, `1e3` and `2026-01-01` are what they look like. Only what is empty, `~` or
`null` is nothing.
"""

from reverie.pages.kept_page import KEPT, Lines, follow, followed, keep, profiled
from reverie.pages.page_reader import Page, parsed, see_no_secret
from reverie.pages.page_writer import rendered

__all__ = ["KEPT", "Lines", "Page", "follow", "followed", "keep", "parsed", "profiled", "rendered", "see_no_secret"]
