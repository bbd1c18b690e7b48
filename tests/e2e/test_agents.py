"""Two programs as monitoring agents write them (tests/windows/pdh_pages: agent_loop.c, load_average.cpp) beside
`perflib query`, while processes come and go: they agree on every process, and need no more after minutes
than after seconds.

What holds whatever the computer does: a reading only grows, so that what the agent read lies between what
perflib read before and after; a rate is that of two readings of one process, known by its id and start; and
threads that always run are in the processor queue, except for one a CPU.
A few seconds here, SECONDS in script/test-slow.
"""

import bisect
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

from tool import PERFLIB, SANITIZED, ToolTest, environment

import formulas  # of the oracle

AGENT_LOOP, LOAD_AVERAGE, CHURN = (os.environ[name] for name in ("AGENT_LOOP", "LOAD_AVERAGE", "CHURN_PROGRAM"))
SECONDS = int(os.environ.get("SECONDS", "3"))
IS_LONG = SECONDS > 30
ROUND_MS = 500 if IS_LONG else 250
LOAD_INTERVAL = 5 if IS_LONG else 1
PATIENCE = 60 + 10 * SECONDS
# Processes of which every second 40 are others; their page faults tell them apart.
CHURN_WORDS = ("40", "3000" if IS_LONG else "1000", "97")
RESIDENTS = 40  # more than descriptors may be kept for, so that others that come and go change nothing
GROWTH_KIB = 1024  # 80 bytes for each process there was would be more
QUEUE, WAITING = r"\System\Processor Queue Length", 2  # threads in the queue at all times
COUNTERS = ("ID Process", "Elapsed Time", "% Processor Time", "Page Faults/sec")
TIMER = formulas.NUMBERS["PERF_100NSEC_TIMER"]
NO_VALUE, NO_INSTANCE = "0xC0000BBA", "0x800007D1"
STATUSES = {formulas.INVALID: NO_VALUE, formulas.NEGATIVE_VALUE: "0x800007D8",
            formulas.NEGATIVE_TIMEBASE: "0x800007D7"}
SUMS = ("Idle", "System", "_Total")  # each program adds up what it has seen


class Process:
    """What was read of one process in one collection."""

    def __init__(self, name, identity, start, time_100ns, cpu, faults, clock, value=None):
        self.name, self.cpu, self.faults, self.clock = name, cpu, faults, clock
        self.time_100ns, self.value = time_100ns, value
        self.key = (identity, start) if identity != 0 else name


class Round:
    """A collection of the agent, or of perflib."""

    def __init__(self, processes, instances=()):
        self.by_name = {one.name: one for one in processes}
        self.by_key = {one.key: one for one in processes}
        self.instances = {name: (cpu, time_100ns, value) for cpu, time_100ns, value, name in instances}
        self.clock = processes[0].clock


def agent_rounds(text):
    rounds = []
    for part in text.split("round\t")[1:]:
        processes, instances = [], []
        for kind, *cells in (line.split("\t") for line in part.splitlines()[1:]):
            if kind == "process":
                identity, start, time_100ns, cpu, faults, clock = map(int, cells[:6])
                processes.append(Process(cells[7], identity, start, time_100ns, cpu, faults, clock, cells[6]))
            else:
                # The rest of the path: NAME)\% Processor Time
                instances.append((int(cells[0]), int(cells[1]), cells[2], cells[3].rsplit(")\\", 1)[0]))
        rounds.append(Round(processes, instances))
    return rounds


def perflib_rounds(text):
    """The collections, and the length of the queue in each."""
    rounds, queues = [], []
    for line in text.splitlines():
        readings = {}
        for one in json.loads(line)["series"]:
            if one["path"].endswith(QUEUE):
                queues.append(one["raw"]["newer"]["first"])
                continue
            name, counter = re.fullmatch(r"\\\\[^\\]+\\Process\((.*)\)\\([^\\]+)", one["path"], re.S).groups()
            readings.setdefault(name, {})[counter] = one["raw"]["newer"]
        rounds.append(Round([
            Process(name, of["ID Process"]["first"], of["Elapsed Time"]["first"],
                    of["% Processor Time"]["second"], of["% Processor Time"]["first"],
                    of["Page Faults/sec"]["first"], of["Page Faults/sec"]["second"])
            for name, of in readings.items()
            if len(of) == len(COUNTERS) and None not in of.values()]))
    return rounds, queues


def cpus_online():
    """As the counter counts them."""
    with open("/proc/stat") as file:
        return len(re.findall(r"^cpu\d", file.read(), re.M))


