"""Finding a page's embeds: what its source holds, where that stands, and whether it is an embed."""
