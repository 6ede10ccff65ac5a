"""An evaluation: asking a pipeline, scoring what came back, and the report of it."""
