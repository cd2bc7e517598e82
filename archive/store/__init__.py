"""The archive as a database: its schema, who is who, and the one way in which an article is written."""
