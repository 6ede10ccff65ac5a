"""What a store in PostgreSQL does beyond the suite of all stores."""

import json
import re
from collections.abc import Callable

import pytest

from assay import open_store
from assay.errors import BadInputError, RemoteError

DOCUMENT = json.dumps({"kind": "evaluation", "settings": {}, "per_query": {}})


def run(url: str, *statements: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(url) as database:
        for statement in statements:
            database.execute(statement)


def test_looking_into_a_database_makes_no_table(new_database: Callable[[], str]) -> None:
    url = new_database()
    open_store(url).entries()
    with pytest.raises(pytest.importorskip("psycopg").errors.UndefinedTable):
        run(url, "SELECT * FROM assay_evaluations")


def test_tables_of_a_newer_assay_are_refused(new_database: Callable[[], str]) -> None:
    url = new_database()
    open_store(url).save(DOCUMENT)
    run(url, "UPDATE assay_store SET schema = 2")
    with pytest.raises(BadInputError, match=r"made by a newer Assay \(form 2 of a store"):
        open_store(url)


def test_a_database_that_is_not_there_is_a_remote_failure(new_database: Callable[[], str]) -> None:
    with pytest.raises(RemoteError, match=r'database "absent\d+" does not exist'):
        open_store(new_database().replace("@/assay", "@/absent"))


def test_a_user_who_may_only_read_is_told_so_when_saving(new_database: Callable[[], str]) -> None:
    url = new_database()
    open_store(url).save(DOCUMENT)
    run(url, "CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    reader = open_store(re.sub(r"//\w+@", "//reader@", url))
    assert len(reader.entries()) == 1
    with pytest.raises(RemoteError, match="permission denied for table assay_evaluations"):
        reader.save(DOCUMENT)


def test_a_password_is_never_shown_wherever_it_stands(new_database: Callable[[], str]) -> None:
    url = new_database()
    for given in (url.replace("@", ":secret@", 1), url + "&password=secret"):
        store = open_store(given)
        assert "secret" not in store.place + str(store.save(DOCUMENT))


def test_the_other_spellings_of_the_scheme_are_understood(new_database: Callable[[], str]) -> None:
    url = new_database()
    for scheme in ("postgres://", "postgresql+psycopg://"):
        open_store(url.replace("postgresql://", scheme)).save(DOCUMENT)
    assert len(open_store(url).entries()) == 2
