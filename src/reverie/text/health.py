"""Whether words tell of somebody's health: an illness, what is taken for it, who treats it (seed 004).

Health as a trade or an idea is none: "is a cancer nurse", "likes hospital dramas".
"""

from __future__ import annotations

import re

from reverie.text.patterns import lazy_pattern

_TRADE = (
    r"(?![ -](?:nurses?|doctors?|wards?|units?|research\w*|charit\w+|dramas?|series|shows?|care|homes?|workers?"
    r"|compan\w+|industry|insurance|students?|books?|lectures?|lessons?|class(?:es)?)\b)"
)
_TOLD = lazy_pattern(
    rf"""
    \b(?:asthma|cancer|tumou?rs?|leuk\w*mia|lymphoma|chemo(?:therapy)?|radiotherapy|biops(?:y|ies)|metasta\w+
        |diabet\w+|insulin|epilep\w+|seizures?|migraines?|alzheimer\w*|dementia|parkinson\w*|multiple\ sclerosis
        |hiv|aids\b(?!\ (?:workers?|to|in))|hepatitis|herpes|chlamydia|syphilis|gonorrh\w+|st[id]s?\b
        |bulimi\w+|anorexi\w+|bipolar|schizo\w+|psychosis|ptsd|adhd|ocd|autis\w+|depressi(?:on|ve)|antidepressants?
        |anti-?anxiety|anxiety(?:\ disorder)?|panic\ (?:attacks?|disorder)|self-?harm\w*|suicid\w+|overdos\w+|rehab
        |miscarr\w+|stillb\w+|abortion|ivf|infertil\w+|menopaus\w+|endometriosis|pcos|fibroids?|hysterectomy
        |crohn'?s|c(?:o|oe)eliac|ibs|colitis|ulcers?|gallstones?|dialysis|kidney\ stones?|transplant(?:ed|s)?
        |arthritis|gout|lupus|fibromyalgia|osteopor\w+|eczema|psoriasis|hay\ fever|anaphyla\w+|epi-?pens?|inhalers?
        |angina|pacemaker|stents?|heart\ (?:attack|failure|condition|disease)|blood\ (?:pressure|clots?|thinners?)
        |strokes?\ (?:in|last|at)|had\ a\ (?:mini-?)?stroke|thyroid|an(?:a|ae)mi[ac]|sickle\ cell|glaucoma|cataracts?
        |tinnitus|vertigo|prescri(?:bed|ption)\w*|medications?|chronic\ (?:pain|illness|fatigue)
        |disabilit(?:y|ies))\b{_TRADE}
    | \bdiagnos(?:ed|is)\b | \b(?:sees?|seeing|saw|has|my|his|her|their)\ (?:a\ |an\ )?(?:psychiatrist|psychologist
        |therapist|oncologist|cardiologist|neurologist|shrink)\b
    | \b(?:takes?|taking|on|started|stopped)\ (?:\w+\ ){{0,2}}(?:pills|meds|tablets|statins?|steroids|lithium|prozac
        |zoloft|sertraline|citalopram|ritalin|metformin|warfarin|methadone|antibiotics|ssris?)\b
    | \ballerg(?:ic|y|ies)\b{_TRADE} | \b(?:is|am|i'm|she's|he's|got|been)\ (?:\w+\ )?pregnant\b
    | \b(?:had|has|having|needs?|after)\ (?:\w+\ ){{0,2}}(?:surgery|an?\ operation|a\ (?:bypass|hip\ replacement))\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

LONGEST = 20_000
"""Characters that are looked at."""


def of_health(text: str) -> bool:
    """Whether a text tells of somebody's health.

    >>> of_health("Takes insulin every day."), of_health("Is a cancer nurse."), of_health("Saw a therapist once")
    (True, False, True)
    """
    return _TOLD.search(text[:LONGEST].replace("’", "'")) is not None
