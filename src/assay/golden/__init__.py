"""Work on golden sets: what is wrong with one before anything is measured on it."""
