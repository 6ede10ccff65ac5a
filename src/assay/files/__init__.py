"""Files to values and back, one file a format. Bytes from outside are checked here, once."""
