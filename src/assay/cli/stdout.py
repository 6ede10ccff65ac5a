"""What standard output can hold."""

import sys


def for_stdout(text: str) -> str:
    """Return JSON that the stream can hold: with escapes where its encoding lacks a character."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        import json

        return json.dumps(json.loads(text), indent=2) + ("\n" if text.endswith("\n") else "")
    return text
