"""What the gate says, one file a language with the same keys."""
