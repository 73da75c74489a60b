"""HTML is read into blocks, with the lines their words stand in, however broken it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.knowledge.chunking import Sort, chunks
from reverie.knowledge.html_blocks import blocks

PAGE = """<!doctype html><html><head><title>My
page</title><style>p { color: red }</style></head><body>
<h1>Guide</h1>
<p>Hello <b>bold</b>
world<br>next &amp; more. <script>alert("no")</script>
<p>Second
<ul>
<li>one <p>and more</p></li>
<li>two
</ul>
<pre>
if a:
  b &lt; 2
</pre>
<table><tr><th>A</th><th>B</th></tr>
<tr><td>1</td>
<td>2</td></tr></table>
<h2>Pictures</h2><img src="a/b.png" alt="A  B"><img src="data:image/png;base64,AAAA"><p>tail
"""


def test_a_page_becomes_blocks() -> None:
    found, title = blocks(PAGE)
    assert title == "My page"
    assert [(block.sort, block.text) for block in found] == [
        (Sort.HEADING, "Guide"),
        (Sort.PROSE, "Hello bold world next & more."),
        (Sort.PROSE, "Second"),
        (Sort.ITEMS, "- one and more\n- two"),
        (Sort.CODE, "if a:\n  b < 2"),
        (Sort.TABLE, "A | B\n1 | 2"),
        (Sort.HEADING, "Pictures"),
        (Sort.PROSE, "A B"),
        (Sort.PROSE, "tail"),
    ]
    assert [number for number, _text in found[1].lines] == [4, 5, 5]
    made = chunks(found)
    assert [(c.heading, c.first, c.last) for c in made] == [("Guide", 3, 17), ("Guide > Pictures", 18, 18)]
    assert made[1].pictures == (("A B", "a/b.png"),)


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("<p>one<p>two</div></b>", ["one", "two"]),
        ("<ul><li>one<h2>two</h2>three", ["- one", "two", "three"]),
        ("<table><td>one<h1>two</h1><p>three</p>", ["one", "two", "three"]),
        ("no markup at all", ["no markup at all"]),
        ("<p>one &unknown; &amp two", ["one &unknown; & two"]),
        ("<script>never closed <p>lost", []),
        ("<p>one<pre>\r\n", ["one"]),
        ("<p>one<![x y]> two", ["one two"]),
        ("<p>one<![1. &amp;> two", ["one two"]),
    ],
)
def test_broken_pages_are_read_as_far_as_they_go(broken: str, words: list[str]) -> None:
    assert [block.text for block in blocks(broken)[0]] == words


@settings(max_examples=60)
@given(st.text(alphabet="<>/phlitdr1 abc\n&;\"'=-", max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    found, _title = blocks(text)
    numbers = [number for block in found for number, _line in block.lines]
    assert numbers == sorted(numbers)
    assert all(1 <= number <= text.count("\n") + 1 for number in numbers)
