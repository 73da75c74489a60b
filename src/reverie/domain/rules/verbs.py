"""Verbs by what they tell of the person who does them: the lexicon of the clause reader.

A verb in the simple present tells what somebody does again and again ("I fix elevators"), one in the past what
happened once ("I tore my ACL"). Which of the two is worth a memory is a matter of the verb, so each class is written
down; a verb that stands in no class (think, want, say, go, see ...) teaches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from reverie.domain.rules import values

TRADES = frozenset(
    "teach tutor coach train instruct lecture sell repair fix install assemble paint decorate cut style clean drive "
    "deliver build design develop code program engineer farm ranch manage run operate nurse nanny babysit groom weld "
    "plumb wire tailor sew edit translate interpret proofread moderate host cater serve wait tend bartend manufacture "
    "produce direct film record photograph tattoo pierce massage counsel advise consult audit research analyze "
    "inspect patrol guard import export restore refinish reupholster carve mill log fish haul tow ship load stack "
    "stock pack sort walk breed raise shear milk harvest grow plant prune landscape mow dig drill mine lay roof frame "
    "tile plaster draft draw animate illustrate publish print bind write ghostwrite blog report broadcast announce "
    "perform act model entertain preach minister chaplain volunteer work freelance temp substitute sub supervise lead "
    "organize plan coordinate recruit represent defend prosecute notarize bookkeep scoop shovel bag cashier clerk do "
    "make homeschool foster parent mentor caddy referee umpire judge dj busk caretake housesit petsit dogsit".split()
)
"""What people do for a living, or beside it."""

PASTIMES = frozenset(
    "play sing rap dance knit crochet embroider quilt weave spin sew bake cook brew ferment pickle forage garden grow "
    "paint draw sketch doodle sculpt carve whittle throw write journal scrapbook read collect restore rebuild tinker "
    "build shoot photograph blog vlog podcast stream game speedrun hike climb boulder camp fish hunt sail row paddle "
    "kayak canoe surf swim dive snorkel ski snowboard skate skateboard sled run jog cycle bike bicycle box wrestle "
    "fence spar ride race golf bowl bird birdwatch stargaze geocache backpack travel moderate practice juggle beatbox "
    "busk act perform compose produce dj make craft do train coach raise breed foster volunteer".split()
)
"""What people do for pleasure."""

HABITS = frozenset(
    "eat drink wear use take sleep nap wake rise walk commute drive bike watch listen smoke vape pray meditate fast "
    "journal shop order cook bake snack read sing speak whistle hum bite chew snore stretch exercise study donate "
    "tithe recycle compost thrift budget skip carry keep write celebrate observe attend visit host".split()
)
"""What people do as part of their days."""

LANDMARKS = frozenset(
    "win lose break tear fracture sprain dislocate injure graduate marry divorce separate elope retire adopt inherit "
    "publish found cofound launch start join enlist serve survive beat climb summit emigrate immigrate relocate fail "
    "pass ace finish complete earn pick switch convert land bring settle run sail cross hike travel perform star act "
    "donate foster bury crash total wreck vote learn build write record release propose father train study major "
    "serve deploy captain coach swim cycle bike row ride tour host invent design exhibit make come qualify place "
    "finalize compete audition debut premiere sign invest refinance transfer defect flee escape settle rescue leave "
    "live".split()
)
"""What happens to a person a few times in a life, where its object says so."""

PROJECTS = frozenset(
    "write build learn study train host renovate restore remodel switch move take hike organize apply prepare "
    "practice rebuild design record produce develop launch expect transition convert relocate teach save train coach "
    "research rehearse raise foster adopt home-school homeschool self-publish publish compose sew quilt knit crochet "
    "pursue retire relearn quit wean taper code craft edit volunteer intern apprentice pay".split()
)
"""What people are at for weeks and months when they say that they are at it."""

SUFFERED = frozenset(
    "fire promote arrest hire accept admit adopt sting bite kick rear-end rob mug elect draft deport evict license "
    "certify baptize ordain knight scam expel suspend hit strike demote transfer deploy station nominate award "
    "sponsor publish sign scout recruit raise homeschool bully choose select feature shoot stab divorce bear".split()
)
"""What is done to a person a few times in a life: "got kicked out of the scouts", "was stung by a jellyfish"."""

PLACEABLE = frozenset(
    "work volunteer drive play sing act perform sleep swim run hike bike cycle walk commute dance camp listen "
    "freelance study sail fish surf ski serve fly box race write draw paint travel talk speak nap".split()
)
"""Verbs that a place may complete instead of an object: "sleep with the tv on"."""

ALONE = frozenset(
    "homeschool freelance nanny babysit tutor volunteer nurse bartend farm code program weld smoke vape snore pray "
    "meditate commute foster".split()
)
"""Verbs that say enough by themselves."""

TRANSITIVE = frozenset(
    "make do build keep take put lose carry own run have use get play train write read work skip record produce throw "
    "collect restore raise lead direct host teach cut style report deal serve draw fix talk speak act race shoot "
    "drive watch listen pass drop eat drink wear sleep walk wake game box ride row bird bowl stream "
    "practice perform".split()
)
"""Verbs that say too little without an object."""

ABSTRACT = frozenset(
    "question questions problem problems idea ideas feeling feelings thought thoughts time chance choice plan plans "
    "point crush bone day days night morning week weekend year years month months hour hours minute minutes second "
    "lot bit ton bunch few couple meeting appointment date test exam interview call class reason reasons thing things "
    "stuff way ways hunch doubt dream dreams nightmare hard tough good bad great nice busy long rough blast ball fun "
    "clue opinion say look talk chat fight argument laugh smile cry nap shower bath drink bite meal lunch dinner "
    "breakfast snack sandwich coffee beer pizza cake pancakes headache cold fever flu cough hangover cramp "
    "stomachache favor request suggestion tip joke story stories news update secret confession habit tendency "
    "something type kind sort hope wish need want urge craving weakness love hate passion soft sweet interest "
    "preference relationship relationshp connection people person guy man woman girl boy partner family phd degree "
    "pen phone key keys wallet butterflies feet foot left eyes eye head heart hand hands mind brain face voice mouth "
    "nose taste understanding knowledge experience life job work task project paper essay homework deadline shift "
    "trip vacation flight visit party event go try difficulty trouble issue issues situation mess accident emergency "
    "more less better worse goal mission strategy theory rule rules system routine name word words message text email "
    "letter song line reservation wife husband girlfriend boyfriend fiance fiancee spouse place spot list hair belt "
    "collection knack patience membership total account".split()
)
"""Heads of what one has and does not own: of the mind, of the day, of the body."""

_IRREGULAR = (
    "teach:taught sell:sold cut:cut drive:drove:driven build:built run:ran:run buy:bought deal:dealt lay:laid "
    "draw:drew:drawn write:wrote:written bind:bound lead:led grow:grew:grown dig:dug hold:held do:did:done make:made "
    "sing:sang:sung spin:spun throw:threw:thrown swim:swam:swum dive:dove:dived ride:rode:ridden shoot:shot "
    "eat:ate:eaten drink:drank:drunk wear:wore:worn take:took:taken sleep:slept wake:woke:woken rise:rose:risen "
    "speak:spoke:spoken bite:bit:bitten choose:chose:chosen strike:struck sit:sat spend:spent put:put keep:kept "
    "win:won lose:lost break:broke:broken tear:tore:torn beat:beat:beaten come:came:come bring:brought fly:flew:flown "
    "catch:caught meet:met leave:left quit:quit flee:fled read:read burn:burnt learn:learnt feed:fed breed:bred "
    "have:had go:went:gone get:got:gotten see:saw:seen know:knew:known think:thought become:became:become "
    "give:gave:given tell:told say:said find:found feel:felt lend:lent pay:paid fall:fell:fallen begin:began:begun "
    "stand:stood hear:heard mean:meant sting:stung hit:hit own:owned live:lived dream:dreamt miss:missed "
    "remember:remembered hope:hoped need:needed understand:understood agree:agreed believe:believed be:was:been "
    "bear:bore:born love:loved like:liked enjoy:enjoyed adore:adored hate:hated "
)
_DOUBLED = frozenset(
    "run cut swim plan nap hum win get put ship pin quit jog rap log shop skip stop bag dig blog vlog drop sit chat "
    "transfer sub temp mow program".split()
) - frozenset({"mow", "temp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a word could be as a verb: its dictionary form, and whether present, past, participle or -ing."""

    lemma: str
    present: bool = False
    past: bool = False
    participle: bool = False
    ing: bool = False
    third: bool = False


