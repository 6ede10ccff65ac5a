"""Runs held against judgements: order and ties, labels looked up, and the table that measures see."""
