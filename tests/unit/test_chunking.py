"""Documents are cut by headings and length: every line is in one chunk, in order, and nothing is torn."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.knowledge.chunking import CAP, LENGTH, Chunk, chunks
from reverie.knowledge.markdown import blocks, plain_blocks


def sentence(size: int, name: str) -> str:
    return f"{name.capitalize()} " + " ".join("lorem ipsum".split()[n % 2] for n in range(size)) + "."


def piece(sort: str, size: int, place: int) -> str:
    """A block of a document whose every line has a word of its own."""
    names = [f"w{chr(97 + place)}{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(size)]
    if sort == "heading":
        return f"{'#' * (1 + size % 6)} {names[0]}"
    if sort == "prose":
        return " ".join(sentence(n % 17, name) for n, name in enumerate(names))
    if sort == "wrapped":
        return "\n".join(sentence(n % 17, name) for n, name in enumerate(names))
    if sort == "code":
        return "\n".join(["```", *(f"{name}()  # call. It" for name in names), "```"])
    if sort == "table":
        return "\n".join(["| a | b |", "|---|---|", *(f"| {name} | what |" for name in names)])
    return "\n".join(f"- {name} item" for name in names)


SORTS = st.sampled_from(["heading", "heading", "prose", "wrapped", "code", "table", "items"])
MARKDOWN = st.lists(st.tuples(SORTS, st.integers(1, 60)), max_size=20).map(
    lambda pieces: "\n\n".join(piece(sort, size, place) for place, (sort, size) in enumerate(pieces))
)
WRAPPED = st.lists(st.integers(0, 20), min_size=1, max_size=60).map(
    lambda sizes: "\n".join(sentence(size, "word") for size in sizes)
)
quickly = settings(max_examples=60)


def cut(text: str) -> list[Chunk]:
    return chunks(blocks(text))


def words(text: str) -> list[str]:
    return re.findall("[a-z]+", text.lower())


@quickly
@given(MARKDOWN)
def test_every_line_is_in_exactly_one_chunk_and_order_is_kept(text: str) -> None:
    made = cut(text)
    covered = [set(range(chunk.first, chunk.last + 1)) for chunk in made]
    lines = text.split("\n")
    written = {number for number, line in enumerate(lines, 1) if line.strip()}
    assert set().union(*covered) >= written
    for one, other in pairwise(made):
        assert one.first <= one.last
        # Only a line that is too long for one chunk is in two.
        assert one.last < other.first or (one.last == other.first and len(lines[one.last - 1]) > CAP)


@quickly
@given(MARKDOWN)
def test_no_chunk_is_longer_than_the_cap_and_no_word_is_lost(text: str) -> None:
    made = cut(text)
    assert all(0 < len(chunk.text) <= CAP for chunk in made)
    told = words(" ".join(f"{chunk.heading} {chunk.text}" for chunk in made))
    missing = set(words(text)) - set(told)
    assert missing == set()


@quickly
@given(WRAPPED, st.integers(150, 400))
def test_sentences_are_not_cut(text: str, length: int) -> None:
    made = chunks(plain_blocks(text), length=length, cap=length + 50)
    assert all(chunk.text.endswith(".") for chunk in made)
    assert words(" ".join(chunk.text for chunk in made)) == words(text)


@quickly
@given(st.text(max_size=300))
def test_any_text_can_be_cut(text: str) -> None:
    for chunk in cut(text):
        assert chunk.text
        assert 1 <= chunk.first <= chunk.last


def test_the_two_highest_headings_begin_a_chunk_and_deeper_ones_stay_inside() -> None:
    made = cut("# Guide\nHello.\n## Install\nRun it.\n### Linux\nUse apt.\n### Mac\nUse brew.\n## Use\nCall it.\n")
    assert [(c.heading, c.first, c.last) for c in made] == [
        ("Guide", 1, 2),
        ("Guide > Install", 3, 8),
        ("Guide > Use", 9, 10),
    ]
    assert made[1].text == "Run it.\n\nLinux\nUse apt.\n\nMac\nUse brew."


def test_deeper_headings_begin_a_chunk_where_the_section_is_long() -> None:
    linux, mac = "Use apt on it. " * 70, "Use brew on it. " * 60
    made = cut(f"## Install\nRun it.\n\n### Linux\n{linux}\n\n### Mac\n{mac}\n")
    assert [c.heading for c in made] == ["Install", "Install > Linux", "Install > Mac"]
    assert made[1].text == linux.strip()


def test_small_deep_sections_share_a_chunk() -> None:
    many = "\n\n".join(f"### Step {n}\n{'Do it well. ' * 10}" for n in range(20))
    made = cut(f"## Steps\n\n{many}")
    assert len(made) <= 4
    assert {c.heading for c in made} == {"Steps"}


def test_a_heading_with_nothing_under_it_is_kept() -> None:
    (first, last) = cut("# Title\n## Only a heading\n## Another\nText.")
    assert (first.text, first.heading, first.first) == ("Only a heading", "Title", 1)
    assert (last.heading, last.first, last.last) == ("Title > Another", 3, 4)


def test_code_is_not_cut_up_to_the_cap() -> None:
    code = "\n".join(f"call_{n}()  # and a word. And another." for n in range(28))
    assert LENGTH < len(code) <= CAP
    made = cut(f"Before.\n\n```python\n{code}\n```\n\nAfter.")
    assert [c.text for c in made] == ["Before.", code, "After."]


def test_longer_code_is_cut_between_lines_and_says_so() -> None:
    lines = [f"call_{n}()  # and a word. And another." for n in range(100)]
    made = cut("```python\n" + "\n".join(lines) + "\n```")
    assert [line for c in made for line in c.text.split("\n")] == lines
    assert made[1].note == f"part 2 of {len(made)} of a block of code"
    assert (made[0].first, made[-1].last) == (1, 102)


def test_a_line_of_code_is_never_cut() -> None:
    (made,) = cut("```\n" + "x" * 5000 + "\n```")
    assert made.text == "x" * 5000


def test_a_long_table_is_cut_between_rows_and_repeats_its_head() -> None:
    rows = "\n".join(f"| name {n} | a value of some length |" for n in range(80))
    made = cut(f"| who | what |\n|---|---|\n{rows}")
    assert all(c.text.split("\n")[0] == "who | what" for c in made)
    told = [line for c in made for line in c.text.split("\n")[1:]]
    assert told == [f"name {n} | a value of some length" for n in range(80)]
    assert made[0].note == f"part 1 of {len(made)} of a table"


def test_abbreviations_and_figures_end_no_sentence() -> None:
    text = "We met Dr. Who and Mr. T. Smith at No. 5 for 3.5 hours, e.g. there. " * 40
    made = cut(text)
    assert len(made) > 1
    assert all(c.text.startswith("We met") and c.text.endswith("there.") for c in made)


def test_words_without_spaces_are_cut_where_sentences_end() -> None:
    made = cut("今日は天気がいいです。" * 300)
    assert len(made) > 1
    assert all(c.text.endswith("。") and len(c.text) <= CAP for c in made)


def test_a_sentence_without_end_is_cut_between_words() -> None:
    made = cut("word " * 1000)
    assert all(c.text.split() == ["word"] * len(c.text.split()) and len(c.text) <= LENGTH for c in made)
    assert sum(len(c.text.split()) for c in made) == 1000
