"""Counter sets from a pipe, from a shell script and from StatsD packets, and who publishes them."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import unittest

from tool import (ALL_WELL, DOES_NOT_EXIST, FAILED, PATIENCE, PERFLIB, SANITIZED, SOURCE, WRONG_USAGE, StandAloneTest,
                  answered, environment, is_well, perflib)

SETS = """{"sets": [
  {"guid": "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11", "name": "Coffee", "help": "Machines",
   "counters": [{"name": "Cups"}, {"name": "Seconds", "kind": "average"}]},
  {"guid": "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c12", "name": "Water", "instances": false,
   "counters": [{"name": "Litres"}]}
]}"""


class PublishTest(StandAloneTest):
    def setUp(self):
        super().setUp()
        self.runtime = self.folder / "run"
        self.runtime.mkdir(mode=0o700)
        self.env = environment(XDG_STATE_HOME=str(self.folder / "state"), XDG_RUNTIME_DIR=str(self.runtime))
        self.sets = self.folder / "sets.json"
        self.sets.write_text(SETS)
        self.program = None

    def tearDown(self):
        if self.program is not None:
            self.program.kill()
            self.program.wait()
            for stream in (self.program.stdin, self.program.stdout, self.program.stderr):
                stream.close()
        super().tearDown()

    def start(self, *command, **changes):
        self.program = subprocess.Popen(command, env={**self.env, **changes}, text=True, bufsize=1, cwd=self.folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return self.program

    def run_tool(self, *arguments, **changes):
        return perflib(*arguments, env=self.env, cwd=self.folder, **changes)

    def query(self, path):
        """By path without the machine: the value. Empty if there is no such series."""
        result = self.run_tool("query", path, "-n", "1", "-f", "json")
        if result.code != ALL_WELL:
            return {}
        row = json.loads(result.text.splitlines()[-1])
        return {"\\" + one["path"].split("\\", 3)[3]: one["value"] for one in row["series"]}

    def assertValues(self, path, expected):
        self.assertEqual(answered(lambda: self.query(path)), expected)

    def wait_for(self, path, expected):
        """Reads until the values are those, which another process is about to publish."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.query(path)) != expected:
            self.assertLess(time.monotonic(), deadline, found)

    def left(self):
        return sorted(path.name for path in (self.runtime / "openperflib").iterdir())

    def feed(self, *lines):
        """Lines that have been applied when this returns: a wrong one after them is reported."""
        for line in lines:
            self.program.stdin.write(line + "\n")
        self.program.stdin.write("?\n")
        return self.program.stderr.readline()


