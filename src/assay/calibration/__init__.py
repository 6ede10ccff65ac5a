"""Whether a judge can be trusted: its labels held against those of people."""
