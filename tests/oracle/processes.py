"""Every process of a root as the collectors of System and Process read it."""

import os
import re

from root import signed, unsigned

PF_KTHREAD = 0x200000
CAP_SYS_PTRACE = 19
# Positions in /proc/PID/stat, counted from 1 as proc_pid_stat(5) does.
PPID, FLAGS, MINFLT, MAJFLT, UTIME, STIME, NICE, THREADS, START, VSIZE, POLICY = (
    4, 9, 10, 12, 14, 15, 19, 20, 22, 23, 41)


class Process:
    """One /proc/PID; numbers are None where they cannot be read."""

    def __init__(self, pid, comm, fields):
        self.pid = pid
        self.comm = comm
        self.fields = fields  # the words after the comm's parenthesis, from field 3
        self.status = None  # key -> words after it; None if the file cannot be read
        self.io = {}
        self.handles = None
        self.exe = None

    def number(self, field):
        return unsigned(self.word(field))

    def signed(self, field):
        return signed(self.word(field))

    def word(self, field):
        position = field - 3
        return self.fields[position] if position < len(self.fields) else None

    @property
    def is_kernel_thread(self):
        flags = self.number(FLAGS)
        return flags is not None and bool(flags & PF_KTHREAD)

    @property
    def identity(self):
        return self.pid, self.number(START)


def pids(root):
    """The numeric entries of proc in order."""
    return sorted(int(name) for name in root.names("proc") or []
                  if re.fullmatch("[1-9][0-9]*", name))


def mount_options(root):
    """The options of the proc file system at /proc, of the last line there: name -> value."""
    found = b""
    mountinfo = root.lines("proc/self/mountinfo")
    for line in mountinfo if mountinfo is not None else root.lines("proc/mounts") or []:
        words = line.split()
        if mountinfo is not None:
            behind = words[words.index(b"-", 6) + 1:] if b"-" in words[6:] else []
            if words[4:5] == [b"/proc"] and len(behind) >= 2:
                found = behind[2] if behind[0] == b"proc" and len(behind) > 2 else b""
        elif words[1:2] == [b"/proc"] and len(words) >= 3:
            found = words[3] if words[2] == b"proc" and len(words) > 3 else b""
    return dict((option.partition(b"=")[0], option.partition(b"=")[2])
                for option in reversed(found.split(b",")))


def some_are_hidden(collection):
    """Whether hidepid hides processes from who looks, as far as his own status tells."""
    options = mount_options(collection.root)
    hidepid = options.get(b"hidepid", b"off")
    if hidepid in (b"", b"0", b"off", b"1", b"noaccess"):
        return False
    own = status(collection.root, "proc/self/") or {}
    capabilities = own.get(b"CapEff", [b""])[:1]
    if capabilities and re.fullmatch(rb"[0-9a-fA-F]{1,16}", capabilities[0]):
        if int(capabilities[0], 16) >> CAP_SYS_PTRACE & 1:
            return False
    if hidepid in (b"4", b"ptraceable"):
        return True
    return options.get(b"gid", b"0") not in own.get(b"Gid", [])[3:4] + own.get(b"Groups", [])


def read(collection):
    """Every process with a readable stat, by pid: one without it has just exited."""
    found = [read_one(collection.root, pid) for pid in pids(collection.root)]
    return [process for process in found if process is not None]


def read_one(root, pid):
    folder = "proc/%d/" % pid
    match = re.match(rb"[0-9]+ \((.*)\) (.*)", root.read(folder + "stat") or b"", re.DOTALL)
    if match is None:
        return None
    process = Process(pid, match.group(1), match.group(2).split())
    process.status = status(root, folder)
    process.io = io(root, folder)
    names = root.names(folder + "fd")
    process.handles = None if names is None else len(names)
    process.exe = root.link(folder + "exe")
    return process


def status(root, folder):
    lines = root.lines(folder + "status")
    if lines is None:
        return None
    found = {}
    for line in lines:
        key, colon, value = line.partition(b":")
        if colon:
            found.setdefault(key, value.split())
    return found


def io(root, folder):
    """KEY: NUMBER lines; a key whose number is none is left out."""
    found = {}
    for line in root.lines(folder + "io") or []:
        key, _, value = line.partition(b":")
        number = unsigned(value.strip())
        if number is not None:
            found[key] = number
    return found


def image_name(process):
    """The basename of its program, else its comm; what PDH cannot have in a name replaced."""
    raw = process.comm
    if process.exe:
        path = process.exe
        if path.endswith(b" (deleted)"):
            path = path[:-len(b" (deleted)")]
        raw = os.path.basename(path) or raw
    return mangle(raw)


MANGLED = str.maketrans("()#/\\", "[]___")


def mangle(raw):
    return raw.decode("utf-8", "replace").translate(MANGLED)
