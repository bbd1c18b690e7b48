"""The build tree of the benches, and a folder in it for the large files that they read."""
import pathlib
import shutil

from programs import Failed

GB = 10 ** 9
SOURCE = pathlib.Path(__file__).resolve().parent.parent


def available_memory():
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return 0


class Workspace:
    """Files in `logs` are made when the first row needs them, and removed with the workspace."""

    def __init__(self, build):
        self.build = build
        self.logs = build / "logs"  # the programs know this place

    def __enter__(self):
        self.clear()
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.logs, ignore_errors=True)

    def clear(self):
        shutil.rmtree(self.logs, ignore_errors=True)
        self.logs.mkdir(parents=True)

    def bench_program(self, name):
        for path in self.build.rglob(name):
            if path.is_file():
                return path
        raise Failed("%s is not in %s" % (name, self.build))

    def tool(self, name):
        return self.build.parent / "bin" / name

    def why_no_room(self, disk, memory=0):
        """Why so many bytes are not free; None if they are."""
        for what, free, needed in (("disk", shutil.disk_usage(self.logs).free, disk),
                                   ("memory", available_memory(), memory)):
            if free < needed:
                return "%.1f GB of %s are needed, %.1f are free" % (needed / GB, what, free / GB)
        return None
