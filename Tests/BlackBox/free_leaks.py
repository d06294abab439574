"""A free board hides nothing."""

SCENARIOS = {}
