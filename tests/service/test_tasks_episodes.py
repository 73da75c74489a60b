"""Episodes that a model picks: quoted from who has to have said it, and never in the place of what somebody put."""

from __future__ import annotations

import pytest
from tests.service.asked import answered, ask, keep, talk
from tests.service.scene import DAY, MINUTE, Scene

from reverie.background.tasks.answer_checks import Why
from reverie.background.tasks.episodes import EPISODES
from reverie.conversations.episodes import Episode, Outline
from reverie.recall import episode_search as keeping
from reverie.records.conversations import Author

OPERA = (
    ("user", "Hi Luna!"),
    ("user", "I failed my singing exam at the opera school today."),
    ("user", "I feel so ashamed of it. My boss said I sing well."),
    ("assistant", "I'm sorry. You could ask the teacher for a second try."),
    ("user", "Good idea, I'll write to her tonight."),
)
Said = dict[str, object]


def said(message: int, quote: str) -> Said:
    return {"message": message, "quote": quote}


def parts(**changed: object) -> dict[str, object]:
    good: dict[str, object] = {
        "observation": [said(2, "I failed my singing exam at the opera school today.")],
        "thought": said(3, "I feel so ashamed of it"),
        "action": said(4, "You could ask the teacher for a second try"),
        "result": said(5, "I'll write to her tonight"),
    }
    return good | changed


def episode(scene: Scene) -> Episode:
    (one,) = keeping.every(scene.luna._runtime, scene.ada.id)
    return one


def test_a_good_episode_takes_the_place_of_the_rules_own(scene: Scene) -> None:
    talk(scene, *OPERA)
    by_rules = scene.ada.conversations.episodes.all()[0]
    kept = answered(scene, EPISODES, parts())
    assert (by_rules.author, kept.kept, kept.refused) == (Author.RULES, 1, ())
    made = episode(scene)
    assert made.author == Author.MODEL
    assert made.outline == Outline(
        observation="Ada: “I failed my singing exam at the opera school today”",
        thought="Ada: “I feel so ashamed of it”",
        action="Luna: “You could ask the teacher for a second try”",
        result="Ada: “I'll write to her tonight”",
    )
    with scene.luna._runtime.store.reading() as session:
        details = session.memories.by_ids(scene.ada.id, [made.id])[made.id].details
    assert (details["model"], details["prompt"]) == ("scripted:model", EPISODES.prompt.digest)


WRONG = [
    ("thought", said(3, "I am proud of it"), Why.NOT_SAID),
    ("thought", said(4, "I'm sorry"), Why.SPEAKER),
    ("thought", said(3, "I sing well"), Why.NOT_OWN),
    ("thought", said(77, "I feel so ashamed of it"), Why.UNKNOWN),
    ("action", said(5, "I'll write to her tonight"), Why.SPEAKER),
    ("action", said(4, "You could practise more"), Why.NOT_SAID),
    ("result", said(2, "I failed my singing exam"), Why.EARLIER),
    ("result", said(4, "You could ask the teacher"), Why.SPEAKER),
]


@pytest.mark.parametrize(("part", "wrong", "why"), WRONG)
def test_a_part_that_does_not_hold_is_left_empty(scene: Scene, part: str, wrong: Said, why: Why) -> None:
    talk(scene, *OPERA)
    kept = answered(scene, EPISODES, parts(**{part: wrong}))
    assert (kept.kept, kept.refused) == (1, (why,))
    assert getattr(episode(scene).outline, part) == ""


@pytest.mark.parametrize("reports", [[], [said(4, "You could ask the teacher for a second try")], [said(2, "I won")]])
def test_without_a_report_of_the_person_there_is_none(scene: Scene, reports: list[Said]) -> None:
    talk(scene, *OPERA)
    assert answered(scene, EPISODES, parts(observation=reports)).kept == 0
    assert [one.author for one in keeping.every(scene.luna._runtime, scene.ada.id)] in ([], [Author.RULES])


def test_what_a_person_put_stays(scene: Scene) -> None:
    talk(scene, *OPERA)

    def put() -> None:
        keeping.put(scene.luna._runtime, scene.ada.user, None, Outline(observation="A bad day."), author=Author.PERSON)

    kept = answered(scene, EPISODES, parts(), meanwhile=put)
    assert (kept.kept, kept.refused) == (0, (Why.STANDS,))
    assert (episode(scene).author, episode(scene).outline.observation) == (Author.PERSON, "A bad day.")
    assert ask(scene, EPISODES).messages is None


