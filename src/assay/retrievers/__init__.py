"""The seam to the user's pipeline: what a retriever is, and how whatever is given is made one."""
