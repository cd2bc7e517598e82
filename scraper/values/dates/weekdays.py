"""A regular expression for weekdays in full, in the languages in which quotes are read.

The table of all languages has abbreviations too, which are words in running text: "mar", "mi".
"""

from __future__ import annotations

WEEKDAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|(?:segunda|ter[çc]a|quarta|quinta|sexta)(?:-feira)?"
    r"|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|luned[ìi]|marted[ìi]|mercoled[ìi]|gioved[ìi]|venerd[ìi]"
    r"|sabato|domenica)"
)
