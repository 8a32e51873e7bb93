"""The comparison of two rulesets: what differs, where it bites, how much it matters."""
