"""Examples are tests: a variant file says of positions what is legal, what a play does, what a round scores."""
