"""How figures moved from one saved evaluation to the next, and whether that was more than chance."""
