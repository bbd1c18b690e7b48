#!/usr/bin/env python3
"""check_other_shells.py PERFLIB MACHINES COMPLETION: TAB in zsh and fish, on a recorded machine.

Keys are typed into an interactive zsh; fish is asked what it would offer.
"""

import re
import subprocess
import sys
import tempfile

from typed_keys import ShellTest, main

# Shows the line and continues with an empty one. What compinit found is kept in a file for the next shell.
ZSH_SET_UP = r"""fpath=(%s $fpath); autoload -Uz compinit; compinit -u -d %s/found; unsetopt beep
show() { print; print -r "LINE<$BUFFER>"; BUFFER=; }; zle -N show; bindkey '^G' show; echo RE''ADY
"""
FISH = """
source $argv[1]/perflib.fish
source $argv[1]/windows_tools.fish
complete -C$argv[2]
"""


class Zsh(ShellTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.found = folder.name

    def completed(self, keys):
        return self.line_after(keys, ["zsh", "-f", "-i"], ZSH_SET_UP % (self.completion, self.found))

    def test_subcommand_option_and_its_value(self):
        self.assertEqual(self.completed("perflib q\t--fo\tj\t"), "perflib query --format json ")

    def test_single_quotes(self):
        self.assertEqual(self.completed("perflib query '\\Memory\\Avail\tB\t"),
                         "perflib query '\\Memory\\Available Bytes' ")

    def test_double_quotes_double_the_backslashes(self):
        self.assertEqual(self.completed('perflib query "\\Processor(_T\t% Pri\t'),
                         'perflib query "\\\\Processor(_Total)\\\\% Privileged Time" ')

    def test_without_quotes_blanks_are_escaped_and_case_does_not_matter(self):
        self.assertEqual(self.completed("perflib query processor/_Total/%\\ pri\t"),
                         "perflib query processor/_Total/%\\ Privileged\\ Time ")

    def test_sets_of_watch(self):
        self.assertEqual(self.completed("perflib watch @cp\t"), "perflib watch @cpu ")

    def test_paths_are_those_of_the_log_on_the_line(self):
        self.assertEqual(self.completed("perflib query monday.blg '\\Processor(_T\t"),
                         "perflib query monday.blg '\\Processor(_Total)\\% Processor Time' ")
        self.assertEqual(self.completed("perflib convert monday.blg out.csv -c '\\Processor(_T\t"),
                         "perflib convert monday.blg out.csv -c '\\Processor(_Total)\\% Processor Time' ")

    def test_the_other_tools(self):
        self.assertEqual(self.completed("typeperf '\\Memory\\Available M\t-f T\t"),
                         "typeperf '\\Memory\\Available MBytes' -f TSV ")
        self.assertEqual(self.completed("relog monday.b\t-c '\\Processor(_T\t"),
                         "relog monday.blg -c '\\Processor(_Total)\\% Processor Time' ")
        self.assertEqual(self.completed("logman cr\tal\tx -th '\\Memory\\Available M\t"),
                         "logman create alert x -th '\\Memory\\Available MBytes' ")

    def test_files_are_logs(self):
        self.assertEqual(self.completed("perflib query serv\t"), "perflib query server.blg ")

    def test_error_takes_names_of_codes_and_help_subcommands(self):
        self.assertEqual(self.completed("perflib error pdh_no_dia\t"), "perflib error PDH_NO_DIALOG_DATA ")
        self.assertEqual(self.completed("perflib help ch\t"), "perflib help chart ")


class Fish(ShellTest):
    def offered(self, line):
        done = subprocess.run(["fish", "--no-config", "-c", FISH, self.completion, line], text=True,
                              capture_output=True, cwd=self.tool.folder, check=True,
                              env=self.tool.environment)
        self.assertEqual("", done.stderr)
        return [row.split("\t")[0] for row in done.stdout.splitlines()]

    def test_first_word_is_a_subcommand(self):
        listed = subprocess.run([self.perflib, "--help"], text=True, capture_output=True,
                                check=True).stdout
        names = re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)
        self.assertEqual(self.offered("perflib "), sorted(names))

    def test_options_are_those_of_help(self):
        self.assertEqual(self.offered("perflib doctor --"),
                         ["--format", "--help", "--json", "--page-size", "--root"])

    def test_values_of_options(self):
        self.assertEqual(self.offered("perflib query --format "), ["csv", "json", "table", "tsv"])
        self.assertEqual(self.offered("perflib doctor --format "), ["json", "text"])
        self.assertEqual(self.offered("perflib query x -n "), [])

    def test_quoted_path(self):
        self.assertEqual(self.offered("perflib query '\\Processor(_Total)\\% Pri"),
                         ["\\Processor(_Total)\\% Privileged Time"])

    def test_escaped_path(self):
        self.assertEqual(self.offered("perflib query Processor/_Total/%\\ Pri"),
                         ["Processor/_Total/% Privileged Time"])

    def test_sets_of_watch(self):
        self.assertEqual(self.offered("perflib watch @c"), ["@cpu"])

    def test_paths_are_those_of_the_log_on_the_line(self):
        self.assertEqual(self.offered("perflib query monday.blg '\\Processor(_T"),
                         ["\\Processor(_Total)\\% Processor Time"])
        self.assertEqual(self.offered("perflib convert monday.blg out.csv -c '\\Processor(_T"),
                         ["\\Processor(_Total)\\% Processor Time"])
        self.assertEqual(self.offered("perflib summary monday.blg '\\Processor(_T"),
                         ["\\Processor(_Total)\\% Processor Time"])

    def test_the_other_tools(self):
        self.assertEqual(self.offered("typeperf '\\Memory\\Available M"), ["\\Memory\\Available MBytes"])
        self.assertEqual(self.offered("typeperf -f T"), ["TSV"])
        self.assertEqual(self.offered("relog mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("relog monday.blg -c '\\Processor(_T"),
                         ["\\Processor(_Total)\\% Processor Time"])
        self.assertEqual(self.offered("logman create "), ["alert", "counter"])
        self.assertEqual(self.offered("logman create alert x -th '\\Memory\\Available M"),
                         ["\\Memory\\Available MBytes"])

    def test_files_are_logs(self):
        self.assertEqual(self.offered("perflib summary mon"), ["monday.blg", "monday.csv"])

    def test_error_takes_names_of_codes_and_help_subcommands(self):
        self.assertEqual(self.offered("perflib error PDH_NO_D"), ["PDH_NO_DATA", "PDH_NO_DIALOG_DATA"])
        self.assertEqual(self.offered("perflib help ch"), ["chart"])
        self.assertEqual(self.offered("perflib help chart "), [])


if __name__ == "__main__":
    main(sys.argv)
