"""Is the archive whole: counts, searches and structure, and the captures it names? Findings are values."""
