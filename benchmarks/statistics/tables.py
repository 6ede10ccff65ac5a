"""What the simulations share: their arguments, and tables in Markdown."""

import argparse
from collections.abc import Iterable


def repetitions(doc: str, default: int = 2000) -> int:
    """Read --repetitions from the command line."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=default)
    return parser.parse_args().repetitions


def head(*names: str) -> None:
    print(f"| {' | '.join(names)} |")
    print(f"| {' | '.join(['---', *(['---:'] * (len(names) - 1))])} |", flush=True)


def row(*cells: object) -> None:
    print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)


def percent(shares: Iterable[float]) -> list[str]:
    return [f"{100 * share:.1f}%" for share in shares]