class Publish(PublishTest):
    def start_publishing(self):
        return self.start(PERFLIB, "provider", "publish", str(self.sets))

    @unittest.skipIf(os.path.exists("/run/openperflib"), "this machine has a runtime folder of the system")
    def test_without_a_runtime_folder_it_says_what_to_do(self):
        says = ("perflib: no runtime folder: XDG_RUNTIME_DIR is not set: set it to a folder of your own, or create "
                "/run/openperflib (see guide-publish)\n")
        for words in (("publish", self.sets), ("statsd", "--listen", "127.0.0.1:0")):
            with self.subTest(words[0]):
                self.assertFault(perflib("provider", *words, env=environment()), FAILED, says)

    def test_lines_are_values_until_the_input_ends(self):
        self.start_publishing()
        reported = self.feed(r"\Coffee(Hall)\Cups = 5", r"\Coffee(Yard)\Cups + 2", r"\Coffee(Hall)\Cups - 1",
                             r"\Water\Litres = 9")
        self.assertEqual(reported, 'perflib: line 5: the line must end with "= N", "+ N" or "- N" '
                                   '(blanks around the sign)\n')
        self.assertValues(r"\Coffee(*)\Cups", {r"\Coffee(Hall)\Cups": 4, r"\Coffee(Yard)\Cups": 2})
        self.assertValues(r"\Water\Litres", {r"\Water\Litres": 9})
        self.feed(r"delete \Coffee(Yard)")
        self.assertValues(r"\Coffee(*)\Cups", {r"\Coffee(Hall)\Cups": 4})
        self.program.stdin.close()
        self.assertEqual(self.program.wait(PATIENCE), FAILED)  # lines were skipped
        self.assertEqual(self.left(), [])
        self.assertEqual(self.query(r"\Coffee(*)\Cups"), {})

    def test_lines_without_mistakes_end_well(self):
        done = self.run_tool("provider", "publish", self.sets, data=b"\\Coffee(Hall)\\Cups = 5\n\n\\Water\\Litres + 1")
        self.assertEqual((done.code, done.text, done.err), (ALL_WELL, "", ""))

    def test_each_wrong_line_is_reported_with_its_number(self):
        data = b"\\Tea(Hall)\\Cups = 5\n\\Coffee(Hall)\\Cups = 1\n\\Coffee(Hall)\\Cups = x\n" + b"x" * 100_000 + b"\n"
        done = self.run_tool("provider", "publish", self.sets, data=data)
        self.assertEqual(done.code, FAILED)
        self.assertEqual(done.err, 'perflib: line 1: no set is called "Tea"\n'
                                   'perflib: line 3: "x" is not a whole number from 0 to 2^64-1\n'
                                   'perflib: line 4: the line has more than 8,192 bytes\n')

    def test_signal_withdraws_everything(self):
        self.start_publishing()
        self.feed(r"\Coffee(Hall)\Cups = 5")
        self.program.send_signal(signal.SIGTERM)
        self.program.wait(PATIENCE)
        self.assertEqual(self.left(), [])

    def test_file_with_a_mistake_is_refused(self):
        self.sets.write_text('{"sets": [\n{"guid": "x"}]}')
        done = self.run_tool("provider", "publish", self.sets)
        self.assertEqual((done.code, done.err), (FAILED, 'perflib: %s: line 2: it needs "name"\n' % self.sets))
        self.assertEqual(self.run_tool("provider", "publish").code, WRONG_USAGE)
        self.assertEqual(self.run_tool("provider", "publish", "-").code, WRONG_USAGE)

    def test_list_and_show_name_process_user_and_program(self):
        self.start_publishing()
        self.feed(r"\Coffee(Hall)\Cups = 5")
        listed = answered(lambda: json.loads(self.run_tool("provider", "list", "--json").text), lambda one: one["sets"])
        self.assertEqual([one["name"] for one in listed["sets"]], ["Coffee", "Water"])
        coffee = listed["sets"][0]
        self.assertEqual((coffee["pid"], coffee["instances"], coffee["folder"]), (self.program.pid, 1, "user"))
        self.assertEqual(pathlib.Path(coffee["program"]).resolve(), pathlib.Path(PERFLIB).resolve())
        self.assertEqual(coffee["counters"][0], {"name": "Cups", "type": "PERF_COUNTER_LARGE_RAWCOUNT"})
        self.assertIn("COUNTER SET", answered(lambda: self.run_tool("provider", "list").text,
                                              lambda text: "Coffee" in text))
        for name in ("coffee", "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11", coffee["guid"]):
            shown = answered(lambda: self.run_tool("provider", "show", name), is_well)
            self.assertEqual(shown.code, ALL_WELL, shown)
            self.assertIn("pid         %d\n" % self.program.pid, shown.text)
        self.assertEqual(self.run_tool("provider", "show", "tea").code, DOES_NOT_EXIST)

    def test_first_lines_of_the_guide_run_as_a_script(self):
        guide = (SOURCE / "docs" / "guide-publish.md").read_text(encoding="utf-8")
        lines = re.search(r"^```sh\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL).group(1)
        path = os.pathsep.join((os.path.dirname(os.path.abspath(PERFLIB)), os.environ["PATH"]))
        done = subprocess.run(["bash", "-e", "-c", lines], env={**self.env, "PATH": path}, cwd=self.folder, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
        self.assertEqual((ALL_WELL, ""), (done.returncode, done.stderr), done)
        self.assertIn("Cups", done.stdout)
        self.assertFalse((self.folder / "changes").exists())

    def test_shell_example(self):
        script = SOURCE / "examples" / "counter_set" / "coffee_machine.sh"
        self.start(str(script), PERFLIB=PERFLIB)
        self.program.stdin.write("\n\n\n")
        self.program.stdin.flush()
        self.wait_for(r"\Coffee Machine(*)\Cups", {r"\Coffee Machine(Hall)\Cups": 3})
        self.program.stdin.close()
        self.assertEqual(self.program.wait(PATIENCE), 0)
        self.assertEqual(self.left(), [])

    @unittest.skipIf(SANITIZED, "a sanitizer's library wants to be the first one")
    def test_offer_that_cannot_be_read_is_told_to_the_system_s_log_once(self):
        offers, lines = self.runtime / "openperflib", self.folder / "syslog"
        offers.mkdir(mode=0o700)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as silent:
            silent.bind(str(offers / "silent"))
            silent.listen()
            catcher = {"LD_PRELOAD": os.environ["SYSLOG_CATCHER"], "SYSLOG_FILE": str(lines)}
            done = perflib("record", "-n", "5", "-i", "0.5", "-o", "all.perfrec", env={**self.env, **catcher},
                           cwd=self.folder)
        self.assertExit(done, ALL_WELL)
        self.assertRegex(lines.read_text(), r"^<14>perflib\[\d+\]: %s printed: connections that do not answer: 1; "
                                            r"their counter sets are left out\n$" % re.escape(str(offers)))


class Elsewhere(PublishTest):
    def test_python_example(self):
        script = SOURCE / "examples" / "counter_set" / "coffee_machine.py"
        if SANITIZED:
            raise unittest.SkipTest("the library has a sanitizer, Python has not")
        self.start(sys.executable, str(script), os.environ["COMPAT"])
        self.assertEqual(self.program.stdout.readline(), "ready\n")
        self.program.stdin.write("\n\n")
        self.assertEqual([self.program.stdout.readline() for _ in range(2)], ["counted\n"] * 2)
        guid = "{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c13}"
        self.assertValues(r"\%s(*)\*" % guid, {r"\%s(Hall)\Counter 1" % guid: 2})
        self.program.stdin.close()
        self.assertEqual(self.program.wait(PATIENCE), 0)
        self.assertEqual(self.left(), [])

    def in_a_container(self, *command):
        """The same command in mounts and pids of its own, with the folder of offers mounted into it."""
        offers, inside = self.runtime / "openperflib", self.folder / "inside"
        offers.mkdir(mode=0o700, exist_ok=True)
        (inside / "openperflib").mkdir(mode=0o700, parents=True, exist_ok=True)
        own = ["unshare", "--mount", "--pid", "--fork", *(["--user", "--map-root-user"] if os.geteuid() else [])]
        mount = ["mount", "--bind", str(offers), str(inside / "openperflib")]
        if subprocess.run([*own, *mount], capture_output=True).returncode != 0:
            raise unittest.SkipTest("this system does not permit unshare and mount")
        script = '"$1" "$2" "$3" "$4" && shift 4 && exec "$@"'
        return [*own, "env", "XDG_RUNTIME_DIR=%s" % inside, "sh", "-c", script, "sh", *mount, *command]

    def test_container_shares_the_folder_that_is_mounted_into_it(self):
        self.start(*self.in_a_container(PERFLIB, "provider", "publish", str(self.sets)))
        self.feed(r"\Coffee(Hall)\Cups = 5")
        self.assertValues(r"\Coffee(*)\Cups", {r"\Coffee(Hall)\Cups": 5})
        self.program.stdin.close()
        self.program.wait(PATIENCE)
        self.assertEqual(self.left(), [])

    def test_container_sees_what_is_published_outside(self):
        query = self.in_a_container(PERFLIB, "query", r"\Coffee(*)\Cups", "-n", "2", "-i", "0.1", "-f", "json")
        self.start(PERFLIB, "provider", "publish", str(self.sets))
        self.feed(r"\Coffee(Hall)\Cups = 5")
        seen = answered(lambda: subprocess.run(query, env=self.env, capture_output=True, text=True), is_well)
        rows = [json.loads(line) for line in seen.stdout.splitlines()]
        self.assertEqual([[one["value"] for one in row["series"]] for row in rows], [[5], [5]])
        listing = self.in_a_container(PERFLIB, "provider", "list", "--json")
        seen = answered(lambda: subprocess.run(listing, env=self.env, capture_output=True, text=True),
                        lambda done: '"Coffee"' in done.stdout)
        self.assertEqual([one["pid"] for one in json.loads(seen.stdout)["sets"]], [0, 0])
        self.assertEqual(len(self.left()), 1)  # it has no pid in there, but it runs


class Statsd(PublishTest):
    def start_statsd(self, *options):
        self.start(PERFLIB, "provider", "statsd", "--listen", "127.0.0.1:0", *options)
        said = self.program.stdout.readline()
        self.assertTrue(said.startswith("Listening on 127.0.0.1:"), said)
        self.port = int(said.rsplit(":", 1)[1])

    def send(self, *packets):
        """Packets that have been taken when this returns: a wrong one after them is reported."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for packet in (*packets, b"wrong"):
                sender.sendto(packet, ("127.0.0.1", self.port))

    def test_packets_are_instances(self):
        self.start_statsd()
        self.send(b"jobs:2|c\njobs:1|c|@0.1|#env:prod", b"queue:3.25|g", b"time:320|ms", b"u:1|s")
        self.assertIn("StatsD line", self.program.stderr.readline())
        self.assertIn("is not NAME:VALUE|TYPE", self.program.stderr.readline())
        self.assertValues(r"\StatsD Counters(*)\Count",
                         {r"\StatsD Counters(jobs)\Count": 2, r"\StatsD Counters(jobs{env:prod})\Count": 10})
        self.assertValues(r"\StatsD Gauges(*)\*", {r"\StatsD Gauges(queue)\Thousandths": 3250})
        self.assertValues(r"\StatsD Timers(time)\Samples", {r"\StatsD Timers(time)\Samples": 1})
        self.assertValues(r"\StatsD\Refused Lines", {r"\StatsD\Refused Lines": 2})
        self.program.send_signal(signal.SIGINT)
        self.assertEqual(self.program.wait(PATIENCE), ALL_WELL)
        self.assertEqual(self.left(), [])

    def test_decrements_and_levels_below_zero(self):
        self.start_statsd()
        self.send(b"sessions:3|c", b"sessions:-1|c", b"debt:-1|c:-2|c", b"queue:333|g", b"queue:250|g|@0.5",
                  b"cold:0|g:-4.5|g|@0.1", b"time:320:80|d")
        self.assertIn("is not NAME:VALUE|TYPE", self.program.stderr.readline())
        self.assertValues(r"\StatsD Counters(*)\Count",
                         {r"\StatsD Counters(sessions)\Count": 2, r"\StatsD Counters(debt)\Count": -3})
        self.assertValues(r"\StatsD Gauges(*)\*", {r"\StatsD Gauges(queue)\Thousandths": 250000,
                                                  r"\StatsD Gauges(cold)\Thousandths": -4500})
        self.assertValues(r"\StatsD Timers(time)\Samples", {r"\StatsD Timers(time)\Samples": 2})
        shown = self.run_tool("query", r"\StatsD Gauges(cold)\Thousandths")
        self.assertIn(b"-4500", shown.out)

    def test_a_set_is_refused_by_name(self):
        self.start_statsd()
        self.send(b"users:765|s")
        self.assertIn("it is a set (type s)", self.program.stderr.readline())

    def test_python3_statsd_sends_to_it(self):
        sys.path.append("/usr/lib/python3/dist-packages")  # where Debian has it, for another Python too
        try:
            import statsd
        except ImportError:
            raise unittest.SkipTest("python3-statsd is not installed") from None
        self.start_statsd()
        client = statsd.StatsClient("127.0.0.1", self.port, prefix="shop")
        client.incr("orders")
        client.incr("orders", 4)
        client.gauge("queue", 7)
        client.timing("answer", 20)
        with client.pipeline() as pipe:
            pipe.incr("orders")
            pipe.gauge("queue", 2, delta=True)
        client.close()
        self.send()
        self.program.stderr.readline()
        self.assertValues(r"\StatsD Counters(*)\Count", {r"\StatsD Counters(shop.orders)\Count": 6})
        self.assertValues(r"\StatsD Gauges(*)\*", {r"\StatsD Gauges(shop.queue)\Thousandths": 9000})
        self.assertValues(r"\StatsD Timers(*)\Samples", {r"\StatsD Timers(shop.answer)\Samples": 1})

    def test_idle_instance_ends(self):
        self.start_statsd("--expire", "200ms")
        self.send(b"jobs:2|c")
        self.wait_for(r"\StatsD\Expired Instances", {r"\StatsD\Expired Instances": 1})
        self.assertEqual(self.query(r"\StatsD Counters(*)\Count"), {})

    def test_address_that_cannot_be_used(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
            taken.bind(("127.0.0.1", 0))
            for address, code in (("localhost:0", WRONG_USAGE), ("127.0.0.1", WRONG_USAGE),
                                  ("127.0.0.1:%d" % taken.getsockname()[1], FAILED)):
                done = self.run_tool("provider", "statsd", "--listen", address)
                self.assertEqual(done.code, code, done)
        self.assertEqual(self.run_tool("provider", "statsd", "--expire", "never").code, WRONG_USAGE)
        self.assertEqual(self.run_tool("provider", "statsd", "--instances", "0").code, WRONG_USAGE)
