"""Markdown is read into blocks: what belongs together, with its markup removed, and where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.knowledge.chunking import Picture, Sort, chunks
from reverie.knowledge.markdown import blocks, front_matter, plain_blocks, text_lines, without_markup


def read(text: str) -> list[tuple[Sort, str]]:
    return [(block.sort, block.text) for block in blocks(text)]


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**bold** and *it* and ***both***", "bold and it and both"),
        ("**bold *it* bold**", "bold it bold"),
        ("__bold__ and _it_ and snake_case_name", "bold and it and snake_case_name"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("~~gone~~", "gone"),
        ("[a link](http://x.y/z_(1) 'T') and [ref][1] and [bare]", "a link and ref and [bare]"),
        ("<https://x.y/a_b> <ada@x.y>", "https://x.y/a_b ada@x.y"),
        ("`code *x* <b>` and ``a ` b``", "code *x* <b> and a ` b"),
        ("`😀 *𝟙*` and \\😀", "😀 *𝟙* and \\😀"),
        ("a lone ` tick and *stars*", "a lone ` tick and stars"),
        (r"\*not it\* and \_", "*not it* and _"),
        ("AT&amp;T <b>bold</b><br/> 1 < 2 & 3 > 2", "AT&T bold 1 < 2 & 3 > 2"),
        ("x<!-- a comment -->y", "xy"),
        ("a note[^1]", "a note"),
        ("![Alt](a.png)", "Alt"),
    ],
)
def test_markup_is_removed(marked: str, plain: str) -> None:
    assert without_markup(marked, 1, {})[0] == plain


def test_blocks_are_told_apart() -> None:
    text = "# One #\n\nTwo\nthree\n- four\n- five\n\n> six\n\n1. seven\n\nEight\n=====\n***\n\n"
    text += "| a | b |\n|:-:|---|\n| 1 | 2 |\n"
    assert read(text) == [
        (Sort.HEADING, "One"),
        (Sort.PROSE, "Two three"),
        (Sort.ITEMS, "- four\n- five"),
        (Sort.PROSE, "six"),
        (Sort.ITEMS, "1. seven"),
        (Sort.HEADING, "Eight"),
        (Sort.PROSE, ""),
        (Sort.TABLE, "a | b\n1 | 2"),
    ]
    assert [block.level for block in blocks(text) if block.sort is Sort.HEADING] == [1, 1]


def test_what_stands_in_a_fence_is_code() -> None:
    text = "```sh\n# no heading\n*stars*\n```\n~~~~\n```\n~~~\n~~~~\nafter"
    assert read(text) == [(Sort.CODE, "# no heading\n*stars*"), (Sort.CODE, "```\n~~~"), (Sort.PROSE, "after")]


def test_a_fence_that_is_never_closed_ends_with_the_document() -> None:
    assert read("```\n# a\n\nb") == [(Sort.CODE, "# a\nb")]


def test_front_matter_is_passed_over_and_gives_the_title() -> None:
    text = "---\ntitle: 'The guide'\ntags: [a]\n---\n\nHello."
    assert [block.lines for block in blocks(text)] == [((6, "Hello."),)]
    assert front_matter(text_lines(text)) == (4, "The guide")
    assert front_matter(["---", "no end"]) == (0, "")
    assert front_matter(["+++", 'title = "T"', "+++"]) == (3, "T")


def test_pictures_are_found_with_their_lines() -> None:
    text = (
        'One ![a *b*](img/a.png "t")\nand <img alt="c" src=\'d e.png\'>\nand ![f][G] and ![h]\n'
        "![no](data:image/png;base64,AAAA) `![code](x.png)`\n\n[g]: g.png\n[h]: <h.png>\n"
    )
    found = [picture for block in blocks(text) for picture in block.pictures]
    assert found == [
        Picture(alt="a *b*", path="img/a.png", line=1),
        Picture(alt="c", path="d e.png", line=2),
        Picture(alt="f", path="g.png", line=3),
        Picture(alt="h", path="h.png", line=3),
    ]
    (chunk,) = chunks(blocks(text))
    assert chunk.pictures[0] == ("a *b*", "img/a.png")
    assert (chunk.first, chunk.last) == (1, 7)


@given(st.text(alphabet="ab*_`[]()!<>\\&;#-|\n ~:", max_size=400))
def test_lines_stay_where_they_are(text: str) -> None:
    cleaned, _pictures = without_markup(text, 1, {})
    assert cleaned.count("\n") == text.count("\n")
    numbers = [number for block in blocks(text) for number, _line in block.lines]
    assert numbers == sorted(set(numbers))
    written = {number for number, line in enumerate(text_lines(text), 1) if line.strip(" >")}
    skipped = set(range(1, front_matter(text_lines(text))[0] + 1))
    assert written - skipped <= set(numbers)


@pytest.mark.parametrize(
    "piece", ["[", "![", "*", "`", "<", "<!--", "(", "](", "_a", "|-", "> ", "`a``b", '[a](b "', "&"]
)
def test_hostile_text_takes_no_longer_than_other(piece: str) -> None:
    # Quadratic, this would take minutes.
    text = piece * (200_000 // len(piece))
    assert {number for block in blocks(text) for number, _line in block.lines} <= {1}
    assert chunks(plain_blocks(text))
