"""The rows of logs in databases: how many rows a second go into SQLite and into a PostgreSQL server of
the bench's own, on a Unix socket.

Every way is run in turn, each time into a new database; the figures are medians. Where no server is
installed its row is left out, and the reason is printed.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/e2e"))

import postgres  # noqa: E402

ROWS = 200_000      # of CounterData, 500 a record
ROWS_ALONE = 500    # of the way that waits for the disk at each of them
REPETITIONS = 5


def speeds(program, ways, name_of):
    """By way: the median of rows a second."""
    measured = {way: [] for way in ways}
    for number in range(REPETITIONS):
        for way, rows in ways.items():
            with name_of(way, number) as name:
                done = subprocess.run([program, way, name, str(rows)], stdout=subprocess.PIPE, check=True)
            measured[way].append(float(done.stdout))
    return {way: statistics.median(all_) for way, all_ in measured.items()}


def row(name, ours, reference, what, goal):
    return {"name": name, "value": ours / 1e3, "unit": "k/s", "reference": what,
            "reference_value": reference / 1e3, "ratio": ours / reference, "goal": goal,
            "better": "higher", "allocations": None}


class SqliteDatabase:
    """A file that exists while it is used."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "bench.db"

    def __enter__(self):
        return "SQL:%s!bench" % self.path

    def __exit__(self, *_):
        self.path.unlink()


class ServerTables:
    """Tables that exist while they are used, without the server's log of their past."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        return self.server.name("bench")

    def __exit__(self, *_):
        self.server.rows("DROP TABLE counterdata, counterdetails, displaytoid; CHECKPOINT")


def sqlite_rows(program, folder):
    with tempfile.TemporaryDirectory(dir=folder) as made:
        speed = speeds(program, {"writer": ROWS, "prepared": ROWS, "autocommit": ROWS_ALONE},
                       lambda way, number: SqliteDatabase(made))
    yield row("rows into SQLite", speed["writer"], speed["prepared"],
              "a prepared INSERT a row, one transaction", 0.9)
    yield row("rows into SQLite, against a transaction a row", speed["writer"], speed["autocommit"],
              "a prepared INSERT a row, a transaction each", 50.0)


def server_rows(program):
    server = postgres.Server()
    try:
        speed = speeds(program, {"writer": ROWS, "prepared": ROWS // 10},
                       lambda way, number: ServerTables(server))
    finally:
        server.close()
    yield row("rows into PostgreSQL, on a Unix socket", speed["writer"], speed["prepared"],
              "a prepared INSERT a row, one transaction", 15.0)


def sql_rows(build):
    program = build / "bench/sql_bench"
    rows = list(sqlite_rows(program, build))
    why_not = postgres.why_not()
    if why_not is None:
        return rows + list(server_rows(program))
    print("sql: %s: its row is left out" % why_not, file=sys.stderr)
    return rows
