"""A program becomes games: the reference engine, positions, the native engine, and what both count of a game."""
