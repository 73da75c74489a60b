"""Words that are said about passwords, and words that end one: what tells talk from telling."""

from __future__ import annotations

TALK = frozenset(
    """
    a accepted adequate all alphanumeric already also always an annoying any anything appropriate as asked at awful bad
    banned basic because been being best better blank blocked bogus broken but by cached case-sensitive case changed
    changing clear complex complicated compromised confidential correct crackable crap current cut deactivated default
    denied different difficult disabled doing done due easier easily easy either embarrassing empty encrypted enough
    even ever everything everywhere exactly expired expires expiring exposed fine for forced forgettable forgotten from
    funny garbage generated generic getting given going gone good great guessable guessed hacked handy hard hashed
    hidden hilarious him her hers his horrible how i identical if impossible in incorrect inside insecure into invalid
    irrelevant it its just kept kind known lame later leaked less like literally locked long longer lost mandatory me
    memorable mine missing more my n/a necessary needed never new no nobody none nonsense not nothing now obvious off
    ok okay old on one only optional or our out outdated outside over overdue part perfect phished please possible
    predictable pretty printed private probably protected public quite random rather ready really rejected remembered
    required reset reused ridiculous right rotated safe same saved secret secure sensitive sent set shared short
    shorter shown silly similar simple so solid some someone something somewhere sort standard still stolen stored
    strong stronger stuck stupid such super supposed sure tbd temporary terrible than that the their them then there
    these they this those tied tiny to too total totally tough treated trash trickier tricky trivial typed unchanged
    under undefined uncrackable unguessable unique unknown unsafe until unsafe up updated upper us used useless
    valid very visible wasn weak weaker weird what whatever when where whether which who whoever why with without
    working worse worst written wrong yes you your yours hint policy manager asking protected absurdly
    apparently closed completely currently definitely extremely fairly finally highly hopefully horribly incredibly
    insanely obviously open painfully probably ridiculously seriously simply surprisingly terribly totally unfortunately
    usually bent keeps fails failed works worked won't doesn't does can't isn't wasn't
    """.split()
)
"""What is said of passwords: a plain word of these is none, nor is what follows it."""

ENDS = frozenset(
    "after ahead also although and any anymore anyway are as at because before btw but by can could cos cuz dont don't "
    "everywhere except fine for from get go got had has have haha he hope how i i'm if in is it it's just keep lol "
    "maybe my never not now of ok okay on only or our please pls plz right she should since so someone still "
    "tell than thanks that the their then there they this though thx to too u until use used was we what when where "
    "which while who why will with would write yes you your".split()
)
"""Where a passphrase of plain words ends."""
