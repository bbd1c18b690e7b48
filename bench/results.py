"""The file of results: the latest result of each row.

Each result has the time and the commit of its measurement. A row that is not measured keeps its earlier
result, and after each row the file is replaced as a whole, so that no stop costs what was measured before.
"""
import datetime
import json
import os
import subprocess
import sys

import workspace


def current_commit():
    """The commit of the source, with "-dirty" if files differ from it; None outside a repository."""
    try:
        done = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
                              cwd=workspace.SOURCE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True)
    except OSError:
        return None
    return done.stdout.strip() or None


class Results:
    def __init__(self, path, ids):
        """`ids` gives the order of the rows; earlier results of other rows are dropped."""
        self.path = path
        self.ids = ids
        self.commit = current_commit()
        self.by_id = {one["id"]: one for one in self._earlier() if one.get("id") in ids}

    def _earlier(self):
        try:
            earlier = json.loads(self.path.read_text())
        except FileNotFoundError:
            return []
        except ValueError as error:
            print("%s is replaced: %s" % (self.path, error), file=sys.stderr)
            return []
        return [one for one in earlier if isinstance(one, dict)] if isinstance(earlier, list) else []

    def put(self, one, seconds):
        now = datetime.datetime.now(datetime.timezone.utc)
        self.by_id[one["id"]] = dict(one, seconds=round(seconds, 2), commit=self.commit,
                                     measured=now.strftime("%Y-%m-%dT%H:%M:%SZ"))
        in_order = [self.by_id[id_] for id_ in self.ids if id_ in self.by_id]
        new = self.path.with_name(self.path.name + ".new")
        new.write_text(json.dumps(in_order, indent=1) + "\n")
        os.replace(new, self.path)
