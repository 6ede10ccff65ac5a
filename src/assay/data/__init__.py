"""The values everything else is made of: cases, evidence, documents, chunks and hits."""
