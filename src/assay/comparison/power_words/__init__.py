"""The texts of a plan of a comparison, one TOML file a language."""
