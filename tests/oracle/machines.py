"""The recorded machines of ../fixtures, unpacked once a test run."""

import atexit
import functools
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, "..", "fixtures")
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where files cost no disk
sys.path.insert(0, FIXTURES)

import collect  # noqa: E402  (below the path it shares with ttar)
import made_kernels  # noqa: E402
import ttar  # noqa: E402


def names():
    return sorted(name[:-len(".ttar")] for name in os.listdir(os.path.join(FIXTURES, "machines"))
                  if name.endswith(".ttar"))


@functools.lru_cache(maxsize=None)
def folder(name):
    """The machine's tree in a folder that goes away with this process."""
    where = tempfile.mkdtemp(prefix="openperflib-oracle-", dir=MEMORY)
    atexit.register(shutil.rmtree, where, ignore_errors=True)
    ttar.unpack(entries(name), where)
    return where


def entries(name):
    """What lies in the machine: of its text, or made now where it is too large for one."""
    if name in made_kernels.LARGE:
        return made_kernels.LARGE[name]().sorted_entries()
    return ttar.load(os.path.join(FIXTURES, "machines", name + ".ttar"))


@functools.lru_cache(maxsize=None)
def documents(*machines, kthreads=False):
    """The blocks of the machines, collected one after the other by one process."""
    kept = {}
    return [collect.block(folder(name), kept, kthreads=kthreads) for name in machines]


def document(name):
    return documents(name)[0]


class View:
    """Values of a document by object, instance and counter name."""

    def __init__(self, document):
        self.document = document
        self.objects = {one["name"]: one for one in document["objects"]}

    def instances(self, name):
        return [one["name"] for one in self.objects[name]["instances"]]

    def counters(self, name):
        return [one["name"] for one in self.objects[name]["counters"]]

    def all(self, name, counter):
        """The counter's value in every instance, in order."""
        at = self.counters(name).index(counter)
        return [one["values"][at] for one in self.objects[name]["instances"]]

    def base(self, name, counter):
        at = self.counters(name).index(counter) + 1
        return [one["values"][at] for one in self.objects[name]["instances"]]

    def value(self, name, counter, instance=None):
        return self.all(name, counter)[self.instances(name).index(instance)]
