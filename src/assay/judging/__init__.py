"""Having things judged: which questions a file asks, what comes of them as labels, and the report of it."""
