"""What a companion has read: documents indexed as passages, found again with their sources, and nobody's memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pypdf import PdfReader, PdfWriter
from sqlalchemy import text
from tests.service.scene import Scene, on_file

import reverie
from reverie import Conflict, InvalidInput, NotFound, Reverie
from reverie.config import Config
from reverie.knowledge import document_files
from reverie.knowledge.passages import Indexing, Step
from reverie.records.memories import Kind
from reverie.testing import FrozenClock, HashEmbedder

GUIDE = """# Telescope

Read this first.

## Cleaning the lens

Blow the dust away, then wipe the lens with a soft cloth. ![The cloth](img/cloth.png)

## Battery

The battery is charged through the small port. It takes three hours.
"""


class CountingEmbedder(HashEmbedder):
    """Counts the texts that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        return super().embed(texts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    made.mkdir()
    (made / "guide.md").write_text(GUIDE, encoding="utf-8")
    (made / "bread.txt").write_text("Knead the dough for ten minutes.\n\nLet it rest overnight.\n", encoding="utf-8")
    return made


@pytest.fixture
def embedder() -> CountingEmbedder:
    return CountingEmbedder()


@pytest.fixture
def luna(tmp_path: Path, clock: FrozenClock, embedder: CountingEmbedder) -> Iterator[Reverie]:
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder=embedder, clock=clock) as opened:
        yield opened


def steps(done: Indexing) -> dict[str, Step]:
    return {Path(filed.path).name: filed.step for filed in done.files}


def trouble(luna: Reverie, file: Path) -> str:
    (filed,) = luna.knowledge.add(file).files
    assert filed.step is Step.FAILED
    return filed.trouble


def pdf(*pages: str) -> bytes:
    """A PDF with a line of text on each page."""
    contents = [f"BT /F1 12 Tf 72 700 Td ({words}) Tj ET".encode() for words in pages]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, content in enumerate(contents):
        resources = "/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792]"
        objects.append(f"<< /Type /Page /Parent 2 0 R {resources} /Contents {5 + 2 * number} 0 R >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
    made, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table)
    return made + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def test_a_passage_is_found_with_its_source(luna: Reverie, folder: Path) -> None:
    done = luna.knowledge.add(folder)
    assert steps(done) == {"bread.txt": Step.ADDED, "guide.md": Step.ADDED}
    (found, *_others) = luna.knowledge.search("How do I wipe the lens clean?")
    assert found.text == "Blow the dust away, then wipe the lens with a soft cloth. The cloth"
    assert (found.heading, found.lines, found.pages) == ("Telescope > Cleaning the lens", (5, 7), None)
    assert (found.path, found.file, found.title) == ("guide.md", str(folder / "guide.md"), "Telescope")
    assert found.source == "guide.md, lines 5-7"
    assert found.pictures == (("The cloth", "img/cloth.png"),)
    assert found.score == pytest.approx(sum(found.features.values()))
    assert "the words match" in found.why
    assert [(d.path, d.passages) for d in luna.knowledge.documents()] == [("bread.txt", 1), ("guide.md", 3)]


