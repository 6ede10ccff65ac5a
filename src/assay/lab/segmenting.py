"""Chinese cut into words: the one file that imports rjieba."""

from assay.errors import MissingExtraError


def chinese_words(text: str) -> list[str]:
    """Return the words of a run of Chinese characters, with the shorter words inside long ones.

    jieba's search mode: ``橄榄球`` gives ``橄榄`` and ``橄榄球``, so that a query for either finds it.

    Raises
    ------
    MissingExtraError
        rjieba is not installed.

    Examples
    --------
    >>> chinese_words("检索质量")
    ['检索', '质量']
    """
    try:
        import rjieba
    except ImportError as error:
        raise MissingExtraError("lexical search in Chinese (rjieba)", "pip install 'assay[lab]'") from error
    return rjieba.cut_for_search(text)
