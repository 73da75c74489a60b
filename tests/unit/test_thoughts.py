"""What a reasoning model thinks before it answers: taken out, however it is cut into pieces, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.models.reasoning import PAIRS, Thoughts, spoken


def streamed(pieces: list[str]) -> str:
    thoughts = Thoughts()
    return "".join([*map(thoughts.feed, pieces), thoughts.close()])


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Hello.", "Hello."),
        ("  Hello.", "  Hello."),
        ("<", "<"),
        ("<thin ice", "<thin ice"),
        ("Write <think>so</think>.", "Write <think>so</think>."),
        ("<think>", ""),
        ("<think>a < b", ""),
        ("\n<think>\n\n</think>\n\nHello.", "Hello."),
        ("<think>a</thin</think>Hello.", "Hello."),
        ("<thinking><think></thinking> Hello.", "Hello."),
        ("[THINK]a[/THINK]<think>b</think>Hello. <think>", "Hello. <think>"),
    ],
)
def test_thoughts_come_first(written: str, said: str) -> None:
    assert spoken(written) == streamed([written]) == streamed(list(written)) == said


def test_very_much_white_space_is_read_to_its_end() -> None:
    assert streamed([" "] * 50_000) == " " * 50_000
    assert streamed([*[" "] * 50_000, "<think>a</think>", *["\n"] * 50_000, "Hello."]) == "Hello."


def test_thoughts_that_the_template_opened_are_left_out_of_a_whole_answer() -> None:
    assert spoken("They are sad.\n</think>\n\nI am here.") == "I am here."


MARKS = st.sampled_from([*PAIRS, *PAIRS.values(), " ", "\n", "<", "think", "a"])


@given(st.lists(MARKS, max_size=12).map("".join), st.data())
def test_it_is_the_same_however_it_is_cut(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert streamed(pieces) == streamed([text])
