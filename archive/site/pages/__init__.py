"""One module per page: its questions to the archive, and the template that shows the answers."""
