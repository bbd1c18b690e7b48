"""Children that are forked while threads use loadperf.h, the registry, pdh.h or a log in a database use it too."""

import os
import subprocess
import unittest

from tool import PATIENCE, SOURCE, StandAloneTest, environment

FORKED_USERS, LODCTR, MAKE_SERVICE, RELOG = (
    os.environ[name] for name in ("FORKED_USERS", "LODCTR", "MAKE_SERVICE", "RELOG"))
SCOPE = "system" if os.geteuid() == 0 else "user"
CHILDREN = "8" if os.environ["SANITIZED"] == "1" else "20"
STARTS = 4 if os.environ["SANITIZED"] == "1" else 10  # of which each forks while threads make what a process has once
LOG = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
INI = SOURCE / "examples" / "v1_module" / "disque.ini"


class ForkTest(StandAloneTest):
    def setUp(self):
        super().setUp()
        self.env = environment(XDG_STATE_HOME=str(self.folder / "state"))

    def run_well_here(self, *words):
        done = subprocess.run(list(map(os.fspath, words)), env=self.env, capture_output=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((0, b""), (done.returncode, done.stderr), done.stdout)
        return done.stdout.decode()

    def assertChildrenMayUse(self, door, argument="-"):
        self.assertEqual("", self.run_well_here(FORKED_USERS, door, argument, CHILDREN))
        for _ in range(STARTS):
            self.assertEqual("", self.run_well_here(FORKED_USERS, door, argument, "1"))

    def install_service(self):
        self.run_well_here(MAKE_SERVICE, self.folder / "state" / "openperflib", SCOPE, "Disque",
                           "Library=/usr/lib/disque.so", "Open=OpenDisque", "Collect=CollectDisque", "Close=CloseDisque")
        self.run_well_here(LODCTR, INI)

    def test_registry(self):
        self.install_service()
        self.assertChildrenMayUse("registry")

    def test_loadperf(self):
        self.install_service()
        self.assertChildrenMayUse("loadperf", self.folder)

    def test_pdh(self):
        self.assertChildrenMayUse("pdh")

    def test_log_in_a_database(self):
        database = "SQL:%s!one" % (self.folder / "logs.db")
        self.run_well_here(RELOG, LOG, "-f", "SQL", "-o", database, "-t", "100", "-y")
        self.assertChildrenMayUse("sql", database)


if __name__ == "__main__":
    unittest.main()
