"""What a chat model is asked for a yes or no, one TOML file a language."""
