"""A language server: what `faces/editor` knows, by the protocol that editors speak."""
