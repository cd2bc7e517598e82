"""Values in their normal form: dates, instants, URLs, handles, spellings. All pure."""
