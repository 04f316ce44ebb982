"""What a training leaves behind. Files appear whole, so that whoever reads along never sees a half of one."""

import json
import os
from pathlib import Path


def write_whole(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.replace(draft, path)


def cell(value):
    return "" if value is None else f"{value:.6g}"


class Results:
    """results.csv with a row an epoch, and progress.json."""

    def __init__(self, folder, names, history):
        self.folder = Path(folder)
        self.names = names
        header = ["epoch", "time"]
        header += [f"train/{name}" for name in names.losses]
        header += [f"metrics/{column}" for column in names.metrics.values()]
        header += [f"val/{name}" for name in names.losses] + ["lr/pg0"]
        rows = [",".join(header)] + [self.row(one) for one in history]
        write_whole(self.folder / "results.csv", "".join(f"{row}\n" for row in rows))

    def row(self, one):
        cells = [one["epoch"], one["seconds"]]
        cells += [one["train"][name] for name in self.names.losses]
        cells += [one["metrics"].get(key) for key in self.names.metrics]
        cells += [one["val"][name] for name in self.names.losses] + [one["rate"]]
        return ",".join(cell(value) for value in cells)

    def append(self, one):
        with open(self.folder / "results.csv", "a", encoding="utf-8") as file:
            file.write(f"{self.row(one)}\n")

    def progress(self, done, total, kept=None):
        said = {"done": done, "total": total, "unit": "epochs"}
        if kept is not None:
            said["kept"] = kept
        write_whole(self.folder / "progress.json", json.dumps(said))
