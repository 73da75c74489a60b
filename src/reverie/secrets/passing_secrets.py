"""Secrets as people say them in passing: a code after the door it opens, a number after the paper it stands on.

``words`` reads "my password is …". Here the words lie further apart ("same password everywhere: …"), or the thing
itself is named and no password ("the alarm is 5519"); so what follows has to look like a code, a number or a password.
"""

from __future__ import annotations

from reverie.secrets.finding import PASSWORD, Secret
from reverie.text.patterns import lazy_pattern

_PLACE = (
    r"(?:door|gate|alarm|access|entry|entrance|security|unlock|lock|safe|key ?pad|garage|building|lock ?box|house|home|"
    r"flat|apartment|office|locker|cupboard|cabinet|elevator|lift|(?:staff|store|server|class) ?room|shed|phone|ipad|"
    r"tablet|laptop|voicemail|bike|suitcase|front desk|airbnb|wi-?fi|padlock|vault)"
)
_SENT = r"(?:login|log-in|verification|confirmation|recovery|backup|2fa|mfa|sms|one[ -]?time|whats ?app|signal|bank)"
_CODE = (
    r"(?:[#*]?\d(?:[ -]{0,2}\d){3,9}[#*]?|(?=[a-z-]{0,6}\d)(?=(?:[a-z-]{0,6}\d){3})[a-z\d]{3,8}(?:-[a-z\d]{3,8}){0,3})"
)
_SPELT = r"(?:(?:double|triple)\s)?(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|\d)"
_UNIT = "(?:one|two|three|four|five|six|seven|eight|nine)"
_TENS = (
    rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]{_UNIT})?|(?:zero|oh)[ -]{_UNIT}|"
    r"ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
)
_ALONE = (
    r"(?![\w%€$£]|[.,:]\d|\s?(?:cm|mm|m|km|kg|kilos?|lines|euros?|dollars?|pounds|bucks|%|steps|pages|people|"
    r"met(?:er|re)s|miles|feet|yards)\b)"
)
_IS = r"(?:['’]s|\s+(?:is|its|it['’]s|it is|was|says|are)|\s*[:=])"
_SAID = rf"(?:{_IS}(?:\s+(?:now|still|just|again|the|it is|its))?)"
_PAUSE = r"(?:\s*(?:[(👉→]|,(?=\s*\d+\s*,)|equals|uh|um|uhm|er|erm|like|actually))*\s*"
_VALUE = rf"\s*(?P<secret>{_CODE}){_ALONE}"
_MIXED = r"(?=[^\s,]{0,60}[a-z])(?=[^\s,]{0,60}[\d_#$%@&])(?!\d+[a-z]+\b)[^\s,;]{6,60}(?<![.!?,)\"'])"
_THAT_IS = r"(?:that['’]?s|that is|this is|is|it['’]s)"
_CALLED = r"(?<![^\W_])(?:my|our)?(?:pass[ -]?(?:word|code|phrase|wd)s?|pasword|passwrd|pwd?|pw|pass)(?![^\W_])"
_NO_NAME = r"(?<!\bfor )(?<!\bto )(?<!\bof )(?<!\bon )(?<!\bin )(?<!\bat )(?<!\bmy )(?<!\bthe )(?<!\ban )(?<!\ba )"
_PAPER = (
    r"(?:nif|nipc|ein|vat|(?:tax|fiscal|taxpayer)\s?(?:id|identification|number|no|nr|code)|tin|"
    r"(?:citizen|id|identity|national id)\s?card|(?:health|national|social) insurance|medicare|medicaid)"
)
_OF_A_CARD = r"(?:\s+(?:for|of|to|on)\s+(?:\w+\s+){1,2}?(?:card|phone|sim|account|bank|visa|debit|mobile))"
_NUMBERED = r"(?:\s+(?:number|num|no|nr|id|code)\b\.?|\s*#){0,2}"
_PLAIN = r"[a-z]{0,3}[ -]?\d(?:[ .-]?\d){6,12}(?: ?[a-z]| \d [a-z]{2}\d)?|(?=(?:[a-z-]*\d){4})[a-z\d-]{8,16}"


