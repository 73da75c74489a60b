"""What a clause teaches, by the class of its verb: where its object ends, and which slot that fills.

A value is the shortest that names the thing: the verb with its object for what somebody does ("sell candles"), the
object alone for what somebody has. It ends at the first closed-class word: a preposition, a conjunction, a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import dates, values
from reverie.domain.rules.cutting import Value, tidy, valued
from reverie.domain.rules.rule import Shape
from reverie.domain.rules.words import KIN, SPECIES
from reverie.domain.rules.verbs import HABITS, LANDMARKS, PASTIMES, PROJECTS, TRADES, forms

_I = re.IGNORECASE


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A clause of one's own: its verb, what stands before it (``marks``) and after it (``rest``).

    ``begun`` is the subject with its auxiliaries: what a second verb goes on with ("I have been stung and bitten").
    """

    begun: str
    marks: frozenset[str]
    verb: str
    rest: str


_PREPOSITION = (
    "in|on|at|for|with|from|by|to|into|onto|about|after|before|during|out|over|under|through|near|around|against|"
    "like|as|off|up|down|without|within|across|along|behind|beside|between|inside|outside|per|than|toward|towards|"
    "until|till|since|because|becuase|that|which|who|whom|whose|where|when|while|if|so|but|and|or|plus|then|instead|"
    "every|each|all|most|these|this|last|next|once|twice|sometimes|always|never|usually|again|too|also|now|ago|"
    "tonight|today|tomorrow|yesterday|anymore|myself|ourselves|together|alone|badly|well|better|best|daily|weekly|"
    "nightly|yearly|lately|recently|currently|nowadays|already|still|ever|there|here|away|back|is|are|was|were|has|"
    "of course|have|had|nobody|everybody|everyone|someone|somebody|anyone|people|i|we|you|he|she|it|they|my|just|only|even|except|via|despite|besides|whenever|unless|enough|not|no"
)
_OBJECT_END = re.compile(rf"(?:^|\s+)(?:{_PREPOSITION})(?=$|[\s,.;:!?)]).*|\s*[,.;:!?()\u2014\u2013\"].*|\s-+\s.*", _I | re.S)
_DETERMINER = re.compile(
    r"(?:(?:a|an|the|my|our|some|any|several|many|various|lots of|a lot of|tons of|a bunch of|a couple of|a couple|a "
    r"few|both|about|around|like|over|nearly|almost|roughly|mostly|mainly|only|just|up to|own|more|certain|little|"
    r"all|all my|all our|all the|most of the|all kinds of|all sorts of|way too much|way too many|too much|too many)\s+)+",
    _I,
)
_POINTING = frozenset(
    "it them him her you this that those these one ones what how everything something nothing anything everyone "
    "someone anyone me myself us yourself himself herself themselves things thing stuff lot lots bit much many more "
    "less ok okay so there here way time sense sure fun mistake mistakes difference mess joke jokes noise face faces "
    "point effort decision decisions progress friends friend money fool living choice choices deal deals best worst "
    "job part care place turns turn advantage note notes forever long ages while minute moment breath shower nap bath "
    "break look seat word words rest trouble crap shit nonsense hell mind minds games game tricks role whatever "
    "homework dishes chores errands laundry house day days night week weekend hours hour minutes people guys folks "
    "wrong right fine good great mad crazy nuts myself ourselves each other damn cool cold calm quiet track "
    "promise promises secret secrets distance score pace watch hand hands eyes eye head mouth fire blame loud answer "
    "answers question questions tea-break selfie selfies kidding left leave love war peace fit life lives".split()
)


def _object(rest: str) -> str:
    """The words of an object, without its determiner, up to the first closed-class word; empty where there is none."""
    opening = _DETERMINER.match(rest)
    bare = rest[opening.end() :] if opening else rest
    named = tidy(_OBJECT_END.sub("", bare, count=1)).split()
    for at, word in enumerate(named[1:], 1):
        form = forms().get(word.lower())
        if form is not None and form.ing:
            named = named[:at]
            break
    if " of " in f" {' '.join(named)} " and _COUNTED.match(named[0]):
        return ""
    if named and named[-1].lower().endswith("ly") and len(named) > 1:
        named.pop()
    if not 1 <= len(named) <= 5 or named[-1].lower() in _POINTING or named[0].lower() in _POINTING | {"of", "to"}:
        return ""
    return " ".join(named)