def test_what_a_person_put_at_the_very_moment_stays(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(scene, *OPERA)
    real = keeping.put

    def beaten(*given: object, **more: object) -> Episode:
        real(scene.luna._runtime, scene.ada.user, None, Outline(observation="A bad day."), author=Author.PERSON)
        return real(*given, **more)  # type: ignore[arg-type] # handed on as it came

    monkeypatch.setattr(keeping, "put", beaten)
    assert answered(scene, EPISODES, parts()).refused == (Why.STANDS,)
    assert episode(scene).outline.observation == "A bad day."


def test_one_that_was_forgotten_or_taken_back_is_not_drawn_again(scene: Scene) -> None:
    talk(scene, *OPERA)
    made = scene.ada.conversations.episodes.all()[0]
    asked = ask(scene, EPISODES)
    scene.ada.forget(made.id)
    assert keep(scene, EPISODES, asked, parts()).refused == (Why.STANDS,)
    assert ask(scene, EPISODES).messages is None
    assert keeping.every(scene.luna._runtime, scene.ada.id) == []


def test_twice_is_once(scene: Scene) -> None:
    talk(scene, *OPERA)
    asked = ask(scene, EPISODES)
    assert keep(scene, EPISODES, asked, parts()).kept == 1
    before = scene.written()
    assert keep(scene, EPISODES, asked, parts()).refused == (Why.STANDS,)
    assert scene.written() == before


def test_a_conversation_that_went_on_is_asked_about_anew(scene: Scene) -> None:
    talk(scene, *OPERA)
    more = answered(scene, EPISODES, parts(), meanwhile=lambda: scene.ada.say("One more thing", at=scene.clock()))
    assert more.kept == 1  # that was another conversation, a day later
    where = scene.ada.conversations.all()[0]

    def go_on() -> None:
        scene.ada.say("And I burned the cake.", conversation=where.id)

    scene.clock.advance(DAY)
    go_on()
    scene.clock.advance(DAY)
    asked = ask(scene, EPISODES)
    assert "[6] Ada: And I burned the cake." in asked.text
    go_on()
    assert keep(scene, EPISODES, asked, parts()).refused == (Why.GONE,)


def test_nothing_is_due_while_they_talk_of_guests_paused_or_with_events_off(scene: Scene) -> None:
    talk(scene, *OPERA, over=False)
    assert ask(scene, EPISODES).items == []
    scene.clock.advance(DAY)
    assert len(ask(scene, EPISODES).items) == 1
    scene.ada.settings(categories_off=("event",))
    assert ask(scene, EPISODES).items == []
    scene.ada.settings(categories_off=(), paused=True)
    assert ask(scene, EPISODES).items == []
    guest = scene.luna.guest()
    talk(scene, *OPERA, person=guest)
    assert ask(scene, EPISODES, guest).items == []


def test_too_little_is_not_worth_a_question(scene: Scene) -> None:
    talk(scene, ("user", "I failed my singing exam."), ("assistant", "Oh no!"))
    asked = ask(scene, EPISODES)
    assert (len(asked.items), asked.messages) == (1, None)


def test_who_pauses_or_deletes_meanwhile_is_heard(scene: Scene) -> None:
    messages = talk(scene, *OPERA)
    assert answered(scene, EPISODES, parts(), meanwhile=scene.ada.pause).kept == 0
    scene.ada.resume()
    kept = answered(scene, EPISODES, parts(), meanwhile=lambda: scene.ada.unsay(messages[1].id))
    assert kept.kept == 0
    assert "singing" not in str(keeping.every(scene.luna._runtime, scene.ada.id))


def test_a_long_conversation_is_cut_to_the_window_from_its_beginning(scene: Scene) -> None:
    turns = [("user", f"I tell of topic {number}. " + "And so on and on. " * 300) for number in range(80)]
    where = scene.ada.say(turns[0][1]).message
    assert where is not None
    for _role, text in turns[1:]:
        scene.clock.advance(MINUTE)
        scene.ada.say(text)
    scene.clock.advance(DAY)
    text = ask(scene, EPISODES).text
    assert len(text) < 40_000
    assert "[80] Ada: I tell of topic 79." in text
