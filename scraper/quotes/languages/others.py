"""What is known of languages without a grammar here: enough to tell them from those that have one."""

from __future__ import annotations

#: Plain words, parted by blanks, of which hardly any is one in a language that has a grammar.
COMMON = {
    "nl": "de het een van en op dat niet met zijn ook maar bij naar werd",
    "sw": "ya wa na kwa ni katika za kuwa hiyo huyo wake",
    "ha": "da ta ya na ba su cewa wannan kuma shi",
    "yo": "ni ti si ati lati naa wọn awọn àwọn ó kò",
    "ig": "na nke ka bụ ha ndị maka onye ọ",
    "so": "oo ka ku waa iyo uu ayaa soo ee",
    "rw": "ko ku mu ya cyane kandi uyu ni muri",
    "pl": "nie na się jest że w z do o jak po od przez jego",
    "cs": "je se na že jako jsem není podle také",
    "ro": "și în cu pe nu este care din pentru sunt",
    "hu": "az és hogy nem egy volt meg csak",
    "sv": "och att det som på är inte av har till",
    "da": "og det er på som til ikke af har jeg",
    "fi": "ja on ei että oli hän mutta kun ovat",
    "tr": "ve bir bu için ile olarak çok daha gibi",
    "id": "yang dan itu dengan untuk tidak ini dari pada akan",
    "tl": "ang ng sa na mga at ay niya",
    "vi": "và của là có trong không cho một",
}
#: How words for those who speak for others begin, or what all of them hold.
OFFICIALS = (
    "woordvoerd|spokes|msemaji|kakaki|agbẹnusọ|afhayeen|rzeczni|mluvčí|hovorc|purtător|szóvivő|talesp|talsm"
    "|tiedottaj|sözcü|jur[ui] bicara|tagapagsalita|phát ngôn|представител|пресс|спікер|متحدث|ترجمان|प्रवक्ता"
)
