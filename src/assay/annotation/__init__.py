"""People as judges: what is shown to them, in which order, and what they say, apart from any screen."""
