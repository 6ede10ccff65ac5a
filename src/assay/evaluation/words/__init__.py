"""The texts of the evaluation report, one TOML file a language."""
