"""Finding a quote again: texts folded to what they say, and where a quote stands in a text."""
