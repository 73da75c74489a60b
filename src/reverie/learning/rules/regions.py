"""Countries, states and large cities: the closed part of the world's places.

A chat has no capitals, so "i'm in michigan" is a home and "i'm in pain" is not because michigan is on a list. Where a
frame already asks for a place ("i live in ..."), any name will do and no list is needed.
"""

from __future__ import annotations

REGIONS = (
    r"(?:(?:north|south|east|west|northern|southern|eastern|western|central|upstate|rural|sunny|downtown) )?(?:alabama|"
    r"alaska|arizona|arkansas|california|cali|socal|norcal|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|"
    r"illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|"
    r"missouri|"
    r"montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york(?: city)?|nyc|carolina|dakota|ohio|oklahoma|"
    r"oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington(?: d\.?c\.?| state)?|wisconsin|"
    r"wyoming|puerto rico|ontario|quebec|alberta|british columbia|nova scotia|queensland|new south wales|england|"
    r"scotland|"
    r"wales|ireland|britain|the (?:uk|us|usa|states|united states|united kingdom|netherlands|philippines|bahamas|"
    r"midwest|"
    r"bay area|bronx|caribbean|pacific northwest|east coast|west coast|deep south)|france|germany|italy|spain|portugal|"
    r"belgium|holland|switzerland|austria|poland|sweden|norway|denmark|finland|iceland|greece|turkey|russia|ukraine|"
    r"romania|hungary|bulgaria|croatia|serbia|slovakia|slovenia|estonia|latvia|lithuania|canada|mexico|cuba|jamaica|"
    r"haiti|"
    r"guatemala|honduras|nicaragua|costa rica|panama|colombia|venezuela|ecuador|peru|bolivia|chile|argentina|uruguay|"
    r"paraguay|brazil|china|japan|korea|taiwan|hong kong|vietnam|thailand|cambodia|laos|malaysia|singapore|indonesia|"
    r"bali|"
    r"india|pakistan|bangladesh|nepal|sri lanka|iran|iraq|israel|lebanon|syria|saudi arabia|dubai|egypt|morocco|"
    r"algeria|"
    r"tunisia|nigeria|ghana|kenya|ethiopia|uganda|tanzania|zimbabwe|south africa|australia|new zealand|europe|asia|"
    r"africa|"
    r"london|paris|berlin|munich|hamburg|madrid|barcelona|lisbon|porto|rome|milan|naples|venice|florence|vienna|prague|"
    r"budapest|warsaw|amsterdam|rotterdam|brussels|dublin|edinburgh|glasgow|manchester|liverpool|leeds|bristol|"
    r"birmingham|"
    r"stockholm|oslo|copenhagen|helsinki|zurich|geneva|athens|istanbul|moscow|kyiv|tokyo|osaka|kyoto|seoul|beijing|"
    r"shanghai|bangkok|manila|jakarta|mumbai|delhi|bangalore|karachi|cairo|lagos|nairobi|cape town|johannesburg|sydney|"
    r"melbourne|brisbane|perth|auckland|toronto|montreal|vancouver|calgary|ottawa|chicago|boston|philadelphia|philly|"
    r"pittsburgh|detroit|cleveland|cincinnati|columbus|indianapolis|milwaukee|minneapolis|st\.? louis|kansas city|"
    r"omaha|"
    r"denver|boulder|salt lake city|las vegas|vegas|phoenix|tucson|albuquerque|dallas|austin|houston|san antonio|el "
    r"paso|"
    r"new orleans|memphis|nashville|atlanta|charlotte|miami|orlando|tampa|jacksonville|baltimore|richmond|brooklyn|"
    r"queens|"
    r"manhattan|buffalo|seattle|portland|spokane|boise|reno|sacramento|san francisco|oakland|san jose|los angeles|"
    r"hollywood|"
    r"san diego|honolulu|anchorage|mexico city|sao paulo|rio de janeiro|buenos aires|bogota|lima|santiago|havana)"
)
"""Places that need no capital to be one, as an alternation in lower case."""
