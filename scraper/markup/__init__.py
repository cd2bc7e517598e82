"""Reading a post from the element that shows it: a quote, a publisher's own nodes, JSON in an attribute."""
