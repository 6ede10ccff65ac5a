"""Evaluations kept between runs: one protocol, SQLite by default and PostgreSQL by URL."""
