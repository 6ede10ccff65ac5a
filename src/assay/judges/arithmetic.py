"""The arithmetic of judges' scores, apart from any model: verdicts in, a score out."""

from collections.abc import Sequence
from math import fsum, nan


def share(verdicts: Sequence[bool]) -> float:
    """Return the share of verdicts that hold; NaN without any.

    Faithfulness, context recall and claim recall and precision are such shares: over the claims of a text.

    Examples
    --------
    >>> share([True, True, False, True])
    0.75
    """
    return sum(verdicts) / len(verdicts) if verdicts else nan


def average_precision_at_useful(useful: Sequence[bool], *, smoothing: float = 0.0) -> float:
    r"""Return the mean precision at the ranks of useful passages.

    .. math:: \frac{\sum_k v_k \cdot P@k}{\sum_k v_k}, \quad P@k = \frac{1}{k} \sum_{i \le k} v_i

    Parameters
    ----------
    useful
        Whether each passage is useful, best first.
    smoothing
        Added to the number of useful passages; ragas adds 1e-10, so that its score of a perfect list is below 1.

    Returns
    -------
    float
        In [0, 1]: 1 where all useful passages stand before all others. 0 where none is useful, as in ragas; 0 for
        nothing retrieved.

    Notes
    -----
    Average precision over what was retrieved: it does not know of useful passages that were not. Es et al. (2024).

    Examples
    --------
    >>> average_precision_at_useful([True, False, True])
    0.8333333333333333
    """
    found, terms = 0, list[float]()
    for rank, is_useful in enumerate(useful, start=1):
        if is_useful:
            found += 1
            terms.append(found / rank)
    return fsum(terms) / (found + smoothing) if found else 0.0


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean; 0 where both are 0, NaN where one is undefined.

    Examples
    --------
    >>> f1(0.5, 1.0), f1(0.0, 0.0)
    (0.6666666666666666, 0.0)
    """
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def f1_of_claims(true_positive: int, false_positive: int, false_negative: int) -> float:
    """Return ragas' F1 of claims: TP / (TP + (FP + FN) / 2); 0 without a true positive.

    Examples
    --------
    >>> f1_of_claims(2, 1, 1)
    0.6666666666666666
    """
    return true_positive / (true_positive + (false_positive + false_negative) / 2) if true_positive else 0.0


def weighted(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean; NaN where a value with a weight is undefined.

    Examples
    --------
    >>> weighted([1.0, 0.6], [0.75, 0.25])
    0.9
    """
    used = [(value, weight) for value, weight in zip(values, weights, strict=True) if weight]
    return fsum(value * weight for value, weight in used) / fsum(weight for _, weight in used)
