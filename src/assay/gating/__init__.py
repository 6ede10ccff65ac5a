"""Whether a result is good enough: rules, what they are read by, and what they say to people and machines."""
