"""Name the person for whom a pronoun, a noun or nothing stands beside a quote.

- `words`: pronouns, titles, particles of names, days.
- `names`: runs of capitals, handles and the like; the names of one person together.
- `places`: what the words around a name tell of who acts.
- `people`: everybody whom an article names, with what the places of the names tell.
- `printed`: what is printed beside a quote: a name, a pronoun, a noun, nothing.
- `candidates`: who may have said a quote, in features that can be weighed.
- `ranking`: the weights, and the choice.
"""