def test_every_database_keeps_it(store_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REVERIE_ENCRYPTION__KEY", raising=False)  # a key is for files
    with reverie.open(store_url, embedder=HashEmbedder()) as luna:
        luna.knowledge.add(folder)
        (folder / "guide.md").write_text(GUIDE.replace("three hours", "five hours"), encoding="utf-8")
        (folder / "bread.txt").rename(folder / "loaf.txt")
        assert steps(luna.knowledge.add(folder)) == {"guide.md": Step.CHANGED, "loaf.txt": Step.MOVED}
        assert "five hours" in luna.knowledge.search("How long is the battery charged?")[0].text
        luna.knowledge.remove(folder / "guide.md")
    with reverie.open(store_url, embedder=HashEmbedder()) as luna:
        assert [document.path for document in luna.knowledge.documents()] == ["loaf.txt"]
        assert luna.knowledge.search("knead the dough")[0].lines == (1, 3)


def test_small_talk_finds_nothing_and_neither_does_an_empty_question(luna: Reverie, folder: Path) -> None:
    assert list(luna.knowledge.search("How do I wipe the lens clean?")) == []
    luna.knowledge.add(folder)
    for message in ("Good morning, Luna!", "I had such a strange dream about my aunt.", "", "…"):
        assert list(luna.knowledge.search(message)) == []
    with pytest.raises(InvalidInput, match="from 1 to 100"):
        luna.knowledge.search("lens", limit=0)


def test_without_an_embedder_words_are_searched_and_it_is_said(tmp_path: Path, folder: Path) -> None:
    with reverie.open(tmp_path / "words.db", embedder="none") as luna:
        luna.knowledge.add(folder)
        found = luna.knowledge.search("Who charges the battery through a port?")
        assert found[0].heading == "Telescope > Battery"
        assert "no embedder" in found.degraded[0]
    with reverie.open(tmp_path / "words.db", embedder=HashEmbedder()) as luna:
        assert luna.reindex() == 4
        found = luna.knowledge.search("Who charges the battery through a port?")
        assert (found.degraded, set(found[0].features)) == ((), {"lex", "dense"})


def test_the_doctor_counts_passages_that_have_no_vector(tmp_path: Path, folder: Path) -> None:
    with reverie.open(tmp_path / "words.db", embedder="none") as luna:
        luna.knowledge.add(folder)
    with reverie.open(tmp_path / "words.db", embedder=HashEmbedder()) as luna:
        ill = next(check for check in luna.doctor() if check.name == "embedder")
        assert (ill.ok, "4 items not embedded" in ill.seen, ill.remedy) == (False, True, "run `reverie reindex`")
        luna.reindex()
        assert next(check for check in luna.doctor() if check.name == "embedder").ok


def test_what_is_unchanged_is_skipped(luna: Reverie, folder: Path, embedder: CountingEmbedder) -> None:
    luna.knowledge.add(folder)
    embedded, before = embedder.texts, luna.knowledge.documents()
    os.utime(folder / "guide.md", (0, 0))
    assert set(steps(luna.knowledge.add(folder)).values()) == {Step.UNCHANGED}
    assert (embedder.texts, luna.knowledge.documents()) == (embedded, before)


def test_what_changed_is_replaced_for_good(luna: Reverie, folder: Path, tmp_path: Path) -> None:
    luna.knowledge.add(folder)
    (folder / "guide.md").write_text(GUIDE.replace("three hours", "five hours"), encoding="utf-8")
    assert steps(luna.knowledge.add(folder)) == {"bread.txt": Step.UNCHANGED, "guide.md": Step.CHANGED}
    found = luna.knowledge.search("How many hours does the battery take?", limit=10)
    assert [p.text for p in found if "hours" in p.text] == [
        "The battery is charged through the small port. It takes five hours."
    ]
    assert [d.passages for d in luna.knowledge.documents()] == [1, 3]
    with luna._runtime.store.reading() as session:
        kept = session.connection.execute(text("SELECT before, after FROM log WHERE item = 'passage'")).all()
        texts = session.connection.execute(text("SELECT text FROM memories")).scalars().all()
        entries = session.connection.execute(text("SELECT count(*) FROM entries")).scalar_one()
    # A line in the log for every passage that came or went, and no words in it.
    assert len(kept) == 4 + 3 + 3
    assert {tuple(row) for row in kept} in ({(None, None)}, {("null", "null")})
    assert (len(texts), entries) == (4, 4)
    assert not any("three hours" in one for one in texts)


def test_what_is_gone_is_dropped_only_below_the_folders_that_are_named(
    luna: Reverie, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "tea.md").write_text("Steep the tea for four minutes.", encoding="utf-8")
    luna.knowledge.add(folder, other)
    (folder / "bread.txt").unlink()
    (other / "tea.md").unlink()
    assert steps(luna.knowledge.add(folder)) == {"guide.md": Step.UNCHANGED, "bread.txt": Step.REMOVED}
    assert list(luna.knowledge.search("knead the dough")) == []
    assert [d.path for d in luna.knowledge.documents()] == ["guide.md", "tea.md"]
    other.rmdir()
    (filed,) = luna.knowledge.add(other).files
    assert "it is not there" in filed.trouble  # a disk that is not mounted takes nothing away
    assert luna.knowledge.search("steep the tea")[0].path == "tea.md"


def test_what_moved_is_not_embedded_again(luna: Reverie, folder: Path, embedder: CountingEmbedder) -> None:
    luna.knowledge.add(folder)
    embedded = embedder.texts
    (folder / "deep").mkdir()
    (folder / "bread.txt").rename(folder / "deep" / "loaf.txt")
    assert steps(luna.knowledge.add(folder)) == {"guide.md": Step.UNCHANGED, "loaf.txt": Step.MOVED}
    assert embedder.texts == embedded
    (found,) = luna.knowledge.search("knead the dough")
    assert (found.path, found.title) == ("deep/loaf.txt", "loaf")


def test_a_folder_inside_a_folder_is_not_read_twice(luna: Reverie, folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "tea.md").write_text("Steep the tea for four minutes.", encoding="utf-8")
    luna.knowledge.add(folder / "deep")
    luna.knowledge.add(folder, folder / "deep", folder / "deep" / "tea.md")
    assert len(luna.knowledge.documents()) == 3
    assert len(luna.knowledge.search("steep the tea")) == 1


def test_copies_are_documents_of_their_own(luna: Reverie, folder: Path, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        (folder / name).write_bytes((folder / "bread.txt").read_bytes())
    luna.knowledge.add(folder)
    assert len(luna.knowledge.documents()) == 4
    assert len(luna.knowledge.search("knead the dough")) == 1
    (folder / "one.txt").unlink()
    (folder / "two.txt").unlink()
    assert list(steps(luna.knowledge.add(folder)).values()).count(Step.REMOVED) == 2
    (tmp_path / "bread.txt").write_text("Bread is baked.", encoding="utf-8")
    luna.knowledge.add(tmp_path / "bread.txt")
    with pytest.raises(Conflict, match="name one of"):
        luna.knowledge.remove("bread.txt")


def test_an_interrupted_run_goes_on(luna: Reverie, folder: Path, embedder: CountingEmbedder) -> None:
    def stop(done: int, total: int) -> None:
        assert total == 2
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        luna.knowledge.add(folder, progress=stop)
    assert [d.path for d in luna.knowledge.documents()] == ["bread.txt"]
    assert steps(luna.knowledge.add(folder)) == {"bread.txt": Step.UNCHANGED, "guide.md": Step.ADDED}
    assert embedder.texts == 4


def test_documents_are_taken_out_by_file_folder_or_name(luna: Reverie, folder: Path) -> None:
    luna.knowledge.add(folder)
    assert steps(luna.knowledge.remove("guide.md")) == {"guide.md": Step.REMOVED}
    with pytest.raises(NotFound, match="know list"):
        luna.knowledge.remove(folder / "guide.md")
    luna.knowledge.remove(folder)
    assert luna.knowledge.documents() == []
    assert list(luna.knowledge.search("knead the dough")) == []
    assert (folder / "bread.txt").exists()


def test_html_and_other_encodings_are_read(luna: Reverie, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(
        "<title>Bees</title><h1>Honey</h1><p>Bees make honey in <b>hives</b>.", encoding="utf-8"
    )
    (tmp_path / "old.txt").write_bytes("Der Käse reift im Keller.".encode("cp1252"))
    (tmp_path / "wide.txt").write_text("Owls hunt at night.", encoding="utf-16")
    done = luna.knowledge.add(*(tmp_path / name for name in ("page.html", "old.txt", "wide.txt")))
    assert [filed.notes for filed in done.files] == [(), ("it is not in UTF-8: it was read as Windows-1252",), ()]
    assert luna.knowledge.search("What do bees make in hives?")[0].title == "Bees"
    for declared, encoding in (("koi8-r", "koi8-r"), ("undefined", "cp1252")):
        page = f'<meta charset="{declared}"><p>naïve' if encoding == "cp1252" else '<meta charset="koi8-r"><p>Совы'
        (tmp_path / f"{declared}.html").write_bytes(page.encode(encoding))
        (filed,) = luna.knowledge.add(tmp_path / f"{declared}.html").files
        assert (filed.step, bool(filed.notes)) == (Step.ADDED, declared == "undefined")
    assert luna.knowledge.search("Совы")[0].text == "Совы"
    assert luna.knowledge.search("Wo reift der Käse?")[0].text == "Der Käse reift im Keller."
    assert luna.knowledge.search("when do owls hunt")[0].text == "Owls hunt at night."


def test_a_pdf_is_read_by_pages(luna: Reverie, tmp_path: Path) -> None:
    (tmp_path / "boat.pdf").write_bytes(pdf("Hoist the sail at dawn.", "Reef it when the " + "wind rises. " * 90))
    assert steps(luna.knowledge.add(tmp_path / "boat.pdf")) == {"boat.pdf": Step.ADDED}
    (found, *_others) = luna.knowledge.search("When is the sail hoisted?")
    assert (found.lines, found.pages, found.source) == (None, (1, 1), "boat.pdf, page 1")


def test_pdfs_that_cannot_be_read_are_told(luna: Reverie, tmp_path: Path) -> None:
    whole = pdf("Hoist the sail at dawn.")
    file = tmp_path / "boat.pdf"
    for broken in (b"", b"not a pdf", b"%PDF-1.7\n", whole[: len(whole) // 3]):
        file.write_bytes(broken)
        assert "save it again as PDF" in trouble(luna, file)
    writer = PdfWriter(clone_from=PdfReader(BytesIO(whole)))
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(file)
    assert "without a password" in trouble(luna, file)
    blank = PdfWriter()
    blank.add_blank_page(100, 100)
    blank.write(file)
    (filed,) = luna.knowledge.add(file).files
    assert (filed.step, filed.passages) == (Step.ADDED, 0)
    assert "OCR" in filed.notes[0]


def test_files_that_cannot_be_read_are_told_and_the_rest_goes_in(
    luna: Reverie, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "binary.txt").write_bytes(b"\x7fELF\0\0\1")
    (folder / "empty.md").write_bytes(b"")
    (folder / "loop.md").symlink_to(folder / "loop.md")
    (folder / "round").symlink_to(folder)
    (folder / "lost.md").symlink_to(tmp_path / "nowhere.md")
    (folder / "code.py").write_text("print()", encoding="utf-8")
    (folder / ".hidden.md").write_text("Hidden.", encoding="utf-8")
    os.mkfifo(folder / "pipe.txt")
    (folder / "large.txt").write_text("word " * 200, encoding="utf-8")
    monkeypatch.setattr(document_files, "LARGEST", 900)
    done = luna.knowledge.add(folder)
    told = {Path(filed.path).name: filed.trouble for filed in done.files if filed.step is Step.FAILED}
    assert told.keys() == {"binary.txt", "loop.md", "round", "lost.md", "pipe.txt", "large.txt"}
    assert "binary content" in told["binary.txt"]
    assert "name the folder itself" in told["round"]
    assert "ordinary file" in told["pipe.txt"]
    assert "cut it into parts" in told["large.txt"]
    assert "add it again" in told["loop.md"]
    assert {Path(filed.path).name for filed in done.of(Step.ADDED)} == {"guide.md", "bread.txt", "empty.md"}
    assert done.passed_over == 1
    assert "of no type" in trouble(luna, folder / "code.py")
    with pytest.raises(InvalidInput, match="name files or folders"):
        luna.knowledge.add()


def test_what_cannot_be_read_any_more_stays_as_it_was(luna: Reverie, folder: Path) -> None:
    luna.knowledge.add(folder)
    (folder / "bread.txt").write_bytes(b"\0")
    assert steps(luna.knowledge.add(folder))["bread.txt"] is Step.FAILED
    assert luna.knowledge.search("knead the dough")[0].path == "bread.txt"


def test_knowledge_is_no_persons_memory(scene: Scene, folder: Path) -> None:
    scene.luna.knowledge.add(folder)
    scene.say("I bought a telescope and I clean its lens.")
    for hit in scene.ada.recall("How do I wipe the lens with a soft cloth?"):
        assert hit.memory.kind is not Kind.PASSAGE
    assert "soft cloth" not in str(scene.luna.export(scene.ada))
    before = scene.luna.knowledge.documents()
    assert scene.luna.erase(scene.ada).rows["documents"] == 0
    assert scene.luna.knowledge.documents() == before
    assert scene.luna.knowledge.search("wipe the lens")[0].path == "guide.md"


def test_companions_know_what_they_were_given(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "two.db"
    with reverie.open(path, companion="Luna", embedder="none") as luna:
        luna.knowledge.add(folder)
    with reverie.open(path, companion="Iris", embedder="none") as iris:
        assert list(iris.knowledge.search("wipe the lens")) == []
        assert iris.knowledge.documents() == []
        iris.knowledge.add(folder / "bread.txt")
        iris.knowledge.remove(folder)
    with reverie.open(path, companion="Luna", embedder="none") as luna:
        assert len(luna.knowledge.documents()) == 2


def test_another_program_sees_what_was_indexed_and_what_is_gone(luna: Reverie, folder: Path, tmp_path: Path) -> None:
    config = Config(embedder="none")
    with reverie.open(tmp_path / "luna.db", embedder=HashEmbedder(), config=config) as other:
        assert list(other.knowledge.search("knead the dough")) == []
        luna.knowledge.add(folder)
        assert other.knowledge.search("knead the dough")[0].path == "bread.txt"
        luna.knowledge.remove("bread.txt")
        assert list(other.knowledge.search("knead the dough")) == []


def test_opinions_are_undone_past_indexing_and_indexing_is_not_undone(luna: Reverie, folder: Path) -> None:
    luna.opinions.add("jazz", "I find jazz soothing.")
    luna.knowledge.add(folder)
    assert luna.opinions.undo().memories
    with luna._runtime.store.reading() as session:
        indexed = [change for change in session.changes.recent(luna.companion.id) if change.cause == "index"]
    assert len(indexed) == 2
    with pytest.raises(Conflict, match="index it again"):
        luna.opinions.undo(indexed[0].id)
    assert [opinion.name for opinion in luna.opinions.list()] == []


@on_file
def test_opinions_are_found_by_an_index_among_passages(luna: Reverie) -> None:
    by_kind = "SELECT * FROM memories WHERE owner = ? AND kind = ? AND status IN ('active') ORDER BY valid_from, id"
    strongest = (
        "SELECT * FROM memories WHERE owner = ? AND status = 'active' AND category = ? AND kind = 'fact' "
        "ORDER BY importance DESC, confidence DESC, valid_from, id LIMIT 5"
    )
    with luna._runtime.store.reading() as session:
        plans = {}
        for query in (by_kind, strongest):
            rows = session.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", (luna.companion.id, "opinion"))
            plans[query] = " ".join(str(row[-1]) for row in rows)
    assert "ix_memories_kind" in plans[by_kind]
    assert "ix_memories_strength" in plans[strongest]
