"""Given names that people type without a capital: where "my friend tom" is told from "my friend says".

Nothing is looked up here that has a capital. Names that are words too (will, mark as a verb, may, hope) are left
out unless a verb could not stand in their place.
"""

from __future__ import annotations

GIVEN_NAMES = frozenset(
    # men
    "aaron abdul abdullah abe abel abraham adam adrian ahmed aidan al alan albert alberto alec alejandro alessandro "
    "alex alexander alexei alfie alfonso alfred ali allan allen alvin amir amit anders andre andrea andreas andrei "
    "andres andrew andy angelo angus anil anthony anton antonio archie ari arjun arnold arthur arun asher ashton "
    "austin axel barry bartholomew bart ben benjamin bernard bernie bert bilal bjorn bob bobby boris brad bradley "
    "brandon brendan brent brett brian bruce bruno bryan byron caleb callum calvin cameron carl carlos casper cedric "
    "cesar chad charles charlie chris christian christoph christopher claude clay clayton clint clyde cody colin "
    "connor conor corey craig curtis cyrus dale damian damien dan daniel danny dante darren daryl dave david davy dean "
    "declan dennis derek derrick desmond devin diego dieter dimitri dirk dmitri dominic don donald donny doug douglas "
    "duncan dustin dwayne dwight dylan earl eddie edgar edmund eduardo edward edwin eli elias elijah elliot elliott "
    "emil emilio emmanuel enrique eric erik ernest ernesto ethan eugene evan ezra fabian felipe felix fernando fergus "
    "finn francesco francis francisco frank frankie fred freddie frederick fritz gabriel gareth garrett gary gavin "
    "gene geoff "
    "geoffrey george gerald gerard gilbert giles giovanni glenn gordon graham greg gregory guillermo gustav guy hamza "
    "hank hans harold harris harry harvey hassan hector henrik henry herbert herman howard hugh hugo hussein ian "
    "ibrahim igor isaac isaiah ivan jack jackson jacob jaime jake jamal james jamie jan jared jason jasper javier "
    "jay jayden jeff jeffrey jeremy jerome jerry jesse jesus jim jimmy joaquin joe joel joey johan john johnny jon "
    "jonas jonathan jordan jorge jose joseph josh joshua juan judah jude julian julio jurgen justin kai karim karl "
    "keith kelvin ken kenji kenneth kenny kevin khalid kian klaus kurt kyle lance larry lars laurence lawrence lee "
    "leif "
    "leo leon leonard leonardo leroy leslie levi lewis liam lionel lloyd logan lorenzo louie louis luca lucas luigi "
    "luis luke luther mahmoud malcolm malik manuel marc marcel marco marcos marcus mario marius martin marty marvin "
    "matt matteo matthew matthias maurice max maximilian mehmet melvin micah michael miguel mike mikhail miles milo "
    "mitch mitchell mohamed mohammad mohammed moses muhammad murray nathan nathaniel ned neil nelson niall nicholas "
    "nick nicolas nigel niklas nikolai nils noah noel nolan norman oleg oliver ollie omar orlando oscar otis otto owen "
    "pablo paolo patrick paul paulo pavel pedro percy perry pete peter phil philip phillip pierre piotr rafael raj "
    "rajesh ralph ramon randall randy raoul rashid raul ravi ray raymond reggie reginald rene reuben rex ricardo "
    "richard rick ricky rob robbie robert roberto rodney rodrigo roger rohan roland roman ron ronald ronan ronnie rory "
    "ross rowan roy rudy rupert russell ryan salim salvador sam samir samuel sandro sanjay santiago saul scott sean "
    "sebastian sergei sergio seth shane shaun shawn sid sidney simon sipho solomon spencer stan stanley stefan stephen "
    "steve steven stewart stuart sven taylor ted teddy terrence terry theo theodore thomas tim timothy tobias toby "
    "todd tom tomas tommy tony travis trevor tristan troy tyler vadim vernon victor vijay vikram vince vincent vinny "
    "vladimir wade wallace walt walter warren wayne wendell wes wesley wilfred willem william willie winston xavier "
    "yannick yusuf zac zach zachary zack "
    # women
    "abby abigail ada adele adriana agatha agnes aisha alana alexa alexandra alexandria alexis alice alicia alina "
    "alison allison alma alyssa amalia amanda amara amelia amelie amina amy ana anastasia andie angela angelica "
    "angelina anita anja ann anna annabel anne annette annie antonia anya april ariana arya ashley astrid audrey "
    "aurora "
    "ava ayesha barbara beatrice beatriz becca becky bella bernadette beth bethany betsy betty bev beverly bianca "
    "birgit bonnie brenda brianna bridget britney brittany brooke camila camille candice cara carla carly carmen carol "
    "carole carolina caroline carolyn carrie cassandra cassie catalina catherine cathy cecilia celeste celia "
    "celine chantal charlotte chelsea cheryl chloe christina christine cindy claire clara clarissa claudia cleo "
    "clementine colleen connie constance cora corinne courtney crystal cynthia dana daniela danielle daphne daria "
    "deb debbie deborah debra deirdre delia denise diana diane dolores dominique donna dora doris dorothy edith eileen "
    "elaine eleanor elena elisa elise eliza elizabeth ella ellen ellie eloise elsa elsie emily emma erica erika erin "
    "esme esmeralda esther ethel eva eve evelyn farah fatima fatou felicity fernanda fiona flora florence fran frances "
    "francesca freya frida gabriela gabriella gabrielle gail gemma genevieve georgia georgina geraldine gertrude gina "
    "giulia gloria greta gretchen gwen gwendolyn hana hannah harriet hazel heather heidi helen helena helga "
    "henrietta hilary hilda holly ida ilse imogen ines ingrid irene irina iris irma isabel isabella isabelle isla "
    "ivana ivy jackie jacqueline jade jana jane janet janice jasmine jean jeanne jen jenna jennifer jenny jess jessica "
    "jessie jill jo joan joanna joanne jocelyn jodie johanna josephine joyce juanita judith judy julia juliana "
    "julie juliet june justine kara karen karin karina karla kasia kat kate katerina katherine kathleen kathy katie "
    "katrin katrina kay kayla keisha kelly kelsey kendra khadija kiara kim kimberly kirsten krista kristen kristin "
    "kristina kylie lana lara larissa latoya laura lauren laurie layla lea leah leila lena leona leslie leticia lila "
    "lilian liliana lillian lily lina linda lindsay lindsey lisa liv livia liz liza lizzie lois lola loretta lori "
    "lorraine louise lucia lucille lucinda lucy lydia lynn mabel mackenzie maddie madeline madison maeve maggie maja "
    "mandy mara marcia margaret margarita margot maria mariam marie marilyn marina marion marisa marissa marjorie "
    "marlene marta martha martina mary mathilde matilda maureen megan mei melanie melinda melissa mercedes meredith "
    "mia michaela michelle mikaela mila mildred millie mimi mina minnie mira miranda miriam molly mona monica monika "
    "morgan muriel myra nadia nadine nancy naomi natalia natalie natasha nathalie nell nellie nia nicola nicole nina "
    "noor nora norma odette olga olive olivia ophelia paige pam pamela patricia paula pauline peggy penelope penny "
    "petra phoebe phyllis pippa polly priscilla priya rachel ramona raquel rebecca regina renata rhonda rita roberta "
    "robin robyn rochelle rosa rosalie rosalind rosario rosemary rosie roxanne ruby ruth sabrina sadie sally samantha "
    "sandra sara sarah sasha saskia savannah scarlett selena selma serena shannon sharon sheila shelby shelley sherry "
    "shirley sienna silvia simone sofia sofie sonia sonja sophia sophie stacey stacy stella stephanie susan susana "
    "susanna susie suzanne svetlana sybil sylvia tabitha tamara tammy tania tanya tara tatiana teresa tess tessa "
    "thea thelma theresa tiffany tina tracey tracy trish trudy uma ursula valentina valeria valerie vanessa vera "
    "veronica vicky victoria viola violet virginia vivian viviana wanda wendy whitney wilma winifred winnie xenia "
    "yara yasmin yolanda yvette yvonne zara zelda zoe zofia zuzana ".split()
)
"""Given names in lower case."""

PET_NAMES = frozenset(
    "apollo bandit baxter biscuit boo boomer buddy buster caramel champ coco cocoa copper daisy duke fido fluffy "
    "garfield ginger gizmo gus leia loki lucky luna maple marley mittens miso mocha mochi muffin nala nemo oreo peanut "
    "pepper pickles pip pixel pumpkin rex rocky roscoe rufus rusty salem scout shadow simba smokey snoopy snowball "
    "socks sparky spike spot thor tiger toffee tucker waffles whiskers ziggy zeus".split()
)
"""Common names of pets that are no person's."""

SAID_OF_ONESELF = GIVEN_NAMES - frozenset(
    "christian guy jesus dean april june violet olive ruby crystal jade hazel rosemary penny ginger ivy jordan chelsea "
    "florence paris dale clay heather holly robin jay ray max art victoria georgia virginia carol gene norm".split()
)
"""Given names that "I'm ..." introduces: no religion, colour, month or place is among them."""
