"""From hits and labels to gains: what a hit is held against, and the table of judged hits that measures read."""
