"""The threads of the library behind NumPy's matrix products."""

import os


def keep_to_one_thread() -> None:
    """Have OpenBLAS start no threads, unless the environment says how many; to be called before NumPy is loaded.

    It would start one for each further processor, and each spins for 0.1 s in wait of a matrix before it sleeps, on
    processors that others have a use for. Scoring multiplies no matrices.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