def _regular(lemma: str) -> tuple[str, str]:
    """The past and the -ing form of a regular verb."""
    if lemma in _DOUBLED:
        return f"{lemma}{lemma[-1]}ed", f"{lemma}{lemma[-1]}ing"
    if lemma.endswith("e"):
        return f"{lemma}d", f"{lemma if lemma.endswith('ee') else lemma[:-1]}ing"
    if re.search(r"[^aeiou]y$", lemma):
        return f"{lemma[:-1]}ied", f"{lemma}ing"
    return f"{lemma}ed", f"{lemma}ing"


_KINDS = ("present", "past", "participle", "ing", "third")


@cache
def forms() -> Mapping[str, Form]:
    """Every form of every verb of the lexicon. A form that is both present and past ("cut") is both."""
    strong = {one.split(":")[0]: one.split(":")[1:] for one in _IRREGULAR.split()}
    found: dict[str, Form] = {}

    def note(word: str, lemma: str, **what: bool) -> None:
        before = found.get(word)
        if before is None or before.lemma == lemma:
            kept = {name for name in _KINDS if before is not None and getattr(before, name)}
            found[word] = Form(lemma=lemma, **dict.fromkeys(kept | what.keys(), True))

    for lemma in sorted(TRADES | PASTIMES | HABITS | LANDMARKS | PROJECTS | SUFFERED | strong.keys()):
        past, ing = _regular(lemma)
        note(lemma, lemma, present=True)
        note(ing, lemma, ing=True)
        note(values.third_person(lemma), lemma, third=True)
        pasts = strong.get(lemma, [past])
        note(pasts[0], lemma, past=True)
        note(pasts[-1], lemma, participle=True)
        if lemma == "bite":
            note("bit", lemma, participle=True)
        if lemma in strong and lemma in {"burn", "learn", "dive"}:
            note(past, lemma, past=True, participle=True)
    return found
