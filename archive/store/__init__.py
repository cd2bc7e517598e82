"""The archive database: schema, identity of posts, reads and writes."""
