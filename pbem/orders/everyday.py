"""Words that people write beside their orders: requests and thanks, and the order words that are met in any sentence."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ASKED = (
    "please", "pls", "plz", "kindly", "ref", "referee", "sir", "ok", "okay", "sorry", "bitte", "alstublieft", "alsjeblieft", "aub",
    "graag", "svp", "s il vous plait", "sil vous plait", "por favor",
)  # fmt: skip
THANKED = (
    "thanks", "thank you", "thanks a lot", "many thanks", "thx", "ty", "cheers", "danke", "dank je", "dank je wel", "dank u",
    "bedankt", "merci", "gracias", "go ahead", "do it",
)  # fmt: skip

EVERYDAY = _words(
    "a about again all always and any anything are as ask back both but by can close do does done far first for from hand "
    "how i if in into is least leave letters line lost me more my named near never new next no nobody none nothing of off "
    "on only or out own rather safe seen set stand stay text than to tomorrow try up what when why with within won work "
    "works yes you"
)  # order words that are met in any sentence
SPOKEN = _words(
    "accept add after again answer appeal bad bank battles build cancel carry cease check clear close continue cost cross "
    "decline deploy dig done draw end enter explain extend follow for halt hand help hold how if join keep lesson live load "
    "log losses map march message mine move mute new night observe offer order orders pass plan probe question questions "
    "rally recall recover repair report reserve reserves run seats skip split status stop strike support take train unload "
    "volunteer wake what when why withdraw yes zone intent"
)  # order words that people begin a sentence with
COUNTS = _words("zero one two three four five six seven eight nine ten twelve all none everything half")
ASIDES = (
    "move along",
    "take care",
    "take it easy",
    "take your time",
    "take heart",
    "hold on",
    "stop it",
    "follow up",
    "train delays",
)  # what begins like an order of units, and is none
IS = _words("is isnt was wasnt has hasnt had were are ist war")  # behind an order word they make a thing of it
SIGNING = _words(
    "dear hello hi hallo hey hoi moin servus regards greetings best kind warm yours sincerely truly respectfully love cheers "
    "thanks thank you many much appreciated ref referee all from herr frau mr mrs sir oberst major hauptmann leutnant general col "
    "colonel lt captain capt maj gen sgt commander commanding command kommandeur signed gruss grusse viele liebe beste schone mit "
    "freundlichen lg mfg mvg vg groet groeten groetjes met vriendelijke cordialement amicalement bien salutations saludos "
    "cordiales un saludo abrazo danke bedankt merci gracias ps well played good morning evening guten morgen abend and und en et "
    "y s your here this is speaking reporting day afternoon night"
)  # words beside the name of a staff whose commander signs with it, or is greeted by it
SPEAKING = _words("here is was has had isnt wasnt hasnt speaking reporting")  # behind the name of a staff: it is no order to it
ASKING = _words(
    "am are can could did do does had has have how is may might shall should was were what where which who whom whose why will "
    "would"
)  # what a question begins with, short as it may be
CALENDAR = _words(
    "january february april june july august september october november december jan feb apr jun jul aug sep sept oct nov dec "
    "januar februar marz mai juni juli oktober dezember okt dez januari februari maart mei augustus janvier fevrier avril juin "
    "juillet aout septembre octobre novembre decembre enero febrero abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre monday tuesday wednesday thursday friday saturday sunday tue thu fri montag dienstag mittwoch "
    "donnerstag freitag samstag sonnabend sonntag maandag dinsdag woensdag donderdag vrijdag zaterdag zondag lundi mardi mercredi "
    "jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo christmas easter weihnachten ostern"
)  # names of days and months: 12.11 beside one is a date
HOURS = _words("uhr h hrs hours uur oclock cet utc gmt")  # 20.30 before one is a time
DIRECTION_WORDS = _words(
    "to at in into from on onto near by over across through towards toward until till hex via and or for around zu nach bis auf in "
    "bei von uber durch naar bij tot van over a vers par jusqua de en hacia hasta desde"
)  # 1311 behind one is a hex rather than a house
TIMES = _words("today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday noon midnight evening now")
