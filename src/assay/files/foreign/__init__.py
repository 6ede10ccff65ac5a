"""Data sets of other tools as golden sets with their documents, one format a file."""
