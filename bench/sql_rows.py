"""The rows of logs in databases: how many rows a second go into SQLite and into a PostgreSQL server of
the bench's own, on a Unix socket.

Every way is run in turn, each time into a new database; the figures are medians. Where no server is
installed its row is left out, and the reason is printed.
"""
import contextlib
import pathlib
import statistics
import sys
import tempfile

from programs import run
from row import LeftOut, Row, Task, result
from workspace import SOURCE

sys.path.append(str(SOURCE / "tests/e2e"))

import postgres  # noqa: E402

ROWS_INSERTED = 200_000  # of CounterData, 500 a record
ROWS_ALONE = 500         # of the way that waits for the disk at each of them
REPETITIONS = 3

SQLITE = Row("sql.sqlite", "rows into SQLite", 0.9, "higher")
SQLITE_ALONE = Row("sql.sqlite-each", "rows into SQLite, against a transaction a row", 50.0, "higher")
POSTGRESQL = Row("sql.postgresql", "rows into PostgreSQL, on a Unix socket", 15.0, "higher")
ROWS = [SQLITE, SQLITE_ALONE, POSTGRESQL]

# The reference of each row: the way of sql_bench, its rows, what it is.
REFERENCES = {
    SQLITE: ("prepared", ROWS_INSERTED, "a prepared INSERT a row, one transaction"),
    SQLITE_ALONE: ("autocommit", ROWS_ALONE, "a prepared INSERT a row, a transaction each"),
    POSTGRESQL: ("prepared", ROWS_INSERTED // 10, "a prepared INSERT a row, one transaction"),
}


def speed_results(space, rows, new_database):
    """Of the writer beside the reference of each row."""
    ways = {"writer": ROWS_INSERTED, **{REFERENCES[row][0]: REFERENCES[row][1] for row in rows}}
    measured = {way: [] for way in ways}
    program = space.bench_program("sql_bench")
    for _ in range(REPETITIONS):
        for way, count in ways.items():
            with new_database() as name:
                measured[way].append(float(run(program, way, name, str(count))))
    speed = {way: statistics.median(all_) / 1e3 for way, all_ in measured.items()}
    for row in rows:
        way, _, what = REFERENCES[row]
        yield result(row, speed["writer"], "k/s", what, speed[way], speed["writer"] / speed[way])


class SqliteDatabase:
    """A file that exists while it is used."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "bench.db"

    def __enter__(self):
        return "SQL:%s!bench" % self.path

    def __exit__(self, *_):
        self.path.unlink(missing_ok=True)


class ServerTables:
    """Tables that exist while they are used, without the server's log of their past."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        return self.server.name("bench")

    def __exit__(self, error, *_):
        if error is None:
            self.server.rows("DROP TABLE counterdata, counterdetails, displaytoid; CHECKPOINT")


def sqlite_task(rows):
    def measure(space):
        with tempfile.TemporaryDirectory(dir=space.build) as folder:
            return list(speed_results(space, rows, lambda: SqliteDatabase(folder)))

    return Task(tuple(rows), ("sql_bench",), measure)


def server_task():
    def measure(space):
        why_not = postgres.why_not()
        if why_not is not None:
            raise LeftOut(why_not)
        with contextlib.closing(postgres.Server()) as server:
            return list(speed_results(space, [POSTGRESQL], lambda: ServerTables(server)))

    return Task((POSTGRESQL,), ("sql_bench",), measure)


def tasks(chosen):
    sqlite = [row for row in chosen if row != POSTGRESQL]
    if sqlite:
        yield sqlite_task(sqlite)
    if POSTGRESQL in chosen:
        yield server_task()
