"""The texts of a comparison, one TOML file a language."""
