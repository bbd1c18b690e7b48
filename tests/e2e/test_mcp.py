"""`perflib mcp`, as a client sees it: docs/protocol.md, docs/guide-assistants.md."""

import json
import shutil
import subprocess
import unittest

from tool import ALL_WELL, FAILED, PATIENCE, PERFLIB, SOURCE, WRONG_USAGE, ToolTest, environment, perflib, roots

SAMPLE = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"


class Client:
    """Starts the server, asks, and reads its answers line by line."""

    def __init__(self, *arguments):
        self.server = subprocess.Popen([PERFLIB, "mcp", *map(str, arguments)], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True)
        self.number = 0

    def send(self, line):
        self.server.stdin.write(line + "\n")
        self.server.stdin.flush()
        return json.loads(self.server.stdout.readline())

    def ask(self, method, **params):
        self.number += 1
        answer = self.send(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}))
        assert answer["id"] == self.number, answer
        return answer["result"]

    def call(self, tool, **arguments):
        result = self.ask("tools/call", name=tool, arguments=arguments)
        return result["isError"], result["content"][0]["text"]

    def end(self):
        out, err = self.server.communicate(timeout=PATIENCE)
        return self.server.returncode, out, err


class Mcp(ToolTest):
    def client(self, *arguments):
        client = Client(*arguments)
        self.addCleanup(client.server.wait)
        self.addCleanup(client.server.kill)
        return client

    def well(self, client, tool, **arguments):
        is_error, text = client.call(tool, **arguments)
        self.assertFalse(is_error, text)
        return json.loads(text)

    def test_it_opens_a_log_finds_the_worst_finding_and_explains_it(self):
        shutil.copy(SAMPLE, self.folder / "server.blg")
        client = self.client(self.folder)
        self.assertEqual("perflib", client.ask("initialize", protocolVersion="2025-06-18")["serverInfo"]["name"])
        self.assertIn("report", [tool["name"] for tool in client.ask("tools/list")["tools"]])
        opened = self.well(client, "open_log", path="server.blg")
        self.assertEqual(11, opened["records"])
        worst = self.well(client, "report", log=opened["log"])["findings"][0]
        self.assertEqual("critical", worst["instances"][0]["severity"])
        explained = self.well(client, "explain", log=opened["log"], path=worst["paths"][0])
        explanation = explained["explanations"][0]
        self.assertEqual(["path", "type", "value", "status", "reason", "shown", "explanation"], list(explanation))
        self.assertIn("formula", explanation["explanation"])
        self.assertEqual((ALL_WELL, "", ""), client.end())

    def test_a_bad_line_costs_only_itself(self):
        client = self.client(self.folder)
        self.assertEqual(-32700, client.send("{")["error"]["code"])
        self.assertEqual(-32700, client.send("x" * 3_000_000)["error"]["code"])
        self.assertEqual({}, client.ask("ping"))
        self.assertEqual((ALL_WELL, "", ""), client.end())

    def test_files_elsewhere_are_refused(self):
        (self.folder / "logs").mkdir()
        (self.folder / "logs" / "link.blg").symlink_to(SAMPLE)
        client = self.client(self.folder / "logs")
        for path in (str(SAMPLE), "link.blg", "../logs/../secret.csv", "SQL:logs.db!a"):
            is_error, text = client.call("open_log", path=path)
            self.assertEqual((True, path + ": no such file in the folders that may be read"), (is_error, text))

    def test_notes_and_names_elsewhere_are_refused(self):
        logs = self.folder / "logs"
        logs.mkdir()
        shutil.copy(SAMPLE, logs / "server.blg")
        secret = self.folder / "secret.txt"
        secret.write_text("2026-11-21 10:00 secret\n")
        notes = logs / "server.blg.notes.txt"
        notes.symlink_to(secret)
        client = self.client(logs)
        opened = self.well(client, "open_log", path="server.blg")
        self.assertNotIn("notes", opened)
        self.assertNotIn("note_remarks", opened)
        for argument in ("notes", "names"):
            for path in (str(secret), notes.name, "../secret.txt"):
                answer = client.call("open_log", path="server.blg", **{argument: [path]})
                self.assertEqual((True, path + ": no such file in the folders that may be read"), answer)
        notes.unlink()
        notes.write_text("2026-11-21 10:00 mine\n")
        self.assertEqual(["mine"], [note["text"] for note in self.well(client, "open_log", path="server.blg")["notes"]])

    def test_this_machine_is_read_unless_it_is_left_out(self):
        client = self.client(self.folder, *roots("vm-6.18"), *roots("vm-6.18-later"))
        found = self.well(client, "query", paths=["\\Processor(_Total)\\% User Time"])
        self.assertEqual(1, len(found["columns"]))
        self.assertIsNotNone(found["rows"][0]["values"][0])
        self.assertTrue(self.well(client, "list")["objects"])
        memory = next(one for one in self.well(client, "list", object="Memory")["objects"] if one["name"] == "Memory")
        counters = {counter["name"]: counter for counter in memory["counters"]}
        self.assertNotIn("has_values", counters["Available Bytes"])
        missing = counters["Transition Faults/sec"]
        self.assertEqual((False, "Linux has no such count"), (missing["has_values"], missing["reason"]))
        client = self.client(self.folder, "--logs-only")
        self.assertEqual((True, "this client may not read this machine; name a log"), client.call("list"))

    def test_requests_of_a_pipe_are_all_answered_before_it_ends(self):
        shutil.copy(SAMPLE, self.folder / "server.blg")
        calls = (("open_log", {"path": "server.blg"}), ("summary", {"log": "log1", "limit": 1}))
        lines = [json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                             "params": {"name": tool, "arguments": arguments}})
                 for number, (tool, arguments) in enumerate(calls)]
        result = perflib("mcp", self.folder, data="\n".join(lines).encode())  # the last line has no end
        self.assertExit(result, ALL_WELL)
        self.assertEqual([0, 1], [json.loads(line)["id"] for line in result.text.splitlines()])

    def test_a_folder_that_is_missing_is_named(self):
        self.assertFault(perflib("mcp", "/no/such"), FAILED,
                         "perflib: /no/such: is not a folder that can be read\n")
        self.assertEqual(WRONG_USAGE, perflib("mcp").code)


if __name__ == "__main__":
    unittest.main()
