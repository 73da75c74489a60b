"""Rules for what is no longer so: they end what was known, and teach nothing new.

What is ended is named loosely ("the car" for "red car"): ``taste~jazz`` means whatever of somebody's tastes
those words name. ``lifecycle.ENDABLE`` says which slots that are, and nothing is ended where nothing fits.
What is over in general, by the verb that says so ("given up", "gone"), is tried where no closer rule has ended
anything.
"""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape

_NO_MORE = r"(?:any ?more|any longer|no more|now|these days|at all now|after all|lately)"
_WHO = r"(?:I|we)"
_ANYMORE_AHEAD = rf"(?=.* {_NO_MORE}(?:$|[ ,.!]))"
_LIKE = r"(?:like|love|enjoy|adore|dig|care for|crave|eat|drink|watch|listen to|want|read|need|get excited about)"
_REST = r"(?:,.*| (?:since|because|but|as|for|so|and|yesterday|today|last|this|in|two|three|a|on|to)\b.*)?"

ENDINGS: tuple[Rule, ...] = (
    Rule(
        name="left an employer",
        pattern=r"I (?:(?:no longer|do not|used to) work (?:at|for|with)|(?:have )?(?:quit|left)(?: working (?:at"
        r"|for)| (?=(?-i:[A-Z])))|am no longer (?:at|with)|do not work (?:at|for)|got (?:fired|laid off|let go) "
        r"(?:from|by)|was (?:fired|laid off|let go) (?:from|by)|resigned from|stopped working (?:at|for)) "
        r"?(?P<value>(?!my\b).+?)(?: any ?more)?(?:,.*)?",
        ends=("employer={value}", "school={value}"),
        confidence=0.8,
    ),
    Rule(
        name="left a place",
        pattern=r"(?:I|we) (?:(?:no longer|do not|used to) live in|(?:have )?(?:moved out of|moved away from"
        r"|left)(?= (?-i:[A-Z]))|moved out of) (?P<value>.+)",
        ends=("home={value}",),
        shape=Shape.PLACE,
        confidence=0.8,
    ),
    Rule(
        name="no longer likes",
        pattern=rf"(?:{_WHO} (?:(?:no longer|used to) {_LIKE}|stopped (?:liking|loving|enjoying|eating|drinking))"
        rf"|{_ANYMORE_AHEAD}{_WHO} (?:do not|can not)(?: even| really)? {_LIKE}|{_WHO} (?:have )?(?:gone off|went "
        rf"off|lost (?:my |all )?(?:interest in|love for|taste for)|fell out of love with|got (?:sick|bored|tired) "
        rf"of|grew out of|(?:am|have) (?:so )?over|am (?:sick|bored) of)|{_ANYMORE_AHEAD}{_WHO} am not (?:that |so "
        rf"|really )?(?:into|a (?:big |huge )?fan of|fond of|obsessed with|crazy about|keen on)|{_WHO} am no longer "
        rf"(?:into|a (?:big |huge )?fan of|fond of|obsessed with|crazy about|keen on)) (?P<value>(?!it\b|them\b"
        rf"|that\b|to\b).+?)(?: {_NO_MORE})?(?:,.*)?",
        ends=("taste~{value}",),
        many=True,
        confidence=0.7,
    ),
    Rule(
        name="no longer dislikes",
        pattern=rf"(?:{_WHO} (?:no longer|used to|stopped) (?:hate|dislike|detest|loathe|hating|disliking)"
        rf"|{_ANYMORE_AHEAD}{_WHO} do not (?:hate|dislike|mind|detest)|{_WHO} am (?:no longer|not) (?:scared|afraid"
        rf"|terrified|frightened) of|{_WHO} (?:got over|overcame|conquered|beat) my (?:fear|phobia) of|{_WHO} am "
        rf"(?:no longer|not) allergic to|{_WHO} outgrew my (?=\w+ allergy)) (?P<value>(?!it\b|them\b|you\b|him\b"
        rf"|her\b|anything\b).+?)(?: allergy)?(?: {_NO_MORE})?(?:,.*)?",
        ends=("aversion~{value}",),
        many=True,
    ),
    Rule(
        name="no longer does",
        pattern=rf"{_WHO} (?:have |had to |have had to |decided to |am )?(?:(?:no longer|do not|used to) (?:play|do"
        rf"|practi[cs]e|go to|study|learn|smoke)|(?:stopped|stop|quit|quitting|gave up|given up|give up|dropped"
        rf"|dropping|abandoned|am done with|done with|cut out|got out of)(?: on)?(?: (?:playing|doing|practi[cs]ing"
        rf"|going to|learning|studying|collecting))?) (?P<value>(?!(?:my (?:job|position)|it|this|that|them|by|at"
        rf"|you|him|her|trying|working|talking|using|being|worrying|caring|me|because|when|hope|looking|everything"
        rf"|school|college|university|what|in|off|out|everyone|a)\b).+?)(?: {_NO_MORE}| altogether| completely| "
        rf"cold turkey| for good| \w+ (?:days|weeks|months|years) ago)?(?:,.*)?",
        ends=("doing~{value}",),
        many=True,
    ),
    Rule(
        name="no longer does, of a deed",
        pattern=rf"(?:{_WHO} no longer|(?=.* (?:any ?more|any longer|no more)(?:$|[ ,.!])){_WHO} (?:do not|can "
        rf"not)) (?P<value>(?!(?:play|do|practi[cs]e|go|study|learn|smoke|am|any|like|love|enjoy|work|live|know"
        rf"|think|want|need|have|care|feel|see|hate|believe|trust|remember|understand|be|mind|get|eat|drink|own|use"
        rf"|talk)\b)[a-z]+(?: [\w'-]+){{0,5}}?)(?: {_NO_MORE})?(?:,.*)?",
        ends=("doing~{value}", "skill~{value}"),
        shape=Shape.DEED,
    ),
    Rule(
        name="no longer is",
        pattern=rf"(?:{_WHO} am no longer|{_ANYMORE_AHEAD}(?:{_WHO} am )?not|{_WHO} (?:have )?stopped being)(?: "
        rf"an?)? (?P<value>(?!(?:into|fond|sure|a|an|the|scared|afraid|allergic|going|my|your|in|at|interested|so"
        rf"|that|really|just|doing|being|now|yet|today|later|here|there|only|all|much|too|very|bad|good|happy "
        rf"about)\b)[\w' -]+?)(?: {_NO_MORE})?(?:,.*| (?:but|since|because|and|so)\b.*)?",
        ends=("state={value}",),
    ),
    Rule(
        name="broke up",
        pattern=r"(?:(?:I|we) (?:have )?(?:broke|broken|split) up(?: with (?:my (?:boyfriend|girlfriend|partner"
        r"|fiance|fiancée?|husband|wife|ex|bf|gf)|him|her|(?-i:[A-Z]\w+)))?|my (?:boyfriend|girlfriend|partner"
        r"|fiance|husband|wife|bf|gf)(?: \w+)? (?:and I (?:have |)(?:broke up|split(?: up)?|divorced|separated|are "
        r"(?:divorced|separated|no longer together|not together any ?more|getting divorced))|(?:broke up with"
        r"|dumped|left) me)|(?:me and \w+|\w+ and (?:I|me)) (?:have )?(?:broke|broken|split) up|(?:I|we) (?:got|am"
        r"|are) (?:divorced|separated)|(?:I|we) (?:called off|broke off) (?:our|the|my) (?:engagement|wedding)|(?:I"
        r"|we) (?:divorced|dumped|left) my (?:boyfriend|girlfriend|partner|fiance|husband|wife)|we are (?:no longer"
        r"|not) together(?: any ?more)?|(?:I|we) am not (?:seeing|dating) (?:him|her|anyone|(?-i:[A-Z]\w+)) any "
        r"?more)\b.*",
        ends=("partner", "relationship_status"),
        shape=Shape.EXACT,
    ),
    Rule(
        name="gave away",
        pattern=rf"{_WHO} (?:have |just |finally |had to |recently )*(?:sold|sell|got rid of|gave away|given away"
        rf"|donated|traded in|traded|totaled|totalled|wrecked|crashed|returned|pawned|threw (?:out|away)|scrapped"
        rf"|lost|rehomed|re-?homed|gave(?=.* away\b)|no longer (?:own|have|drive|ride)|do not (?:own|have"
        rf"|drive)(?=.* any "
        rf"?more)) (?P<value>(?:the|my|our|that|all my|all our) (?!(?:job|position|mind|temper|way|keys?|train"
        rf"|patience|appetite|weight|love|time|everything|best|all|attention|test|exam|phone number|notice|boss"
        rf"|mother|mum|mom|dad|father|grandfather|grandmother|grandpa|grandma|brother|sister|son|daughter|husband"
        rf"|wife|uncle|aunt|cousin|baby|friend|best|speech|talk|heart)\b)[\w'-]+(?: (?!away|up|back|to|for|on|last"
        rf"|in|because|and|but)[\w'-]+){{0,3}}?)(?: (?:away|up for adoption|any ?more|back))?{_REST}",
        ends=("belonging~{value}",),
    ),
    Rule(
        name="is gone",
        pattern=r"(?:my|our|the) (?P<value>(?!(?:whole|entire|day|time|life|heart|mind|phone|internet|power|money"
        r"|pain|patience|battery)\b)[\w'-]+(?: [\w'-]+){0,2}?) (?:was stolen|got stolen|is gone|are gone|broke down "
        r"for good|ran away|went away|has gone away|cleared up|burned down|got totaled|is cured|has passed|is no "
        r"more)(?: (?!on|laughing|down|out|inside)\w.*|,.*)?",
        ends=("belonging~{value}",),
    ),
    Rule(
        name="plan dropped",
        pattern=rf"(?:{_WHO} (?:have |had to |just )*(?:cancel(?:led|ed)?|called off|call off|postponed|gave up on"
        rf"|scrapped|abandoned|backed out of|changed my mind about|decided against|withdrew from|decided not to|am"
        rf" not|are not|will not be|will not|do not want to|no longer want to|no longer plan to|am no longer|never"
        rf" got around to) (?:my |our |the )?(?:plans? (?:to|for|of) |dream of |idea of |going to )?|(?=.* (?:is|"
        rf"was|got|has been) (?:cancel|called off|postponed))(?:my|our|the) )(?P<value>(?:(?:fly|flying|mov(?:e|"
        rf"ing)|travel(?:l?ing)?|visit(?:ing)?|buy(?:ing)?|learn(?:ing)?|writ(?:e|ing)|open(?:ing)?|study(?:ing)?|"
        rf"adopt(?:ing)?|marry(?:ing)?|apply(?:ing)?|getting married|start(?:ing)? (?:a|my|at|college))|(?-i:[A-Z]"
        rf")\w+$|trip|wedding|vacation|holiday|concert|party|exam|interview|flight|move|appointment|surgery|date|"
        rf"meeting|(?:[\w-]+ )?(?:marathon|race|tour|class|course|wedding|engagement)|[\w-]+ (?:trip|appointment|"
        rf"exam|interview|concert|flight|vacation|tour|class|test))(?: [\w'-]+){{0,6}}?)(?: (?:is|was|got|has been"
        rf") (?:cancell?ed|called off|postponed)| after all| any ?more| in the end)?(?:[,.].*)?",
        ends=("plan~{value}",),
        shape=Shape.DEED,
    ),
    Rule(
        name="dropped out",
        pattern=r"(?:I|we) (?:have )?(?:dropped out|flunked out|got kicked out|got expelled|withdrew|quit (?:school"
        r"|college|university|uni|grad school|law school|med school))(?: (?:of|from) (?:school|college|university"
        r"|uni|.+))?(?:,.*)?",
        ends=("school", "studies"),
    ),
    Rule(
        name="no longer called",
        pattern=r"(?:please )?(?:stop calling|do not call|quit calling|no longer call) me (?P<value>[\w' -]+?)(?: "
        r"any ?more| please| ok(?:ay)?)?",
        ends=("nickname={value}",),
        shape=Shape.NAME,
    ),
    Rule(
        name="let go",
        pattern=r"(?P<value>(?!(?:they|he|she|we|you|it|the boss|my boss)\b)[\w'&-]+(?: [\w'&-]+){0,2}) (?:fired"
        r"|laid off|let go of|sacked) me(?: (?!up)\w.*|,.*)?",
        ends=("employer={value}",),
    ),
    Rule(
        name="put to sleep",
        pattern=r"(?:I|we) (?:had to put|put|had to say goodbye to|said goodbye to|buried|had to give up|lost) "
        r"(?P<value>(?:my |our )?(?!(?:my|our|it|this|the|weight|money|touch|time)\b)[\w'-]+(?: [\w'-]+)?)(?: to "
        r"sleep| down)(?: .*|,.*)?",
        ends=("belonging~{value}",),
    ),
)


