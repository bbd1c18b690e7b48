"""One collection of one root by one process: what the collectors of all objects share."""

from root import Clock, Root


class Collection:
    """`kept` lives as long as the process does: held maxima, accumulations, earlier readings."""

    def __init__(self, folder, kept, page_size=4096, kthreads=False, by_name=False,
                 names_with_ids=False):
        self.root = Root(folder)
        self.clock = Clock(self.root)
        self.kept = kept
        self.page_size = page_size
        self.kthreads = kthreads
        self.names_with_ids = names_with_ids  # ProcessNameFormat and ThreadNameFormat 2
        self.by_name = by_name  # asked for by name: what Global leaves out is collected too
        self.readings = {}  # what several objects read, read once

    def once(self, name, read):
        if name not in self.readings:
            self.readings[name] = read(self)
        return self.readings[name]

    def held(self, key, number):
        """The largest this process has seen under the key; None stays None."""
        if number is None:
            return None
        self.kept[key] = max(number, self.kept.get(key, 0))
        return self.kept[key]

    def machine_name(self):
        name = self.root.word("proc/sys/kernel/hostname")
        return name.decode("utf-8", "replace") if name else "ROOT"
