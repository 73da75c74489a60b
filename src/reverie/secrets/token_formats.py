"""Keys and tokens by their format: most services begin theirs with letters of their own, so that they can be found.

The formats are those that the services publish for secret scanning, or that their documentation shows.
"""

from __future__ import annotations

import re

from reverie.secrets.finding import Secret
from reverie.text.patterns import lazy_pattern

TOKEN, KEY, PASSWORD = "access token", "private key", "password"


def _token(needs: str, *formats: str) -> Secret:
    """Tokens of some formats, which all hold one of the words of ``needs`` in lower case."""
    return Secret(
        kind=TOKEN,
        cased=True,
        pattern=lazy_pattern(rf"(?<![A-Za-z0-9])(?P<secret>{'|'.join(formats)})", re.ASCII),
        needs=tuple(needs.split()),
    )


TOKENS: tuple[Secret, ...] = (
    Secret(
        kind=KEY,
        cased=True,
        pattern=lazy_pattern(
            r"(?P<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN|-----END)[\s\S]){0,8000}"
            r"(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?)"
        ),
        needs=("private key",),
    ),
    # OpenAI, Anthropic, Stripe.
    _token(
        "sk- sk_ pk- pk_ rk- rk_ whsec_",
        r"(?:sk|pk|rk)[-_](?:live|test|proj|ant|admin|svcacct|or)[-_][\w-]{12,300}",
        r"sk-[A-Za-z0-9]{20,200}",
        r"whsec_[A-Za-z0-9+/=]{20,100}",
    ),
    _token(
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glptt- glcbt-",
        r"gh[opsur]_\w{20,255}",
        r"github_pat_\w{20,255}",
        r"gl(?:pat|dt|rt|ptt|cbt)-[\w.-]{20,300}",
    ),
    _token(
        "xox xapp- hooks.slack",
        r"xox[abeoprs]-[\w-]{10,250}",
        r"xapp-\d-[\w-]{10,250}",
        r"hooks\.slack\.com/\S{20,120}",
    ),
    # Amazon Web Services: access keys, for good and for a session.
    _token("akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _token(
        "aiza gocspx- ya29. 1//0",
        r"AIza[\w-]{35}",
        r"GOCSPX-[\w-]{20,60}",
        r"ya29\.[\w-]{20,500}",
        r"1//0[\w-]{30,200}",
    ),
    # Package registries and model hubs.
    _token(
        "npm_ pypi- hf_ rubygems_ dckr_pat_ nvapi- r8_ gsk_",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-[\w-]{50,500}",
        r"hf_[A-Za-z0-9]{30,60}",
        r"rubygems_[0-9a-f]{48}",
        r"dckr_pat_[\w-]{20,60}",
        r"nvapi-[\w-]{30,100}",
        r"r8_[A-Za-z0-9]{30,60}",
        r"gsk_[A-Za-z0-9]{40,80}",
    ),
    # Telegram's and Discord's bots, and Discord's hooks.
    _token(":aa", r"\d{8,10}:AA[\w-]{32,33}(?![\w-])"),
    _token(".", r"[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"),
    _token("discord", r"discord(?:app)?\.com/api/webhooks/\d{15,21}/[\w-]{50,100}"),
    _token("sk", r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),  # Twilio
    _token("sg.", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),  # SendGrid
    _token(
        "key- dop_v1_ shpat_ shpss_ shpca_ sq0 dapi lin_api_ ntn_ secret_ figd_ pat-na1 -us",
        r"key-[0-9a-f]{32}",
        r"do[opr]_v1_[0-9a-f]{64}",
        r"shp(?:at|ss|ca)_[0-9a-fA-F]{32}",
        r"sq0(?:atp|csp|idp)-[\w-]{22,60}",
        r"dapi[0-9a-f]{32}",
        r"lin_api_[A-Za-z0-9]{32,60}",
        r"ntn_[A-Za-z0-9]{40,60}",
        r"secret_[A-Za-z0-9]{43}",
        r"figd_[\w-]{36,60}",
        r"pat-na1-[0-9a-f-]{36}",
        r"[0-9a-f]{32}-us\d{1,2}",
    ),
    _token("eyj", r"eyJ[\w-]{10,2000}\.[\w-]{10,4000}(?:\.[\w-]{10,1000})?"),  # JSON Web Tokens, RFC 7519
    # What a request or a command line carries.
    Secret(
        kind=TOKEN,
        pattern=lazy_pattern(r"\b(?:bearer|basic|token)\s+(?P<secret>(?=[\w.~+/-]{0,4000}\d)[\w.~+/-]{16,4000}=*)"),
        needs=("bearer", "basic", "token"),
    ),
    Secret(
        kind=TOKEN,
        pattern=lazy_pattern(r"accountkey=(?P<secret>[a-z0-9+/]{40,100}={0,2})"),
        needs=("accountkey",),
    ),
    # The password in a URL (RFC 3986, userinfo).
    Secret(
        kind=PASSWORD,
        pattern=lazy_pattern(r"\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@]{0,100}:(?P<secret>[^\s/@]{1,200})@"),
        needs=("://",),
    ),
)
"""Every format, the surest first."""
