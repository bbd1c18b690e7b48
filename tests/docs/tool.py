"""The tool as the documents' commands meet it: in a folder of its own, on recorded machines."""

import os
import pathlib
import shutil
import signal
import subprocess

# What documents write, and what stands in its place.
FOLDERS = {"/mnt/db17-later": "vm-6.18-later", "/mnt/db17": "vm-6.18"}
# Logs that documents speak of: of single counters, and of whole objects; one as text.
LOGS = {"blg/BasicPerfCounters.blg": ("monday.blg", "tuesday.blg"),
        "blg/SampleLog.blg": ("server.blg", "big.blg"),
        "text_logs/export_counter.csv": ("monday.csv", "tuesday.csv")}

# A text log of a German Windows, and the names that lodctr /S writes there.
GERMAN = {6: "Prozessorzeit (%)", 238: "Prozessor"}


def write_german_log(folder):
    header = r'"(PDH-CSV 4.0) (UTC)(0)","\\DB\Prozessor(_Total)\Prozessorzeit (%)"'
    rows = ['"11/21/2026 10:%02d:00.000","%d"' % (minute, minute) for minute in range(60)]
    (folder / "gut.csv").write_text("\r\n".join([header, *rows, ""]), newline="")
    names = ["[Perflib]", "Base Index=1847", "Last Counter=1846", "Last Help=1847", "", "[PerfStrings_007]",
             *("%d=%s" % row for row in GERMAN.items()), ""]
    (folder / "names.ini").write_bytes("\r\n".join(names).encode("utf-16-le"))


# A command that says when it has begun.
LISTENS = "perflib provider statsd"
PATIENCE = 300  # against a command that hangs

WRAPPER = """#!/bin/bash
# perflib on a recorded machine, where the command does not say which and names no log.
case "$1 $*" in
  *--root*|*--help*|*' -- '*) ;;
  record\\ *.perfrec*) set -- "$@" --root '{older}' --root '{newer}' ;;  # live it would not end
  *.blg*|*.csv*|*.tsv*|*.perfrec*) ;;
  list\\ *|query\\ *|watch\\ *|explain\\ *|record\\ *|chart\\ *|report\\ *|alert\\ *) set -- "$@" --root '{older}' --root '{newer}' ;;
  dump\\ *) set -- "$@" --root '{older}' ;;
  complete\\ *) shift; set -- complete --root '{older}' "$@" ;;
  'provider provider statsd --listen '*) set -- "${{@:1:3}}" 127.0.0.1:0 "${{@:5}}" ;;  # others may have the port
esac
exec '{perflib}' "$@"
"""


class Tool:
    """`perflib` on the PATH of `run`, in `folder`."""

    def __init__(self, perflib, machines, folder):
        self.folder = pathlib.Path(folder)
        self.machines = self.folder / ".machines"  # what documents write needs no quotes, wherever this is built
        self.machines.symlink_to(pathlib.Path(machines).resolve())
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        wrapper = bin_folder / "perflib"
        wrapper.write_text(WRAPPER.format(perflib=pathlib.Path(perflib).resolve(),
                                          older=self.machines / "vm-6.18",
                                          newer=self.machines / "vm-6.18-later"))
        wrapper.chmod(0o755)
        for other in ("relog", "typeperf", "logman", "lodctr", "unlodctr", "ctrpp"):  # beside it, and the same wherever they run
            path = pathlib.Path(perflib).resolve().with_name(other)
            if path.exists():
                (bin_folder / other).symlink_to(path)
        make = bin_folder / "make"  # whatever a document builds, it is nothing here
        make.write_text("#!/bin/sh\n")
        make.chmod(0o755)
        data = pathlib.Path(__file__).resolve().parents[1] / "data"
        for log, names in LOGS.items():
            for name in names:
                shutil.copy(data / log, self.folder / name)
        write_german_log(self.folder)
        for own in (".home", ".run"):
            (self.folder / own).mkdir(mode=0o700)
        kept = {name: value for name, value in os.environ.items()
                if name in ("TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")}
        self.environment = {**kept, "LC_ALL": "C.UTF-8", "TZ": "UTC", "NO_COLOR": "1",
                            "HOME": str(self.folder / ".home"), "XDG_STATE_HOME": str(self.folder / ".state"),
                            "XDG_RUNTIME_DIR": str(self.folder / ".run"),
                            "PATH": "%s:%s" % (bin_folder, os.environ["PATH"])}

    def run(self, command):
        """Runs a line of shell without a terminal; returns (exit code, stdout, stderr)."""
        for written, machine in FOLDERS.items():
            command = command.replace(written, str(self.machines / machine))
        with subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment, start_new_session=True) as process:
            try:
                if command.startswith(LISTENS):  # until it is stopped
                    process.stdout.readline()
                    os.killpg(process.pid, signal.SIGTERM)
                out, err = process.communicate(timeout=PATIENCE)
            finally:
                process.kill()
        return process.returncode, out, err
