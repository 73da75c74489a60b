"""Rules for what is over in general, by the verb that says so: given up, gone, grown fond of, parted from, left.

What an ending names is looked for in all that it may be, so these are tried where no closer rule has ended anything.
"""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape

_WHO = r"(?:I|we)"
_DONE = (
    r"(?:gave up(?: on)?|give up(?: on)?|given up(?: on)?|giving up(?: on)?|quit(?:ting)?|stopped|packed (?:in|up)"
    r"|jacked in|chucked in|kick(?:ed)?|ditch(?:ed)?|binned|drop(?:ped)?|cut out|cutting out|swore off|sworn off|"
    r"(?:went|gone)(?: right| completely)? off|came off|come off|retired? from|hung up|moved on from|walked away "
    r"from|fell out of love with|fallen out of love with|lost (?:all |my |any )*(?:interest|love|taste|passion|"
    r"appetite) (?:in|for)|got (?:over|sick of|tired of|bored of|bored with|out of)|grew out of|grown out of|"
    r"outgrew|outgrown|had enough of|had it with|am (?:so |totally |completely |well )?(?:over|done with|finished "
    r"with|through with|off|sick of|fed up with|bored of|bored with|done)|called time on|turned my back on|said "
    r"goodbye to|parted ways with|broke up with|abandoned|shelved|let go of|pulled out of|backed out of|bailed on|"
    r"dropped out of|withdrew from|cancel(?:led|ed)?|called off|scrapped|decided against|left(?= [a-z]+ing\b)|"
    r"flunked|unfollowed|deleted|unsubscribed from|can not (?:stand|face|bear)(?=.* any (?:more|longer))|no longer"
    r" (?:[a-z]+(?= \w)|))"
)
_OVER = (
    r"(?:(?:is|are|was|were|has been|have been|got)(?: now| all| well and truly| finally| officially)* (?:over|"
    r"done|finished|history|behind me|in the past|no more|gone|dead|off|cancel(?:l)?ed|called off|scrapped|stolen|"
    r"nicked|repossessed|totall?ed|written off|healed|cured|a thing of the past|on ice|on hold|bust|toast|kaput|"
    r"broken beyond repair)|fell through|(?:has |have |just |finally |sadly )*(?:died|sank|healed|ended|lapsed|"
    r"expired|passed(?: away| on)?|ran (?:away|off)|escaped|flew (?:away|off)|cleared up|gone away|went away|went "
    r"bust|went under|closed(?: down)?|shut down|folded|disbanded|burn(?:ed|t) down|conked out|packed up|gave up "
    r"the ghost|kicked the bucket|crossed the rainbow bridge|broke(?: down)? for good|broke beyond repair|was put "
    r"(?:down|to sleep)|bit the dust|blew up|collapsed|(?:did not|is not|are not|will not be) (?:happening|working"
    r" out|make it|work out)|(?:does|do) not do it for me|(?:does|do) not (?:interest|excite|appeal to|grab) me|"
    r"bores? me|lost (?:its|their) (?:charm|appeal)))"
)
_NO_POINTER = (
    r"(?!(?:it|this|that|they|them|you|he|she|him|her|we|me|hope|everything|nothing|something|someone|trying|work|"
    r"working|talking|using|being|worrying|caring|because|when|looking|what|by|at|in|out|a|an|everyone|and|(?:my|"
    r"the|our)? ?(?:whole|phone|laptop|computer|mind|wifi|internet)\b|my (?:job|position|mind|phone|boss|best|way|"
    r"notice|seat)|(?:(?:the|my) )?(?:day|week|movie|film|game|party|war|season|world|battery|power|internet|time|"
    r"house|office|room|car|bus|school|home)|I|life|time|all|home|school|college|university)\b)"
)
_SOMETHING = rf"{_NO_POINTER}[\w'&-]+(?: (?!(?:because|so|since|but|and|when|as|is|are|was)\b)[\w'&-]+){{0,4}}?"
_WHAT_OF_IT = r"(?: (?:lessons|days|era|phase|career|membership|subscription|classes|habit|obsession|idea|plans?))?"
_AFTERWARDS = (
    r"(?: (?:any ?more|any longer|for good|completely|altogether|entirely|for me|after all|in the end|now|these "
    r"days|lately|cold turkey|recently|yesterday|today|last \w+|this \w+|in \w+|on \w+|\w+ (?:days|weeks|months|"
    r"years) ago|because|so|since|but|and|when|as|to|at|after|tbh|thanks|too)\b.*|,.*)?"
)

