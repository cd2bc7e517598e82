"""Reading a post from the element that shows it: a quote, nodes of the publisher's own, JSON in an
attribute.
"""
