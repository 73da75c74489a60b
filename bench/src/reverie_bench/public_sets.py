"""The public sets that are measured: where each is published, under which licence, and what its files have to be.

None of them is shipped. The files are those sets in the layout of ``reverie_bench.conversation_files``, so the SHA-256
are those of the normalised files; another one means that figures can't be compared with the published ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie_bench.retrieval import sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSet:
    """One set. ``levels`` are those at which recall is measured on it; none where it measures something else."""

    name: str
    published: str
    licence: str
    what: str
    files: Mapping[str, str]
    levels: tuple[str, ...] = ()

    def looked_at(self, folder: Path) -> dict[str, Any]:
        """Say which of its files are in the folder, with their SHA-256 and whether that is the known one."""
        there = {name: folder / self.name / name for name in self.files if (folder / self.name / name).is_file()}
        found = {name: sha256(path) for name, path in there.items()}
        return {
            "published": self.published,
            "licence": self.licence,
            "what": self.what,
            "there": len(found) == len(self.files),
            "files": {name: {"sha256": one, "known": one == self.files[name]} for name, one in found.items()},
        }


CORRECTIONS = "audit_corrections.jsonl"
"""Evidence that an audit (github.com/dial481/locomo-audit) puts right: {query_id, correct_evidence}."""

SETS = (
    PublicSet(
        name="locomo",
        published="https://github.com/snap-research/locomo",
        licence="CC BY-NC 4.0",
        what="LoCoMo: five of its ten very long chats of two people; each of the two is the user in turn",
        files={
            "conversations.jsonl": "83418a116ab9d5eee460f7482da5cfe608bb045f0656f1459b662a56b4b9517e",
            "queries.jsonl": "c39c730fceab39374801507de2a6ee1281a369d707aeff158e816abe8f741f73",
            CORRECTIONS: "4dea22ec2bd05c51263c8a3b4c155dd0b127a50c8c3a37c86d2ab5590eab05b1",
        },
        levels=("turn", "session"),
    ),
    PublicSet(
        name="longmemeval_pool",
        published="https://github.com/xiaowu0162/LongMemEval",
        licence="MIT",
        what="LongMemEval: half of its questions over one pooled history of a user and an assistant; our own pooling",
        files={
            "conversations.jsonl": "3ac3920a9444f2f67d31e7c663752bd5cb657ce99e9acb5cc1dafe90ad9ec894",
            "queries.jsonl": "8f927f740ddd84d7c8578a0f2cc70e953360c023155951b8ed0e3b947ebed91f",
        },
        levels=("turn",),
    ),
    PublicSet(
        name="madial",
        published="https://github.com/hejunqing/MADial-Bench",
        licence="MIT",
        what="MADial-Bench: which memory to bring up in an emotional dialogue, English and Chinese",
        files={
            "conversations.jsonl": "6ec85bf027856e89137717310705a7aad41b6e7ae9a3022cc01a1694925d063b",
            "queries.jsonl": "8ad34a904f62e9576d4b53764a48b8e0c2867aeca90ff39d6ea96acf476da46d",
        },
        levels=("turn",),
    ),
    PublicSet(
        name="presidio_pii",
        published="https://github.com/microsoft/presidio-research",
        licence="MIT",
        what="made-up texts with personal data in them, and without",
        files={"extraction.jsonl": "d35d4579853d2a7fb362e26f9bd0150a133376033044edb122a9d65503598981"},
    ),
)
