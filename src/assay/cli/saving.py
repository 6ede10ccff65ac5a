"""Whether an evaluation is saved, where, and under which name."""

from collections.abc import Sequence
from dataclasses import dataclass

import click

from assay.errors import BadInputError
from assay.evaluation.document import document_of
from assay.evaluation.result import Evaluation
from assay.store.entry import checked_name
from assay.store.opening import DEFAULT, open_store
from assay.store.seam import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Saving:
    """A store that was found to be usable; `asked` tells whether the user asked for it."""

    store: Store
    name: str | None
    asked: bool

    def save(self, evaluation: Evaluation, *, by: Sequence[str] | None) -> None:
        """Save an evaluation and say so.

        One that tells little, because it was interrupted or every call failed, is saved only where the user asked.
        """
        if not self.asked and (evaluation.interrupted or evaluation.n_failed == evaluation.n_asked):
            click.echo("not saved: the evaluation is incomplete (--save saves it all the same)", err=True)
            return
        document = document_of(evaluation, by=by, per_query=True).to_json()
        entry = self.store.save(document, name=self.name)
        click.echo(f"saved as {entry.id} ({self.store.place})", err=True)


def saving_to(url: str | None, *, save: bool | None, name: str | None) -> Saving | None:
    """Open the store before anything is evaluated, so that what is wrong with it costs nothing.

    Parameters
    ----------
    url
        The store that was named, if any.
    save
        What was asked for; None leaves it to whether a store or a name was given, or there is a store in ``.assay``.
    name
        The label that was given, if any.

    Returns
    -------
    Saving or None
        None where nothing is to be saved.
    """
    asked = bool(save or url is not None or name is not None)
    if save is False or not (asked or DEFAULT.is_file()):
        return None
    try:
        checked_name(name)
    except BadInputError as exc:
        raise click.BadParameter(str(exc), param_hint="'--name'") from exc
    return Saving(store=open_store(url), name=name, asked=asked)
