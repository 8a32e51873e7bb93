"""What an editor asks about a place in a text: plain functions of texts and places, whichever editor asks."""
