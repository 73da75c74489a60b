"""Rules for what is no longer so: they end what was known, and teach nothing new.

What is ended is named loosely ("the car" for "red car"): ``taste~jazz`` means whatever of somebody's tastes
those words name. ``lifecycle.ENDABLE`` says which slots that are, and nothing is ended where nothing fits.
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
