"""Headers that a compiler has read once, for checks that compile many small programs after them."""
import pathlib
import subprocess


def precompiled(command, language, text, folder):
    """The flags with which `command` begins each program with `text`. What it prints of faults in it is an error."""
    header = pathlib.Path(folder) / "first.h"
    header.write_text(text)
    done = subprocess.run([*command, "-x", language + "-header", str(header), "-o", "%s.gch" % header], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise RuntimeError("without a call:\n" + done.stdout)
    return ["-include", str(header)]
