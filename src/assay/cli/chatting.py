"""The chat model that options name."""

import click

from assay.models.openai_chat import OpenAIChat

_OPENAI = "https://api.openai.com/v1"


def chat_model(
    model: str | None,
    *,
    base_url: str | None,
    key_env: str | None,
    temperature: float,
    concurrency: int,
    timeout: float,
    is_called: bool = True,
) -> OpenAIChat:
    """Return the chat model.

    Parameters
    ----------
    is_called
        False where it only lends its name: no key is needed then.

    Raises
    ------
    BadParameter
        None was named.
    BadInputError
        Its key is not there.
    """
    if not model:
        raise click.BadParameter("there is no default model; name one, or set ASSAY_MODEL", param_hint="'--model'")
    default_key = "OPENAI_API_KEY" if base_url is None else None
    return OpenAIChat(
        model=model,
        base_url=base_url or _OPENAI,
        key_env=(key_env or default_key) if is_called else None,
        temperature=temperature,
        concurrency=concurrency,
        timeout_s=timeout,
    )
