"""Rulesets that nobody wrote, grown from the table of words, and what is held of all of them (see ``__main__.py``)."""
