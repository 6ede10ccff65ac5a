"""The command line: one file a command, each loading its heavy half only when it runs."""
