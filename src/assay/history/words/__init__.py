"""The texts of the history, one TOML file a language."""