def _secret(kind: str, pattern: str, *needs: str, digits: int = 3) -> Secret:
    return Secret(kind=kind, pattern=lazy_pattern(pattern), needs=needs, digits=digits)


SPOKEN: tuple[Secret, ...] = (
    # The house code's 4412; staff room code is 3141; verification code: 55 20 91.
    _secret(
        PASSWORD,
        rf"\b(?:{_PLACE}|{_SENT})\s+(?:\w+\s+)?(?:code|combination|combo|pin)s?\b"
        rf"(?:\s+(?:just|that|came|arrived|here|downstairs|upstairs|outside|today)){{0,3}}{_SAID}?{_VALUE}",
        "code", "comb", "pin",
    ),
    # The code for the safe is 77 12 09; combination of the locker at the gym: 24 08 31.
    _secret(
        PASSWORD,
        rf"\b(?:code|combination|combo|pin)\s+(?:to|for|of|on|at)\s+(?:[\w'’]+\s+){{0,2}}{_PLACE}\b"
        rf"[^.!?\n\d:=]{{0,25}}?{_SAID}{_VALUE}",
        "code", "comb", "pin",
    ),
    # The code I got by sms: 704118; they texted me a code 882914.
    _secret(
        PASSWORD,
        rf"\bcode\s+(?:\w+\s+){{0,2}}(?:got|sent|texted|received|mailed)\b[^.!?\n\d]{{0,25}}?{_VALUE}",
        "code",
    ),
    _secret(
        PASSWORD,
        rf"\b(?:sent|texted|mailed|gave)\s+(?:me|us|him|her)\s+(?:(?:a|the|this)\s+)?(?:\w+\s+)?code{_SAID}?{_VALUE}",
        "code",
    ),
    # Gate opens with code 9917; airbnb door: code 2846; the alarm is 5519; the lockbox opens with 4073.
    _secret(PASSWORD, rf"\b{_PLACE}\b[^.!?\n\d]{{0,20}}?\bcode{_SAID}?{_VALUE}", "code"),
    _secret(
        PASSWORD,
        rf"\b(?:alarm|key ?pad|lock ?box|padlock|gate|safe|locker|vault)\b(?:\s+(?:by|at|in|on)\s+[\w' ]{{2,20}}?)?"
        rf"(?:\s+opens\s+with|{_IS})\s+(?P<secret>(?!(?:[01]\d|2[0-3])[0-5][05]\b)\d{{4,8}}[#*]?){_ALONE}",
        "alarm", "key", "lock", "gate", "safe", "vault",
    ),
    # The three digits on the back are 123; expires 09/27, 123 on the back.
    _secret(
        PASSWORD,
        rf"\b(?:(?:three|3|four|4) (?:digits|numbers)|number) on the back(?: of (?:it|\w+ card))?{_IS}{_VALUE}",
        "on the back",
    ),
    _secret(
        PASSWORD,
        r"\b(?:card|visa|mastercard|amex|debit|exp(?:ires|iry)?)\b[^!?\n]{0,80}?[\s(](?P<secret>\d{3,4}) on the back\b",
        "on the back",
    ),
    # My wifi is called tulip and the key is garden99.
    _secret(
        PASSWORD,
        rf"\b(?:wi-?fi|router|hotspot|network)\b[^.!?\n]{{0,60}}?\b(?:key|code|pass){_IS}\s*(?P<secret>{_MIXED})",
        "wi", "router", "hotspot", "network",
        digits=0,
    ),
    # The otp they sent was 493021; address …, pin 4821; the tv pin code its 0000.
    _secret(PASSWORD, rf"\b(?:otp|one[ -]time (?:code|pin))\b[^.!?\n\d]{{0,30}}?{_VALUE}", "otp", "one"),
    _secret(
        PASSWORD,
        rf"(?<![^\W_])(?:my)?(?:pin|p\.i\.n\.?|pass ?code)(?:\s?(?:code|number|no))?{_OF_A_CARD}?{_SAID}?{_PAUSE}"
        rf"(?P<secret>\d(?:[ -]?\d){{3,7}}){_ALONE}(?!\s+is\b)",
        "pin", "p.i.n", "code",
    ),
    # My pin is four seven one one; door code: double four one two; pin forty-eight fifteen.
    _secret(
        PASSWORD,
        rf"\b(?:pin|(?:pass)?code|combination|combo)(?:\s(?:code|number|no))?{_OF_A_CARD}?{_SAID}?[\s,]+"
        rf"(?P<secret>{_SPELT}(?:[\s,-]+{_SPELT}){{3,9}}|{_TENS}(?:[\s,-]+{_TENS}){{1,4}})(?!\w)(?!\s(?:years|times|people))",
        "pin", "code", "comb",
        digits=0,
    ),
    # Same password everywhere: Blue_Falcon7; mypassword:Xk29dkeP; that's my gmail password, after it.
    _secret(
        PASSWORD, rf"{_CALLED}[^\d\n]{{0,45}}?[\s:=]{_NO_NAME}(?P<secret>{_MIXED})", "pas", "pw", digits=0
    ),
    _secret(
        PASSWORD,
        rf"(?<!\S)(?P<secret>{_MIXED})(?:(?:,|\s[–—-])?\s+{_THAT_IS}\s+(?:[\w'’]+\s+){{1,6}}?{_CALLED}|"
        rf",\s+(?:my|our)\s+(?:[\w'’]+\s+){{0,2}}{_CALLED}(?=\s*(?:[.!?]|$)))",
        "pass", "pw",
        digits=0,
    ),
    # 4815, that's my pin.
    _secret(
        PASSWORD,
        rf"(?<!\S)(?P<secret>\d{{4,8}})(?:,|\s[–—-])?\s+{_THAT_IS}\s+(?:my|our|the)\s+(?:\w+\s+)?pin\b(?!-|\s[^\W_]{{4}})",
        "pin",
    ),
    # PGPASSWORD=…, curl -u ana:…, mysql -p…, IDENTIFIED BY '…', ana@mail.com:…
    _secret(PASSWORD, r"\b\w{0,20}pass(?:word|wd)?\w{0,10}=(?P<secret>[^\s;&\"']{4,100})", "pass", digits=0),
    _secret(
        PASSWORD,
        r"\b(?:curl\b[^\n]{0,200}?\s-u\s+[^\s:]{1,80}:|mysql\b[^\n]{0,100}?\s-p(?=\S)|identified by ['\"])"
        r"(?P<secret>[^\s'\"]{4,100})",
        "curl", "mysql", "identified by",
        digits=0,
    ),
    _secret(
        PASSWORD,
        r"\b[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{2,20}:(?P<secret>(?=\S{0,60}\d)(?=\S{0,60}[a-z])[^\s/]{6,60})",
        "@",
        digits=1,
    ),
    # My nif is 245123987; my tax id is 12-3456789; citizen card number …
    _secret(
        "national id",
        rf"\b{_PAPER}{_NUMBERED}(?:{_IS}|\s+é)?\s*(?P<secret>{_PLAIN})(?!\w|[.,]\d)",
        "nif", "nipc", "ein", "vat", "tax", "fiscal", "tin", "card", "insurance", "medic",
        digits=4,
    ),
    _secret(
        "document number",
        rf"\blicen[cs]e\s+(?:number|num|no|nr)\b\.?{_IS}?\s*(?P<secret>(?=(?:[a-z-]*\d){{4}})[a-z\d-]{{6,20}})(?!\w)",
        "licen",
        digits=4,
    ),
)  # fmt: skip
"""What people say in passing, each line after examples of it."""
