"""Texts of annotating, one file a language."""
