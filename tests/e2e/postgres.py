"""A PostgreSQL server of a test's own: in a temporary folder, on a Unix socket there, without a network.

It refuses to run as root: then it runs as `nobody`, who owns the folder. It ends with the test, however that
ends.
"""

import glob
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

USER = "perf"
DRIVERS = ("/usr/lib/*/odbc/psqlodbcw.so", "/usr/lib*/psqlodbcw.so", "/usr/local/lib/psqlodbcw.so")


def programs():
    """The folder of the newest server that is installed; None: there is none."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres") +
                   glob.glob("/usr/pgsql-*/bin/postgres"))
    return pathlib.Path(found[-1]).parent if found else None


def driver():
    found = [path for pattern in DRIVERS for path in glob.glob(pattern)]
    return found[0] if found else None


def why_not():
    """Why no server can be started here; None: one can."""
    if programs() is None:
        return "no PostgreSQL server is installed (script/setup installs it)"
    if driver() is None:
        return "no ODBC driver of PostgreSQL is installed (script/setup installs it)"
    return None


class Server:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="perf-pg-", dir="/tmp"))  # a socket's name is short
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody")
        self.data = self.folder / "data"
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C",
                  "--no-sync", "--no-instructions")
        self.start()

    def _as_nobody(self, *words):
        if os.geteuid() != 0:
            return list(words)
        return ["setpriv", "--reuid=nobody", "--clear-groups", "--pdeathsig=QUIT", *words]

    def _run(self, program, *arguments):
        done = subprocess.run(self._as_nobody(os.fspath(programs() / program), *map(os.fspath, arguments)),
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise RuntimeError("%s: %s" % (program, done.stdout.decode("utf-8", "replace")))

    def start(self):
        self.process = subprocess.Popen(
            self._as_nobody(os.fspath(programs() / "postgres"), "-D", os.fspath(self.data), "-k",
                            os.fspath(self.folder), "-c", "listen_addresses=", "-c", "fsync=off",
                            "-c", "shared_buffers=16MB", "-c", "autovacuum=off"),
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        told = b""
        for line in self.process.stderr:  # which it writes when it is ready, or has failed
            told += line
            if b"ready to accept connections" in line:
                return
        raise RuntimeError("postgres: %s" % told.decode("utf-8", "replace"))

    def stop(self):
        """At once, as a machine that loses its power."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.communicate()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def name(self, log_set):
        return "SQL:DRIVER=%s;Servername=%s;Database=postgres;UID=%s;PWD=secret!%s" % (
            driver(), self.folder, USER, log_set)

    def shown(self, log_set):
        return self.name(log_set).replace("PWD=secret", "PWD=*")

    def rows(self, query):
        """The answer, a list of texts a row."""
        done = subprocess.run([programs() / "psql", "-X", "-A", "-t", "-F", "\t", "-h", self.folder, "-U",
                               USER, "-d", "postgres", "-c", query],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        return [line.split("\t") for line in done.stdout.decode().splitlines()]