def may_always_run():
    """Whether no limit on processor time takes threads out of the queue: of this group, and of those above it."""
    with open("/proc/self/cgroup") as file:
        groups = [line.rstrip("\n").split(":", 2)[1:] for line in file]
    for hierarchy, limit in (("/sys/fs/cgroup", "cpu.max"), ("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us")):
        own = [path for names, path in groups if names == "" or "cpu" in names.split(",")] + ["/"]
        folders = [pathlib.Path(hierarchy + path) for path in own]
        limits = [above / limit for folder in folders for above in (folder, *folder.parents)]
        found = [path.read_text() for path in limits if path.exists()]
        if found:
            return all(text.startswith(("max", "-1")) for text in found)
    return os.path.exists("/sys/fs/cgroup/cgroup.controllers")  # its root has no limit


def run_without_weight(cpu):
    """For a program that always wants to run, on one CPU, whenever nobody else does."""
    def apply():
        os.sched_setaffinity(0, {cpu})
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return apply


def rate(older, newer):
    """The text of the percentage of two readings."""
    value, status = formulas.calculate({"type": TIMER, "older": None if older is None else
                                        {"first": older.cpu, "second": older.time_100ns},
                                        "newer": {"first": newer.cpu, "second": newer.time_100ns}})
    return STATUSES[status] if value is None else "%.17g" % value


def has_grown(before, after):
    """Of 32 bits, which may have wrapped."""
    return (after - before) % 2 ** 32 < 2 ** 31


def footprint(pid):
    """(descriptors, threads, KiB of its own memory)."""
    with open("/proc/%d/status" % pid) as file:
        lines = dict(line.split(":", 1) for line in file if ":" in line)
    return (len(os.listdir("/proc/%d/fd" % pid)), int(lines["Threads"]), int(lines["RssAnon"].split()[0]))


