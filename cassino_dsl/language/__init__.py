"""A file becomes a program: the passes from the text of a variant to its normal form, in their order."""
