"""The words that decide what a text says, by language: negations and numerals.

Two texts that differ in one of them do not say the same, however many other words they share.
"""

from typing import NamedTuple


class Language(NamedTuple):
    """A language's words, in lower case, by white space."""

    name: str
    negations: str
    numerals: str = ""


LANGUAGES = (
    Language(
        "English",
        "no not none nor neither nothing nobody nowhere never without cannot unless except hardly barely rarely seldom "
        "forbidden prohibited "
        # n't is found by its ending; these are what is typed instead.
        "dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt shouldnt couldnt mustnt cant",
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen "
        "hundreds thousands millions billions dozens first second third fourth fifth sixth seventh eighth ninth tenth "
        "once twice thrice half halves quarter quarters double triple",
    ),
    Language(
        "French",
        "ne n pas non jamais aucun aucune rien personne sans ni nul nulle interdit interdite",
        "zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante "
        "cinquante soixante cent cents mille million millions milliard milliards premier première deuxième troisième demi",
    ),
    Language(
        "German",
        "nicht nichts nie niemals niemand nein kein keine keinen keinem keiner keines weder ohne verboten außer",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn zwanzig dreißig "
        "vierzig fünfzig hundert tausend million millionen milliarde milliarden erste ersten zweite zweiten dritte dritten "
        "einmal zweimal dreimal halb doppelt",
    ),
    Language(
        "Spanish",
        "no nunca jamás nada nadie ningún ninguno ninguna ni sin tampoco salvo prohibido prohibida",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta "
        "cincuenta cien ciento mil millón millones primero primera segundo segunda tercero tercera medio doble",
    ),
    Language(
        "Portuguese",
        "não nunca jamais nada ninguém nenhum nenhuma nem sem proibido proibida",
        "zero dois duas três quatro cinco seis sete oito nove dez onze doze vinte trinta cem cento mil milhão milhões "
        "primeiro primeira segundo segunda terceiro terceira dobro",
    ),
    Language(
        "Italian",
        "non no mai nulla niente nessuno nessuna né senza vietato vietata",
        "due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta cento mille mila milione milioni "
        "primo prima secondo seconda terzo terza doppio",
    ),
    Language(
        "Dutch",
        "niet niets niemand nooit geen zonder noch nee verboden",
        "nul twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig honderd duizend miljoen eerste tweede "
        "derde dubbel",
    ),
    Language(
        "Swedish, Danish, Norwegian", "inte ej icke aldrig ingen inga inget utan ikke aldri intet uden uten nej nei"
    ),
    Language("Finnish, Hungarian", "ei en et emme ette eivät älä älkää ilman nem ne nincs sem soha nélkül"),
    Language("Polish, Czech", "nie nigdy bez ani nic nikt żaden żadna ne není nikdy nikdo nelze"),
    Language("Romanian, Turkish", "nu niciodată fără nici nimic değil yok hayır asla"),
    Language(
        "Greek", "δεν μη μην όχι ποτέ χωρίς ούτε κανένας καμία τίποτα", "ένα δύο τρία τέσσερα πέντε δέκα εκατό χίλια"
    ),
    Language(
        "Russian, Ukrainian",
        "не нет ни без никогда нельзя ничего никто никак запрещено ні ніколи немає нічого ніхто заборонено",
        "ноль один одна два две три четыре пять шесть семь восемь девять десять двадцать сто тысяча тысячи миллион "
        "миллиона миллионов первый второй третий дважды трижды",
    ),
    Language(
        "Arabic", "لا ولا لم ولم لن ولن ليس ليست ليسوا غير بدون دون كلا", "صفر واحد اثنان ثلاثة أربعة خمسة عشرة مئة ألف"
    ),
    Language(
        "Hebrew",
        "לא אין בלי אל אסור אינו אינה",
        "אחד אחת שני שתי שניים שלוש שלושה ארבע ארבעה חמש חמישה עשר עשרה מאה אלף",
    ),
    Language("Hindi", "नहीं मत न ना बिना कभी", "शून्य एक दो तीन चार पाँच छह सात आठ नौ दस सौ हज़ार लाख करोड़"),
    Language("Korean", "안", "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 한 두 세 네 백 천 만 첫 번째"),
    Language(
        "Vietnamese, Indonesian",
        "không chưa chẳng đừng tidak bukan jangan tanpa belum",
        "hai ba bốn năm sáu bảy tám mười",
    ),
)

STEMS = ("않", "없", "못", "아니", "아닌", "아닙", "금지", "마세요", "말")
"""Korean negations, which stand inside of words."""

UNSPACED = (
    *"不没沒無无非未别別勿莫毋否禁弗",
    *"零〇一二三四五六七八九十百千万萬亿億两兩半壹贰貳叁參肆伍陆陸柒捌玖拾佰仟",
    *("ない", "なか", "なく", "なけ", "なき", "ません", "ず", "ぬ", "るな"),
    *("ไม่", "มิ", "ห้าม", "อย่า", "ไร้", "ບໍ່", "ຢ່າ", "មិន", "កុំ", "ពុំ", "ဘူး", "နဲ့"),
)
"""Negations and numerals of scripts that put no spaces between words, found anywhere."""
