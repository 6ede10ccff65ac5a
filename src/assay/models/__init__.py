"""Models that run here: encoders of text to vectors, and counters of tokens."""