GENERAL: tuple[Rule, ...] = (
    Rule(
        name="given up",
        pattern=rf"(?:{_WHO} )?(?:(?:have|just|had to|decided to|finally|recently|am|are|totally|all|eventually|"
        rf"basically) )*(?:{_DONE} (?:my |the |all |our )*(?P<value>{_SOMETHING}){_WHAT_OF_IT}|(?:gave|given|give|"
        rf"packed|put|cut|chucked) (?:my |the |our )?(?P<value2>{_SOMETHING}){_WHAT_OF_IT}(?: up| in| on hold| out"
        rf"| behind me)|have not (?:touched|played|done|practised|practiced|had|gone) (?P<value3>"
        rf"{_SOMETHING}) (?:in|for) (?:\w+ )?(?:years|ages|months|forever)|(?:never|do not|can not|am not|no "
        rf"longer) (?P<value4>(?!(?:know|care|think|want|need|feel|see|trust|believe|remember|understand|mind|get|"
        rf"have|be|like|love|enjoy|work|live|hate|dislike|sure|so|that|really|am)\b)[a-z]+(?: (?!any)[\w'-]+){{0,4"
        rf"}}?) (?:any ?more|any longer|no more)){_AFTERWARDS}|"
        rf"{_WHO} am not [a-z]+ing (?P<value5>{_SOMETHING}) (?:any ?more|any longer)\b.*",
        ends=("given up~{value}",),
    ),
    Rule(
        name="over and gone",
        pattern=rf"(?:(?:my|our|the) (?P<value>{_NO_POINTER}[\w'-]+(?: (?!(?:is|are|was|has|and|finally|just)\b)"
        rf"[\w'-]+){{0,4}}?)|(?P<value2>(?-i:[A-Z])[\w'&-]+|[a-z]+ing|chess|yoga|karate|judo|pottery|football|"
        rf"tennis|anime|ballet|piano|guitar)){_WHAT_OF_IT}(?:'s)? {_OVER}{_AFTERWARDS}|(?:(?:someone|somebody|"
        rf"thieves|they|some \w+) (?:have |has )?(?:stole|stolen|nicked|took|pinched|crashed|wrecked|smashed|broke"
        rf")|(?:{_WHO} )?(?:have |had to |just |finally )*(?:got shot of|get shot of|part(?:ed)? with|buried|"
        rf"rehomed?|re-homed|gave(?=.* to \w)|let(?=.* go\b)|flogged|auctioned off|scrapped|wrote off|recovered "
        rf"from|got over|beat|shook off|am (?:over|rid of|cured of|free of)|do not have(?=.* any ?more))) (?:my |"
        rf"our |the )(?P<value3>{_NO_POINTER}[\w'-]+(?: (?!(?:to|go|back)\b)[\w'-]+){{0,3}}?)(?: go| to (?!the "
        rf"point)\w.*)?{_AFTERWARDS}|{_WHO} do not have (?P<value4>[\w-]+(?: [\w-]+)?) any ?more\b.*|no more "
        rf"(?P<value5>[\w-]+)",
        ends=("gone~{value}",),
    ),
    Rule(
        name="no longer put off",
        pattern=rf"(?:my )?(?P<value>{_SOMETHING}) (?:(?:has|have) grown on me|grew on me|(?:does|do|is|are) not "
        rf"(?:scare|frighten|bother|terrify|disgust|annoy|so bad|that bad)(?: me)?(?: any ?more| any longer| now)?"
        rf"|(?:is|are) (?:growing on me|ok(?:ay)? now|fine now))|{_WHO} (?:have |finally |am )*(?:came (?:a)?round"
        rf" to|come (?:a)?round to|coming (?:a)?round to|warm(?:ed|ing) to|learn(?:ed|t|ing) to (?:like|love|enjoy"
        rf"|tolerate)|made (?:my )?peace with|got(?:ten)? used to|got over|changed my mind about|developed a taste"
        rf" for|do not mind(?=.* (?:now|any ?more))|am not allergic to|outgrew(?= my \w+ allergy)|outgrown(?= my "
        rf"\w+ allergy)) (?:my (?:fear|phobia|hatred|allergy) (?:of|to) |my )?(?P<value2>{_SOMETHING})(?: allergy)"
        rf"?{_AFTERWARDS}",
        ends=("aversion~{value}",),
    ),
    Rule(
        name="parted",
        pattern=r"it is over (?:between|with) (?:me and|us|my|(?-i:[A-Z])).*|(?:me and|my) (?:my )?(?:[\w'-]+)(?: "
        r"and I)? (?:are|called it) (?:done|over|finished|history|quits|no more|no longer (?:together|dating|a "
        r"couple|an item))\b.*|(?-i:[A-Z])\w+ and I (?:are (?:done|over|finished|history|no longer \w+|not "
        r"together.*)|called it quits|(?:have )?(?:parted(?: ways)?|split.*|separated))\b.*|I am (?:newly |"
        r"recently |now )?(?:single (?:again|now|these days)|back on the market)\b.*|(?:my|our) divorce (?:came "
        r"through|is final|went through|was finali[sz]ed)\b.*|(?:I|we) (?:have )?(?:called off|broke off|broken "
        r"off) (?:the|our|my) (?:engagement|wedding)\b.*",
        ends=("partner", "relationship_status"),
        shape=Shape.EXACT,
    ),
    Rule(
        name="left work or school",
        pattern=r"(?:I|we) (?:have )?(?:just |finally )?(?:hand(?:ed)? in (?:my )?(?:notice|resignation)|gave (?:"
        r"in )?(?:my )?notice|quit|left|resigned|am done|am finished|stopped working|walked out|got made "
        r"redundant|was made redundant|was sacked|got sacked) (?:at|from|with) (?P<value>(?!(?:the moment|home|"
        r"work|school|noon|my)\b).+)|(?P<value2>(?-i:[A-Z])[\w'& -]{1,30}?) (?:let me go|made me redundant|"
        r"sacked me|fired me|laid me off|terminated my contract|did not renew my contract).*|my (?:contract|job|"
        r"stint|internship|time) (?:with|at) (?P<value3>.+?) (?:ended|is over|was not renewed|ran out|has ended|"
        r"expired|finished).*",
        ends=("employer={value}", "school={value}"),
    ),
)
"""Endings of any kind, by the verb that ends: what they name is looked for in all that it may be."""
