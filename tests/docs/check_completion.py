#!/usr/bin/env python3
"""check_completion.py PERFLIB MACHINES COMPLETION: TAB in bash, on a recorded machine.

COMPREPLY is checked for lines whose last word readline breaks as the case says, and the whole line
for keys typed into an interactive bash, which does the breaking and the inserting itself.
"""

import subprocess
import sys

from typed_keys import ShellTest, main

ASK = """
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
time_before=$EPOCHREALTIME
read -r _ _ complete _ < <(complete -p "$4")
$complete "$4" "$3" ""
echo "$((${EPOCHREALTIME/./} - ${time_before/./}))" >&2
printf '%s\\n' "${COMPREPLY[@]}"
"""
# Shows the line and continues with an empty one.
SET_UP = r"""bind -x '"\C-g": printf "\nLINE<%s>\n" "$READLINE_LINE"; READLINE_LINE='
bind 'set bell-style none'; echo RE''ADY
"""


class Completion(ShellTest):
    def offered(self, line, word):
        """COMPREPLY for a line of which readline would replace `word`."""
        done = subprocess.run(["bash", "--norc", "-c", ASK, "bash", self.completion, line, word,
                               line.split()[0]],
                              text=True, capture_output=True, cwd=self.tool.folder, check=True,
                              env=self.tool.environment)
        print("%6d us  %s" % (int(done.stderr.split()[-1]), line))
        return [text for text in done.stdout.split("\n") if text]

    def completed(self, keys):
        return self.line_after(keys, ["bash", "--norc", "--noprofile", "-i"],
                               "source %s; %s" % (self.completion, SET_UP), INPUTRC="/dev/null")

    def test_first_word_is_a_subcommand(self):
        self.assertEqual(self.offered("perflib ", ""),
                         ["list", "pick", "query", "watch", "at", "explain", "dump", "inspect", "record",
                          "convert", "cut", "merge", "summary", "chart", "diff", "annotate", "report", "alert", "sets",
                          "provider", "doctor", "error", "mcp", "help", "--help", "--version"])
        self.assertEqual(self.offered("perflib w", "w"), ["watch"])

    def test_help_is_about_a_subcommand(self):
        self.assertEqual(self.offered("perflib help ch", "ch"), ["chart"])
        self.assertEqual(self.offered("perflib help chart ", ""), [])

    def test_error_takes_names_of_codes(self):
        self.assertEqual(self.offered("perflib error pdh_no_d", "pdh_no_d"), ["PDH_NO_DATA", "PDH_NO_DIALOG_DATA"])

    def test_dash_offers_options_of_the_subcommand(self):
        self.assertEqual(self.offered("perflib query --", "--"),
                         ["--help", "--format", "--json", "--raw", "--top", "--kthreads",
                          "--names-with-ids", "--log", "--encoding", "--date-order", "--names", "--root",
                          "--page-size"])
        self.assertEqual(self.offered("perflib inspect --s", "--s"), ["--strict"])

    def test_files_are_logs(self):
        self.assertEqual(self.offered("perflib summary mon", "mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("perflib query serv", "serv"), ["server.blg"])
        self.assertEqual(self.offered("perflib convert server.blg x.txt --to ", ""),
                         ["csv", "tsv", "blg", "perfrec"])

    def test_sets_are_offered_where_they_are_taken(self):
        for line in ("perflib query @c", "perflib record @c", "perflib summary server.blg @c",
                     "perflib convert server.blg x.csv -c @c", "perflib list @c", "perflib chart @c",
                     "perflib at server.blg 15:45 @c"):
            with self.subTest(line):
                self.assertEqual(self.offered(line, "@c"), ["@cpu"])
        self.assertEqual(self.offered("perflib explain @c", "@c"), [])

    def test_values_of_options(self):
        self.assertEqual(self.offered("perflib query --format ", ""),
                         ["table", "csv", "tsv", "json"])
        self.assertEqual(self.offered("perflib summary x.blg --format ", ""), ["text", "json"])
        self.assertEqual(self.offered("perflib chart --format ", ""), ["text", "svg", "html", "json"])
        self.assertEqual(self.offered("perflib dump -y C", "C"), ["Costly"])
        self.assertEqual(self.offered("perflib query x -n ", ""), [])

    def test_watch_offers_sets(self):
        self.assertEqual(self.offered("perflib watch @", "@"),
                         ["@overview", "@cpu", "@memory", "@disk", "@network", "@process"])

    def test_list_offers_names_of_objects(self):
        self.assertEqual(self.offered("perflib list Pr", "Pr"),
                         ["Processor", "Processor\\ Information", "Process", "Process\\ V2"])

    def test_single_quotes_keep_everything_as_it_is(self):
        self.assertEqual(self.offered("perflib query '\\Processor(_T", "\\Processor(_T")[:1],
                         ["\\Processor(_Total)\\% Processor Time"])

    def test_double_quotes_keep_backslashes_before_letters(self):
        word = "\\Processor(_Total)\\% Proc"
        self.assertEqual(self.offered('perflib query "' + word, word),
                         ["\\Processor(_Total)\\% Processor Time"])
        self.assertEqual(self.offered('perflib chart "' + word, word),
                         ["\\Processor(_Total)\\% Processor Time"])

    def test_double_quotes_escape_backslashes_before_backslashes(self):
        self.assertIn("\\LogicalDisk(\\)\\% Free Space",
                      self.offered('perflib query "\\LogicalDisk(\\', "\\LogicalDisk(\\"))

    def test_without_quotes_blanks_and_parentheses_are_escaped(self):
        word = "processor/_Total/%\\ pri"
        self.assertEqual(self.offered("perflib query " + word, word),
                         ["processor/_Total/%\\ Privileged\\ Time"])
        word = "\\\\Processor\\(_Total\\)\\\\%\\ Pri"
        self.assertEqual(self.offered("perflib query " + word, word),
                         ["\\\\Processor\\(_Total\\)\\\\%\\ Privileged\\ Time"])

    def test_quote_within_the_word_offers_what_comes_behind_it(self):
        self.assertEqual(self.offered("perflib query Processor/_Total/'% Pri", "% Pri"),
                         ["% Privileged Time"])

    def test_second_path_and_the_root_of_the_line(self):
        line = "perflib query 'Memory/Available Bytes' --root %s \\\\Mem" % (
            self.tool.machines / "made-no-psi")
        self.assertIn("\\\\Memory\\\\Available\\ Bytes", self.offered(line, "\\\\Mem"))

    def test_paths_are_those_of_the_log_on_the_line(self):
        self.assertEqual(self.offered("perflib query server.blg '\\Process(win", "\\Process(win"),
                         ["\\Process(wininit)\\", "\\Process(winlogon)\\"])
        self.assertEqual(self.offered("perflib summary monday.blg \\\\Phys", "\\\\Phys"),
                         ["\\\\PhysicalDisk\\(0\\ C:\\)\\\\", "\\\\PhysicalDisk\\(\\*\\)\\\\"])
        self.assertEqual(self.offered("perflib chart 'Memory/Cache Byt", "Memory/Cache Byt"),
                         ["Memory/Cache Bytes", "Memory/Cache Bytes Peak"])
        self.assertEqual(self.offered("perflib list monday.blg Mem", "Mem"), [])
        self.assertEqual(self.offered("perflib query no.blg 'Memory/Cache Byt", "Memory/Cache Byt"),
                         ["Memory/Cache Bytes", "Memory/Cache Bytes Peak"])

    def test_paths_to_keep_are_those_of_the_logs_that_are_read(self):
        for line in ("perflib convert monday.blg out.csv -c '", "perflib cut --first 5m monday.blg out.blg -c '",
                     "perflib merge monday.blg tuesday.blg out.blg -c '", "perflib diff monday.blg tuesday.blg '",
                     "relog -b 1/1/2013 monday.blg -f csv -c '"):
            self.assertEqual(self.offered(line + "\\Processor(_T", "\\Processor(_T"),
                             ["\\Processor(_Total)\\% Processor Time"], line)

    def test_typeperf(self):
        self.assertEqual(self.offered("typeperf '\\Memory\\Available ", "\\Memory\\Available "),
                         ["\\Memory\\Available Bytes", "\\Memory\\Available KBytes",
                          "\\Memory\\Available MBytes"])
        self.assertEqual(self.offered("typeperf -f ", ""), ["CSV", "TSV", "BIN", "SQL"])
        self.assertEqual(self.offered("typeperf -s", "-s"), ["-si", "-sc", "-s"])
        self.assertEqual(self.offered("typeperf -qx Physical", "Physical"), ["PhysicalDisk"])
        self.assertEqual(self.offered("typeperf -cf mon", "mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("typeperf -sc ", ""), [])

    def test_relog(self):
        self.assertEqual(self.offered("relog mon", "mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("relog monday.blg -f t", "t"), ["TSV"])
        self.assertEqual(self.offered("relog monday.blg -c", "-c"), ["-c", "-cf", "-config"])
        self.assertEqual(self.offered("relog monday.blg -t ", ""), [])

    def test_databases_and_their_sets(self):
        self.tool.run("relog monday.blg -f SQL -o SQL:perf.db!one")
        self.assertEqual(self.offered("relog SQL:p", "p"), ["perf.db\\!one"])
        self.tool.run("relog monday.blg -f SQL -o SQL:perf.db!two")
        self.assertEqual(self.offered("typeperf -f SQL -o SQL:p", "p"), ["perf.db\\!one", "perf.db\\!two"])
        self.assertEqual(self.offered("perflib query 'SQL:perf.db!t", "perf.db!t"), ["perf.db!two"])
        self.assertEqual(self.offered("relog 'SQL:perf.db!one' -c '\\Processor(_T", "\\Processor(_T"),
                         ["\\Processor(_Total)\\% Processor Time"])

    def test_logman(self):
        for name in ("'my disks'", "box"):
            self.tool.run("logman create counter %s -c '\\Memory\\Available Bytes'" % name)
        self.assertEqual(self.offered("logman ", ""),
                         ["create", "query", "start", "stop", "delete", "update", "import", "export"])
        self.assertEqual(self.offered("logman create ", ""), ["counter", "alert"])
        self.assertEqual(self.offered("logman create alert new -t", "-t"), ["-th", "-tn", "-targ"])
        self.assertEqual(self.offered("logman create counter new -c", "-c"), ["-c", "-cf", "-cnf", "-config"])
        self.assertEqual(self.offered("logman create counter new -c '\\Memory\\Available K",
                                      "\\Memory\\Available K"), ["\\Memory\\Available KBytes"])
        self.assertEqual(self.offered("logman create alert new -f ", ""), ["bin", "bincirc", "csv", "tsv", "sql"])
        self.assertEqual(self.offered("logman start ", ""), ["box", "my\\ disks"])
        self.assertEqual(self.offered("logman stop box -", "-"), ["-n", "-s", "-config", "-\\?", "-as", "-unit"])
        self.assertEqual(self.offered("logman update ", ""), ["counter", "alert", "box", "my\\ disks"])
        self.assertEqual(self.offered("logman create alert new -rdcs m", "m"), ["my\\ disks"])
        self.assertEqual(self.offered("logman import new -xml mon", "mon"), ["monday.blg", "monday.csv"])

    def test_lodctr(self):
        self.assertEqual(self.offered("lodctr -", "-"), ["-\\?", "-C:", "-D:", "-E:", "-H:", "-L:", "-M:", "-Q", "-R", "-S:",
                                                       "-T:"])
        self.assertEqual(self.offered("lodctr mon", "mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("lodctr -S mon", "mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("lodctr -L:", ""), [])

    def test_ctrpp(self):
        self.assertEqual(self.offered("ctrpp -not", "-not"), ["-NotificationCallback"])
        self.assertEqual(self.offered("ctrpp -o mon", "mon"), ["monday.blg", "monday.csv"])
        self.assertEqual(self.offered("ctrpp -prefix ", ""), [])

    def test_typed_with_a_log_on_the_line(self):
        self.assertEqual(self.completed("perflib query monday.blg '\\Phys\t0\tBytes/R\t"),
                         "perflib query monday.blg '\\PhysicalDisk(0 C:)\\Avg. Disk Bytes/Read' ")

    def test_typed_to_relog_and_logman(self):
        self.assertEqual(self.completed("relog monday.b\t-c '\\Processor(_T\t"),
                         "relog monday.blg -c '\\Processor(_Total)\\% Processor Time' ")
        self.assertEqual(self.completed("logman cr\tal\tx -th '\\Memory\\Available M\t"),
                         "logman create alert x -th '\\Memory\\Available MBytes' ")

    def test_what_is_not_there_offers_nothing(self):
        self.assertEqual(self.offered("perflib query 'Nonsense/", "Nonsense/"), [])

    def test_typed_in_single_quotes(self):
        self.assertEqual(self.completed("perflib query '\\Memory\\Avail\tB\t"),
                         "perflib query '\\Memory\\Available Bytes' ")

    def test_typed_in_double_quotes(self):
        self.assertEqual(self.completed('perflib query "\\Processor(_T\t% Pri\t'),
                         'perflib query "\\Processor(_Total)\\% Privileged Time" ')

    def test_typed_without_quotes(self):
        self.assertEqual(self.completed("perflib query PhysicalDisk/_\tAvg\tsec/R\t"),
                         "perflib query PhysicalDisk/_Total/Avg.\\ Disk\\ sec/Read ")

    def test_typed_with_a_quote_within(self):
        self.assertEqual(self.completed("perflib query Processor/_Total/'% Pri\t"),
                         "perflib query Processor/_Total/'% Privileged Time' ")

    def test_typed_subcommand_and_option(self):
        self.assertEqual(self.completed("perflib q\t'\\Memory\\Pages/sec' --fo\tj\t"),
                         "perflib query '\\Memory\\Pages/sec' --format json ")


if __name__ == "__main__":
    main(sys.argv)