class Agents(ToolTest):
    def start(self, name, *words, **more):
        """A program whose output is in the folder."""
        with open(self.folder / name, "wb") as out:
            program = subprocess.Popen(list(map(os.fspath, words)), stdin=subprocess.DEVNULL, stdout=out,
                                       env=environment(XDG_STATE_HOME=str(self.folder / "state")), **more)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return program

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8", errors="replace")

    def wait_for_lines(self, name, begin, count, program):
        """Until so many lines of a file begin that way."""
        deadline = time.monotonic() + PATIENCE
        while len(re.findall("^" + begin, self.text(name), re.M)) < count:
            self.assertIsNone(program.poll(), name)
            self.assertLess(time.monotonic(), deadline, name)
            time.sleep(0.1)  # how often it is looked at

    def start_all(self):
        for _ in range(RESIDENTS):
            self.start("nothing", "sleep", "100000")
        cpus = sorted(os.sched_getaffinity(0))
        for i in range(cpus_online() + WAITING):
            name = "runner%d" % i
            runner = self.start(name, "sh", "-c", "echo runs; while :; do :; done",
                                preexec_fn=run_without_weight(cpus[i % len(cpus)]))
            self.wait_for_lines(name, "runs", 1, runner)
        self.recorder = self.start("perflib", PERFLIB, "query", QUEUE,
                                   *(r"\Process(*)\%s" % one for one in COUNTERS),
                                   "-n", "100000", "-i", "0.7", "--format", "json")
        self.churn = self.start("nothing", CHURN, *CHURN_WORDS)
        self.wait_for_lines("perflib", "{", 1, self.recorder)
        self.rounds = 1000 * SECONDS // ROUND_MS
        self.agent = self.start("agent", AGENT_LOOP, str(self.rounds), str(ROUND_MS))
        self.load = self.start("load", LOAD_AVERAGE, "1000000", str(LOAD_INTERVAL))

    def at_rest(self, after):
        """What both programs hold when that many rounds are over and nothing comes or goes any more."""
        self.wait_for_lines("agent", "round", after, self.agent)
        self.churn.kill()
        self.churn.wait()
        now = len(re.findall("^round", self.text("agent"), re.M))
        self.wait_for_lines("agent", "round", now + 4, self.agent)
        return footprint(self.agent.pid), footprint(self.load.pid)

    def assertNothingGrows(self):
        early = self.at_rest(self.rounds // 6)
        self.churn = self.start("nothing", CHURN, *CHURN_WORDS)
        late = self.at_rest(self.rounds - 20)
        for name, before, after in zip(("agent", "load average"), early, late):
            print("%-12s %d descriptors, %d threads, %d KiB; then %d, %d, %d" % (name, *before, *after))
            self.assertEqual(before[:2], after[:2], name)
            if not SANITIZED:
                self.assertLess(after[2] - before[2], GROWTH_KIB, name)

    def finish(self):
        self.assertEqual(0, self.agent.wait(PATIENCE))
        self.wait_for_lines("load", r"\d", SECONDS // LOAD_INTERVAL, self.load)
        self.load.kill()
        rows = self.text("perflib").count("\n")
        self.wait_for_lines("perflib", "{", rows + 2, self.recorder)  # one that began after the agent's end
        self.recorder.send_signal(signal.SIGINT)
        self.recorder.wait(PATIENCE)

    def test_agent_and_load_average_agree_with_perflib_while_processes_come_and_go(self):
        self.start_all()
        if IS_LONG:
            self.assertNothingGrows()
        self.finish()
        rounds = agent_rounds(self.text("agent"))
        self.assertEqual(self.rounds, len(rounds))
        self.check_rates(rounds)
        self.check_instances(rounds)
        recorded, queues = perflib_rounds(self.text("perflib"))
        self.check_with_perflib(rounds, recorded)
        self.check_load(queues)

    def check_rates(self, rounds):
        """Each rate is that of two readings of one process; the first reading of a process has none."""
        of_same, of_new = 0, 0
        for before, now in zip(rounds, rounds[1:]):
            for process in now.by_name.values():
                older = before.by_key.get(process.key)
                self.assertEqual(rate(older, process), process.value, (process.name, process.key))
                of_same, of_new = of_same + (older is not None), of_new + (older is None)
        self.assertLess(0, of_same)
        self.assertLess(0, of_new)

    def check_instances(self, rounds):
        """A counter of one name is that of the process that has the name, as in the array."""
        passed_on = 0
        for before, now in zip(rounds, rounds[1:]):
            for name, (cpu, time_100ns, value) in now.instances.items():
                process = now.by_name.get(name)
                if process is None:  # it ended after the expansion
                    self.assertEqual((0, 0, NO_INSTANCE), (cpu, time_100ns, value), name)
                    continue
                self.assertEqual((process.cpu, process.time_100ns), (cpu, time_100ns), name)
                older = before.by_key.get(process.key)
                if name not in before.instances or older is None:
                    self.assertEqual(NO_VALUE, value, name)
                elif older.name == name:
                    self.assertEqual(rate(older, process), value, name)
                else:  # the process had another name, and the name another process
                    passed_on += 1
                    self.assertIn(value, (rate(older, process), NO_VALUE), name)
        self.assertLess(0, passed_on)

    def check_with_perflib(self, rounds, recorded):
        """A reading takes place between its own instant and that of the next one."""
        clocks = [one.clock for one in recorded]
        bracketed, settled = 0, 0
        for now, following in zip(rounds, rounds[1:]):
            earlier = bisect.bisect_right(clocks, now.clock) - 2
            later = bisect.bisect_left(clocks, following.clock)
            if earlier < 0:
                continue
            self.assertLess(later, len(recorded))
            before, after = recorded[earlier].by_key, recorded[later].by_key
            for key in before.keys() & after.keys():
                least, most = before[key], after[key]
                if least.name in SUMS:
                    continue
                self.assertIn(key, now.by_key, least.name)
                found = now.by_key[key]
                self.assertTrue(least.cpu <= found.cpu <= most.cpu, (key, least.name))
                self.assertTrue(has_grown(least.faults, found.faults), (key, least.name))
                self.assertTrue(has_grown(found.faults, most.faults), (key, least.name))
                bracketed += 1
                settled += least.faults == most.faults
        self.assertLess(self.rounds, bracketed)
        self.assertLess(self.rounds, settled)  # where the bounds leave only one number

    def check_load(self, queues):
        """The averages are those of the samples, which have the threads that always run, as perflib's have."""
        least = WAITING if may_always_run() else 0
        factors = [math.exp(-float(LOAD_INTERVAL) / (minutes * 60)) for minutes in (1.0, 5.0, 15.0)]
        averages = [0.0] * 3
        for line in self.text("load").split("\n")[:-1]:  # the last one may be unfinished
            queue, *printed = line.split()
            self.assertRegex(queue, r"^\d+$")
            queues.append(int(queue))
            averages = [average * factor + float(queue) * (1.0 - factor)
                        for average, factor in zip(averages, factors)]
            self.assertEqual(["%.17g" % average for average in averages], printed)
        self.assertLessEqual(least, min(queues))


if __name__ == "__main__":
    unittest.main()