_COUNTED = re.compile(r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$", _I)
_PARTICLE = re.compile(r"(?:up|out|off|down|over|away|back|around|on)\b(?! (?:the|a|an|my|our|\w+ (?:of)?)\b)", _I)
_PLACED = re.compile(
    r"(?P<word>in|on|at|with|for|from|by|to|about|of|near|through|across|over|around|without)\s+(?P<rest>.+)", _I
)


def _placed(rest: str) -> str:
    """A prepositional phrase that follows a verb without an object: "at the pier", "with the tv on"."""
    found = _PLACED.match(rest)
    if found is None:
        return ""
    kept = _object(found["rest"])
    return f"{found['word'].lower()} {kept}" if kept else ""


def told(clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """The candidates of a clause, without span or quote: at most a few, none where its verb is in no class."""
    if not clause.marks.isdisjoint({"modal", "not"}):
        return
    form = forms().get(clause.verb)
    if form is None:
        return
    if "progressive" in clause.marks:
        yield from _going_on(form.lemma, clause, sent_at) if form.ing and not "perfect" in clause.marks else _done(form.lemma, clause)
    elif "passive" in clause.marks:
        yield from _undergone(clause, sent_at)
    elif "never" in clause.marks:
        if "perfect" in clause.marks:
            yield from _never(clause)
    elif "perfect" in clause.marks and form.participle:
        if _LASTING.search(clause.rest):
            yield from _done(form.lemma, clause)
        else:
            yield from _happened(form.lemma, clause, sent_at)
    elif form.past and not form.present:
        yield from _happened(form.lemma, clause, sent_at)
    elif form.present or form.third:
        yield from _done(form.lemma, clause)


_LASTING = re.compile(r"\b(?:since|for (?:(?:about|almost|nearly|over|the last|the past|more than) )?(?:\w+(?:-\w+)?|\d+) "
                      r"(?:years?|months?|decades?|seasons?|yrs))\b", _I)


def _candidate(rule: str, key: str, value: Value, text: str, category: Category = Category.FACT, **more: object) -> Candidate:
    return Candidate(
        text=text[:1].upper() + text[1:],
        key=f"{key}:{value.plain}",
        value=value.plain,
        category=category,
        importance=0.5,
        confidence=0.6,
        rule=f"clause:{rule}",
        details=more,
    )


_OF_ONES_OWN = frozenset("own have keep inherit drive".split())


def _done(lemma: str, clause: Said) -> Iterator[Candidate]:
    """What somebody does again and again, in the simple present."""
    if lemma == "have":
        yield from _had(clause)
        return
    kind = (
        ("lives", "living") if lemma == "live" else ("does", "does") if lemma in TRADES else ("pastime", "hobby") if lemma in PASTIMES
        else ("habit", "habit") if lemma in HABITS else None
    )
    if kind is None:
        return
    particle = _PARTICLE.match(clause.rest)
    rest = clause.rest[particle.end() :].strip() if particle else clause.rest
    named = _object(rest) or ("" if particle or lemma not in _PLACEABLE else _placed(rest))
    if lemma == "live" and re.match(r"(?:alone|abroad|off[- ]grid)\b", clause.rest, _I):
        named = clause.rest.split()[0]
    if lemma == "live" and not named.startswith(("in a", "on ", "in the", "off", "alone", "abroad", "near", "by", "above", "with")):
        return
    if not named and rest and not _object_free(rest):
        return
    if not named and (lemma in _TRANSITIVE or not particle and lemma not in PASTIMES and lemma not in _ALONE):
        return
    deed = " ".join(filter(None, [lemma, particle.group() if particle else "", named]))
    value = valued(deed)
    if value is not None:
        yield _candidate(kind[0], kind[1], value, f"{values.third_person(value.shown)}.")
    if lemma in TRADES:
        yield from _workplace(clause.rest)


_PLACEABLE = frozenset("work volunteer drive play sing act perform sleep live swim run hike bike cycle walk commute dance camp "
                       "listen freelance study sail fish surf ski serve fly box race write draw paint travel talk speak nap".split())
_ALONE = frozenset("homeschool freelance nanny babysit tutor volunteer nurse bartend farm code program weld smoke vape snore pray "
                   "meditate commute foster".split())
_TRANSITIVE = frozenset("make do build keep take put lose burn carry own run have buy sell use get play train write read work "
                        "sit stay spend skip record produce mix throw collect restore raise lead move direct host "
                        "teach cut style report deal serve draw fix talk speak act race shoot drive watch listen pass pick drop eat drink "
                        "wear sleep walk wake".split())
_FREE = re.compile(r"(?:[,.;:!?(\u2014\u2013]|-+ |(?:every|on|in|at|and|but|a lot|when|all|most|too|for|since|as|to)\b)", _I)


def _object_free(rest: str) -> bool:
    return _FREE.match(rest) is not None


_WORKPLACE = re.compile(r"\b(?:at|for) (?P<org>(?:an?|the) (?:[\w'-]+ ?){1,4}|(?-i:[A-Z])[\w'&-]+(?: (?-i:[A-Z])[\w'&-]+)*)", _I)
_NO_PLACE = frozenset("moment time end day night weekend weekends living while first last least most home start cash money while "
                      "minute year years month months hours days weeks party parties table top age rate bottom same fun side".split())


def _workplace(rest: str) -> Iterator[Candidate]:
    for found in _WORKPLACE.finditer(rest):
        named = _object(found["org"])
        value = valued(named) if named else None
        if value is not None and _NO_PLACE.isdisjoint(value.plain.split()):
            yield _candidate("workplace", "works_at", value, f"Works at {value.shown}.")


_COUNT = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|ninety|a hundred|\d[\d,]*)"
_HAD = re.compile(rf"(?:got )?(?P<what>(?:an?|some|several|my own|our own|{_COUNT}|about {_COUNT}|over {_COUNT}) .+)", _I)
_ABSTRACT = frozenset(
    "question questions problem problems idea ideas feeling feelings thought thoughts time chance choice plan plans "
    "point crush bone day days night morning week weekend year years month months hour hours minute minutes second lot bit "
    "ton bunch few couple meeting appointment date test exam interview call class reason reasons thing things stuff way "
    "ways hunch doubt dream dreams nightmare hard tough good bad great nice busy long rough blast ball fun clue "
    "opinion say look talk chat fight argument laugh smile cry nap shower bath drink bite meal lunch dinner breakfast "
    "snack sandwich coffee beer pizza cake pancakes headache cold fever flu cough hangover cramp stomachache favor "
    "request suggestion tip joke story stories news update secret confession feeling habit tendency thing something "
    "type kind sort hope wish need want urge craving weakness love hate passion soft sweet interest preference "
    "relationship connection friend friends person people guy man woman girl boy kid child son daughter brother "
    "sister mom dad wife husband boyfriend girlfriend partner family phd degree pen phone key keys wallet butterflies feet foot left "
    "eyes eye head heart hand hands mind brain face voice mouth nose taste sense understanding knowledge experience "
    "life job work task project paper essay homework deadline shift trip vacation flight visit party event go try "
    "difficulty trouble issue issues situation mess accident emergency pet more less better worse goal mission "
    "strategy theory rule rules system routine name word words message text email letter song line reservation".split()
)
_PEOPLE = frozenset(KIN) | frozenset(SPECIES) - {"pet", "sheep"}
_HAD_MORE = re.compile(r"\b(?:to|about|that|of)\b", _I)


def _had(clause: Said) -> Iterator[Candidate]:
    found = _HAD.match(clause.rest)
    if found is None:
        return
    named = _object(found["what"])
    if not named or not _ABSTRACT.isdisjoint(named.lower().split()) or len(named.split()) > 4:
        return
    if not _PEOPLE.isdisjoint(named.lower().split()):
        return
    after = found["what"][found["what"].lower().find(named.lower()) + len(named) :].strip()
    if after.startswith(("to ", "about ", "that ", "of ", "in common", "left")):
        return
    value = valued(named)
    if value is not None:
        yield _candidate("has", "owns", value, f"Has {value.shown}.")


def _happened(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What happened once, told in the past."""
    if lemma not in LANDMARKS and lemma not in {"get", "have"}:
        return
    if lemma == "get":
        yield from _undergone(Said(begun="", marks=frozenset(), verb="got", rest=clause.rest), sent_at)
        return
    if lemma == "have":
        if _EPISODE.match(clause.rest):
            yield from _event(f"had {clause.rest}", sent_at)
        return
    named = _object(clause.rest)
    if not named and lemma in _TRANSITIVE:
        return
    if not named and not _PLACED.match(clause.rest) and lemma not in {"graduate", "retire", "divorce", "separate", "elope", "relapse"}:
        return
    if named.lower() in _TRIVIAL:
        return
    yield from _event(f"{clause.verb} {clause.rest}", sent_at)


_TRIVIAL = frozenset("keys wallet phone salt bus train plane game call movie show mind temper way track heart cat dog".split())
_EPISODE = re.compile(
    r"(?:an? |my |two |three |\d )?(?:[\w-]+ ){0,2}?(?:stroke|surger(?:y|ies)|heart attack|baby|babies|twins|"
    r"miscarriage|operation|transplant|c-section|bypass|accident|concussion|breakdown|"
    r"hysterectomy|mastectomy|replacement|amputation|seizure|tumou?r)\b", _I
)
_UNDERGONE = re.compile(
    r"(?:fired|promoted|married|engaged|divorced|arrested|hired|accepted|admitted|adopted|stung|bitten|bit|kicked out|"
    r"rear-ended|robbed|mugged|elected|drafted|deported|evicted|licensed|certified|baptized|ordained|knighted|"
    r"scammed|expelled|suspended|sober|clean|hit by|struck by|kicked by|demoted|transferred|deployed|stationed|"
    r"nominated|awarded|sponsored|published|signed|scouted|recruited|raised|homeschooled|bullied|paid|named|chosen|"
    r"picked|invited|asked|selected|featured|shot|stabbed|burned|burnt|struck|interviewed)\b", _I
)


def _undergone(clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What was done to somebody: "got kicked out of girl scouts", "have been stung by a jellyfish"."""
    said = f"{clause.verb} {clause.rest}" if clause.verb != "got" else clause.rest
    if _UNDERGONE.match(said):
        yield from _event(f"got {said}" if clause.verb == "got" else f"was {said}", sent_at)


_SHORT = re.compile(r"(?:[^\s]+\s+){0,8}[^\s]+")


def _event(raw: str, sent_at: datetime) -> Iterator[Candidate]:
    found = values.values(_SHORT.match(raw).group(), Shape.DEED)
    for value in found:
        yield _candidate("event", "event", value, f"{value.shown}.", Category.EVENT)


def _never(clause: Said) -> Iterator[Candidate]:
    raw = f"{clause.verb} {clause.rest}"
    if clause.verb in {"said", "told", "thought", "heard", "known", "met", "asked"} or re.match(r"been to\b|been (?:so|more|this|that)\b", raw):
        return
    for value in values.values(raw, Shape.DEED):
        yield _candidate("never", "never", value, f"Has never {value.shown}.")


_OFFSPRING = re.compile(r"\b(?:first|second|third|fourth|twins|triplets|baby|child|boy|girl|kid|son|daughter)\b", _I)
_AHEAD = re.compile(r"\b(?:next|tomorrow|tonight|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\w+ (?:weeks|months|days))|on (?:\w+day|\w+ \d+)|this (?:summer|fall|winter|spring|autumn|weekend|month|year))\b", _I)


def _going_on(lemma: str, clause: Said, sent_at: datetime) -> Iterator[Candidate]:
    """What somebody is at for weeks, or plans: "I'm writing a thesis on moss", "I'm taking the LSAT on Saturday"."""
    if lemma not in PROJECTS or (lemma == "expect" and not _OFFSPRING.search(clause.rest)):
        return
    ahead = bool(_AHEAD.search(clause.rest))
    if not _object(clause.rest) and not _PLACED.match(clause.rest):
        return
    for value in values.values(f"{clause.verb} {clause.rest}", Shape.DEED):
        key = "plan" if ahead else "now"
        yield _candidate("project", key, value, f"{'Plans: ' if ahead else 'Is '}{value.shown}.")
