"""Whether words tell of somebody's money: what they earn, own, owe or can't pay (seed 004: no financial details).

A price is none, and neither is money as a trade, a game or an idea: "is a loan officer", "bought it for 20 euros".
"""

from __future__ import annotations

import re

_ABOUT = r"(?:(?:about|around|only|just|over|under|roughly|almost|up\ to)\ )?"
_SUM = (
    r"(?:[$€£¥₹]\s?\d[\d,.]*\s?(?:k|m|grand|million)?\b|\d[\d,.]*\s?(?:k\b|grand\b|bucks\b|quid\b|(?:\w+\ )?(?:dollars?"
    r"|euros?|pounds?|francs?|yen|rupees?|pesos?|kron(?:a|or|er)|zloty|usd|eur|gbp|chf)\b))"
)
_TRADE = (
    r"(?!\ (?:officers?|brokers?|advis[eo]rs?|collectors?|counsel+ors?|sharks?|analysts?|managers?|consultants?|clerks?"
    r"|departments?|compan(?:y|ies)|apps?|industry|office|law|tax\ law|theory|ceiling|crisis|desk)\b)"
)
_TOLD = re.compile(
    rf"""
    \b(?:salar(?:y|ies)|wages?(?!\ war)|pay ?che(?:ck|que)s?|pay\ ?(?:rise|cut|raise|slip)|take-home|net\ worth
        |incomes?)\b{_TRADE}
    | (?<!library\ )\b(?:debts?|overdrafts?|overdrawn|mortgages?|remortgag\w+|loans?|bankrupt(?:cy)?|insolven\w+
        |foreclos\w+|repossess\w+|arrears|alimony|child\ support|bailiffs?|credit\ (?:score|rating|limit|history)
        |repayments?|payday)\b{_TRADE}
    | \bpension\ (?:pot|fund|plan)|\b(?:life\ )?savings(?!\ (?:time|banks?\b))\b{_TRADE}
    | \bin\ the\ red\b | \b(?:flat\ |stone\ |dead\ )broke\b
    | \b(?:i'?m|(?:we|they)'?re|s?he'?s|am|we\ are|they\ are|i\ was|we\ were|been|is\ (?:so|always))
        \ (?:so\ |totally\ |completely\ |always\ )?broke\b(?!\ (?:up|down|off|out))
    | \bmaxed(?:\ \w+)?\ out\b | \b(?:behind|late)\ (?:on|with)\ (?:\w+\ )?(?:rent|bills?|payments?|instal+ments?)
    | \b(?:can'?t|cannot|can\ not|couldn'?t|struggl\w+\ to|hard\ to)
        \ (?:even\ )?(?:afford|pay(?!\ attention)|make\ ends\ meet)
    | \bmake\ ends\ meet\b | \bliving\ pay ?che(?:ck|que)
    | \b(?:earn(?:s|ed|ing)?|mak(?:e|es|ing)|made|gets?\ paid|am\ paid|is\ paid|(?:is|am|be|i'?m)\ on
        |brings?\ (?:home|in))\ {_ABOUT}{_SUM}
    | \b(?:ow(?:e|es|ed|ing)|lent|borrowed|inherit(?:s|ed)?|invest(?:s|ed)?|sav(?:e|es|ed|ing)(?:\ up)?
        |transfer(?:s|red)?|donat(?:es?|ed))\b[^.;!?]{{0,30}}?(?:{_SUM}|\bmoney\b|\ba\ fortune\b)
    | \b(?:lost|won)\ {_ABOUT}(?:[$€£]\s?\d|[\d,.]+k?\ (?:dollars|euros|bucks|quid)\b|money\b|a\ fortune\b)
    | \b(?:rent|bank\ balance|bonus|allowance|pension|benefits)\ (?:is|was|of|went\ up\ to|comes\ to)\ {_ABOUT}{_SUM}
    | {_SUM}\ (?:a|an|per|each|every)\ (?:hour|week|month|year)\b | {_SUM}\ (?:in|of)\ (?:debt|savings|loans?)\b
    | \bmoney\ (?:is|'s|has\ been|was)\ (?:\w+\ )?(?:tight|short|a\ (?:problem|worry))
    | \b(?:money|financial)\ (?:troubles?|problems?|worries|trouble|difficult\w+|situation)
    """,
    re.VERBOSE | re.IGNORECASE,
)

LONGEST = 20_000
"""Characters that are looked at."""


def of_money(text: str) -> bool:
    """Whether a text tells of somebody's money.

    >>> of_money("I earn 52k a year"), of_money("Is a loan officer"), of_money("Owes Ben money")
    (True, False, True)
    """
    return _TOLD.search(text[:LONGEST].replace("’", "'")) is not None
