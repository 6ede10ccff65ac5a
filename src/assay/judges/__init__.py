"""Judges: what a passage or an answer is worth, said by a model, with what it cost and what went wrong."""
