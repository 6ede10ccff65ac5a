"""Runs scored against judgements: conventions, figures, and the forms they are written in."""
