"""What is known of the person in a slot answers a whole question for it, and nobody else's does."""

from __future__ import annotations

import reverie


def test_where_somebody_works_is_their_own_work() -> None:
    with reverie.open(":memory:", model="none") as luna:
        person = luna.meet("Jaz")
        person.say("my dad works at the airport, night shifts, so he only texts at like 5am")
        person.say("started at greggs on saturdays, free sausage rolls i cant even eat")
        turn = person.turn("where do i work?")
        assert [hit.memory.key for hit in turn.hits] == ["employer"]
        assert "greggs" in turn.reply
        assert "airport" not in turn.reply


def test_a_trade_is_no_workplace_and_a_workplace_no_trade() -> None:
    with reverie.open(":memory:", model="none") as luna:
        person = luna.meet("Jaz")
        person.say("I'm a baker and I work at Greggs.")
        for asked, key in (
            ("where do i work?", "employer"),
            ("who do I work for?", "employer"),
            ("what's my job?", "occupation"),
            ("what do I do for a living?", "occupation"),
        ):
            assert [hit.memory.key for hit in person.off_record().turn(asked).hits] == [key]


def test_a_question_about_another_is_not_answered_from_the_persons_slot() -> None:
    with reverie.open(":memory:", model="none") as luna:
        person = luna.meet("Jaz")
        person.say("I work at Acme.")
        assert "Acme" not in person.turn("where does my mum work?").reply


def test_a_question_without_its_mark_answers_no_other_question() -> None:
    with reverie.open(":memory:", model="none") as luna:
        person = luna.meet("Jaz")
        person.say("my little brother dev turned 11 yesterday")
        person.turn("how old is dev")
        assert "how old is dev" not in person.turn("how old am i").reply
