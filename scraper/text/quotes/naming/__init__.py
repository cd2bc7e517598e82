"""Name the speaker of a quote printed with a pronoun, a noun or no speaker at all.

- `words`: pronouns, titles, particles of names, days.
- `names`: runs of capitals, handles and the like; groups the names of one person.
- `places`: evidence from the words around a name.
- `people`: everyone named in an article, with that evidence.
- `printed`: the printed speaker: a name, a pronoun, a noun, nothing.
- `candidates`: the possible speakers of a quote, with features.
- `ranking`: the weights, and the choice.
"""
