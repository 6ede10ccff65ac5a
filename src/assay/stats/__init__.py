"""Intervals, paired tests, power: how sure a figure is. NumPy and scipy.special only."""
