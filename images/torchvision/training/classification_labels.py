"""What each image shows, as a table or as folders say it."""

import csv
from pathlib import Path

from .data import DataProblem, Sample, images_below, lines_of, split_of


def read_labels(folder):
    """The classes, and the samples of each split; the truth of a sample are places in the classes."""
    folder = Path(folder)
    known, truths, splits = read_table(folder) if (folder / "annotations.csv").exists() else read_folders(folder)
    places = {name: place for place, name in enumerate(known)}
    parts = {"train": [], "val": [], "test": []}
    for path, names in sorted(truths.items()):
        if not path.exists():
            raise DataProblem(f"{path}: the image is missing")
        parts[splits[path]].append(Sample(path, sorted(places[name] for name in names)))
    return known, parts


def read_table(folder):
    """`annotations.csv` with a row a label, the images in `images/<split>/`, and the order of classes in `classes.txt`."""
    table, list_of_classes = folder / "annotations.csv", folder / "classes.txt"
    listed = [name for _, name in lines_of(list_of_classes)] if list_of_classes.exists() else None
    truths, splits = {}, {}
    with open(table, newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        if "filename" not in (rows.fieldnames or []):
            raise DataProblem(f"{table}:1: there is no column filename")
        for row in rows:
            if row.get("labeled") == "0":
                continue
            split, name = row.get("split") or "default", row.get("class")
            path = folder / "images" / split / row["filename"]
            truths.setdefault(path, set())
            splits[path] = split_of(split)
            if not name:
                continue
            if listed is not None and name not in listed:
                raise DataProblem(f"{table}:{rows.line_num}: the class {name} is not in {list_of_classes.name}")
            truths[path].add(name)
    return listed if listed is not None else classes_in(truths), truths, splits


def read_folders(folder):
    """A folder a class, in folders of splits or in none."""
    truths, splits = {}, {}
    for path in images_below(folder):
        parts = path.relative_to(folder).parts
        if len(parts) < 2:
            continue
        truths[path] = {parts[-2]}
        splits[path] = split_of(parts[0]) if len(parts) > 2 else "train"
    return classes_in(truths), truths, splits


def classes_in(truths):
    return sorted({one for some in truths.values() for one in some})
