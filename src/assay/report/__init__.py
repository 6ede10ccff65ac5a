"""How a page is drawn: its parts, its languages, and the forms it is written in."""
