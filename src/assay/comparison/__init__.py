"""Whether one system is better than another: differences, tests, verdicts, and who changed."""
