"""Parse a post from the element that shows it: a blockquote, a publisher's markup, JSON in an attribute."""
