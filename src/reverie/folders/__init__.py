"""Conversations as folders of Markdown that people read and edit: written, read back, and watched.

The one idea: each turn in a file carries the digest of its words as they were written, so what a person edited is told
from what is merely old. An old file never takes back what was forgotten, changed or said since.
"""

from reverie.folders.folder_reader import Brought, Watch, bring, bring_one
from reverie.folders.folder_writer import Exported, export

__all__ = ["Brought", "Exported", "Watch", "bring", "bring_one", "export"]
