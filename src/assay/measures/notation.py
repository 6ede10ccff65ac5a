"""The names measures go by: reading ``P(rel=2)@5`` and the spellings of other tools."""

import re
from collections.abc import Iterator, Mapping

from assay.errors import MeasureParameterError, UnknownMeasureError
from assay.measures.aliases import ALIASES, FOREIGN_PARAMETERS
from assay.measures.literal import real, split, value, whole
from assay.measures.measure import Measure
from assay.measures.registry import MEASURES, find
from assay.measures.trec_names import FAMILIES, NICKNAMES, of_nickname

_NOTATION = re.compile(
    r"""\s*(?P<name>[^\s()@]+)                    # nDCG, F1, recip_rank, P_5, iprec_at_recall_0.10
        \s*(?:\((?P<parameters>[^()]*)\))?       # (rel=2, depth=retrieved)
        \s*(?:@\s*(?P<at>[^\s@()]+))?\s*         # @10""",
    re.VERBOSE,
)
_NAME = re.compile(r"\s*((?:11)?[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z]+)*)")
_BEHIND = re.compile(r"[-+.\d].*|\w+=.*", re.ASCII)  # what may follow a name: 10, .25,.5, -1,0, p=0.9, 1=3
_MORE = re.compile(r"[-+.\d][-+.\deE]*(=.*)?", re.ASCII)  # what continues a list: P_5,10


def parse(text: str) -> Measure:
    """Read a measure from its notation; ``parse(str(measure)) == measure``.

    Parameters
    ----------
    text
        ``nDCG@10``, ``P(rel=2)@5``, ``nDCG(gain={1:3,2:9})``, or another tool's name: ``MRR``, ``recall@5``,
        ``ndcg_cut_10``, ``P_5``, ``iprec_at_recall_0.10``.

    Raises
    ------
    UnknownMeasureError
        No measure goes by that name; the nearest one is named.
    MeasureParameterError
        A parameter or a cutoff it does not take, or a name that stands for several measures.

    Examples
    --------
    >>> parse("ndcg_cut_10"), parse("P(rel=2)@5"), parse("MRR")
    (nDCG@10, P(rel=2)@5, RR)
    """
    match = _NOTATION.fullmatch(text)
    measure = None if match is None else _named(match["name"])
    if match is None or measure is None:
        raise _not_understood(text)
    if match["parameters"] is not None:
        measure = _with_parameters(measure, match["parameters"])
    if match["at"] is None:
        return measure
    return measure @ (whole(match["at"]) if measure.at == "k" else real(match["at"]))


def parse_many(text: str) -> list[Measure]:
    """Read measures that are set apart by commas or blanks.

    Parameters
    ----------
    text
        What `parse` reads, any number of it; lists of cutoffs, ``P_5,10``, ``P.5,10`` or ``nDCG@5,10``; trec_eval's
        nicknames ``official``, ``set`` and ``all_trec``, in the order in which it prints; and the names that only
        trec_eval uses, such as ``ndcg_cut``, for all of its default cutoffs. A measure that comes twice is kept once.

    Raises
    ------
    UnknownMeasureError, MeasureParameterError
        As `parse`.

    Examples
    --------
    >>> parse_many("P_5,10 nDCG@10, MRR")
    [P@5, P@10, nDCG@10, RR]
    """
    return list(dict.fromkeys(measure for piece in _pieces(text) for measure in _several(piece)))


def _pieces(text: str) -> Iterator[list[str]]:
    """Cut the text into measures, each a name and the texts that continue its list."""
    joined = re.sub(r"\s*([@(=])\s*", r"\1", text)
    piece: list[str] = []
    for part in (part.strip() for part in split(joined, ", \t\r\n")):
        if piece and _MORE.fullmatch(part):
            piece.append(part)
        elif part:
            if piece:
                yield piece
            piece = [part]
    if piece:
        yield piece


def _several(piece: list[str]) -> list[Measure]:
    name, *more = piece
    if not more and name in NICKNAMES:
        return of_nickname(name)
    if not more and name in FAMILIES and FAMILIES[name].own and FAMILIES[name].default:
        return FAMILIES[name].measures(FAMILIES[name].default)
    head, at, first = name.partition("@")
    if at:
        return [parse(f"{head}@{cutoff}") for cutoff in (first, *more)]
    return _of_family(name, more) or [parse(",".join(piece))]


def _of_family(name: str, more: list[str]) -> list[Measure]:
    """Read ``P_5`` and what continues it, ``10``; empty where the name is no family's."""
    for family, first in _cuts(name):
        if family in FAMILIES:
            return FAMILIES[family].measures([*first.split(","), *more])
        if _plain(family) is not None:
            return [parse(f"{family}@{cutoff}") for cutoff in (first, *more)]
    return []


def _cuts(name: str) -> Iterator[tuple[str, str]]:
    """Cut a name in two at each ``_`` and ``.``, the last one first, where what is behind may follow a name."""
    for sign in reversed(list(re.finditer(r"[_.]", name))):
        if _BEHIND.fullmatch(name, sign.end()):
            yield name[: sign.start()], name[sign.end() :]


def _named(name: str) -> Measure | None:
    """Return the measure of a symbol, an alias, or a name with its cutoff behind it; None where nobody knows it."""
    known = _plain(name)
    if known is not None:
        return known
    found = _of_family(name, [])
    if len(found) > 1:
        raise MeasureParameterError(f"{name!r} stands for {len(found)} measures\nHint: parse_many reads them.")
    return found[0] if found else find(name)


def _plain(name: str) -> Measure | None:
    return MEASURES[name] if name in MEASURES else parse(ALIASES[name]) if name in ALIASES else None


def _not_understood(text: str) -> UnknownMeasureError | MeasureParameterError:
    """Tell a name that is not known from a known one whose parameters or cutoff are broken."""
    start = _NAME.match(text)
    name = "" if start is None else start[1]
    if _plain(name) is not None:
        hint = f"Hint: write it like {name}@10 or {name}(rel=2)@10."
        return MeasureParameterError(f"{text.strip()!r} cannot be read\n{hint}")
    return UnknownMeasureError(name or text.strip(), [*MEASURES, *ALIASES, *FAMILIES, *NICKNAMES])


def _with_parameters(measure: Measure, text: str) -> Measure:
    found: dict[str, object] = {}
    for part in split(text):
        name, equals, given = (piece.strip() for piece in part.partition("="))
        if not (equals and name and given):
            known = ", ".join(name for name in measure.parameters() if name != "k")
            raise MeasureParameterError(
                f"{measure.symbol}: a parameter is written name=value, got {part.strip()!r}\nHint: it takes {known}."
            )
        measure, own = _translated(measure, name, given)
        for name, given in own.items():
            if name in found:
                raise MeasureParameterError(f"{measure.symbol}: {name} is given twice")
            found[name] = whole(given) if name == "k" else value(given)
    return measure(**found)


def _translated(measure: Measure, name: str, given: str) -> tuple[Measure, Mapping[str, str]]:
    """Turn a parameter of another tool into Assay's measure and parameters."""
    if name in measure.parameters():
        return measure, {name: given}
    for word in (given.strip("'\""), None):
        foreign = FOREIGN_PARAMETERS.get((measure.symbol, name, word))
        if foreign is not None:
            symbol, own = foreign
            return MEASURES[symbol], {key: text.format(given) for key, text in own.items()}
    return measure, {name: given}
