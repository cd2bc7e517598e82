"""The SQL that writes; `archive.store` puts it into one transaction per article."""