_WE = r"(?:I|we)"
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
_IS_OVER = (
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
        pattern=rf"(?:{_WE} )?(?:(?:have|just|had to|decided to|finally|recently|am|are|totally|all|eventually|"
        rf"basically) )*(?:{_DONE} (?:my |the |all |our )*(?P<value>{_SOMETHING}){_WHAT_OF_IT}|(?:gave|given|give|"
        rf"packed|put|cut|chucked) (?:my |the |our )?(?P<value2>{_SOMETHING}){_WHAT_OF_IT}(?: up| in| on hold| out"
        rf"| behind me)|have not (?:touched|played|done|practised|practiced|had|gone) (?P<value3>"
        rf"{_SOMETHING}) (?:in|for) (?:\w+ )?(?:years|ages|months|forever)|(?:never|do not|can not|am not|no "
        rf"longer) (?P<value4>(?!(?:know|care|think|want|need|feel|see|trust|believe|remember|understand|mind|get|"
        rf"have|be|like|love|enjoy|work|live|hate|dislike|sure|so|that|really|am)\b)[a-z]+(?: (?!any)[\w'-]+){{0,4"
        rf"}}?) (?:any ?more|any longer|no more)){_AFTERWARDS}|"
        rf"{_WE} am not [a-z]+ing (?P<value5>{_SOMETHING}) (?:any ?more|any longer)\b.*",
        ends=("given up~{value}",),
    ),
    Rule(
        name="over and gone",
        pattern=rf"(?:(?:my|our|the) (?P<value>{_NO_POINTER}[\w'-]+(?: (?!(?:is|are|was|has|and|finally|just)\b)"
        rf"[\w'-]+){{0,4}}?)|(?P<value2>(?-i:[A-Z])[\w'&-]+|[a-z]+ing|chess|yoga|karate|judo|pottery|football|"
        rf"tennis|anime|ballet|piano|guitar)){_WHAT_OF_IT}(?:'s)? {_IS_OVER}{_AFTERWARDS}|(?:(?:someone|somebody|"
        rf"thieves|they|some \w+) (?:have |has )?(?:stole|stolen|nicked|took|pinched|crashed|wrecked|smashed|broke"
        rf")|(?:{_WE} )?(?:have |had to |just |finally )*(?:got shot of|get shot of|part(?:ed)? with|buried|"
        rf"rehomed?|re-homed|gave(?=.* to \w)|let(?=.* go\b)|flogged|auctioned off|scrapped|wrote off|recovered "
        rf"from|got over|beat|shook off|am (?:over|rid of|cured of|free of)|do not have(?=.* any ?more))) (?:my |"
        rf"our |the )(?P<value3>{_NO_POINTER}[\w'-]+(?: (?!(?:to|go|back)\b)[\w'-]+){{0,3}}?)(?: go| to (?!the "
        rf"point)\w.*)?{_AFTERWARDS}|{_WE} do not have (?P<value4>[\w-]+(?: [\w-]+)?) any ?more\b.*|no more "
        rf"(?P<value5>[\w-]+)",
        ends=("gone~{value}",),
    ),
    Rule(
        name="no longer put off",
        pattern=rf"(?:my )?(?P<value>{_SOMETHING}) (?:(?:has|have) grown on me|grew on me|(?:does|do|is|are) not "
        rf"(?:scare|frighten|bother|terrify|disgust|annoy|so bad|that bad)(?: me)?(?: any ?more| any longer| now)?"
        rf"|(?:is|are) (?:growing on me|ok(?:ay)? now|fine now))|{_WE} (?:have |finally |am )*(?:came (?:a)?round"
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
