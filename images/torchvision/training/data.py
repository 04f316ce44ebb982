"""Samples of a data set, and where each belongs."""

import random
from dataclasses import dataclass
from pathlib import Path

VALIDATION_PART = 0.2
SPLITS = {"val": "val", "valid": "val", "validation": "val", "test": "test"}
IMAGES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif"}


@dataclass
class Sample:
    file: Path
    truth: object


class Samples:
    """Samples as a network is shown them; what they become is told by `__getitem__` of each kind of task."""

    def __init__(self, samples, task, options, augment):
        self.samples, self.task, self.options, self.augment = samples, task, options, augment

    def __len__(self):
        return len(self.samples)


@dataclass
class Data:
    labels: list
    train: list
    val: list


class DataProblem(Exception):
    """Says what is wrong with the data, for the log."""


def split_of(name):
    """A split that is none of the known ones is for training."""
    return SPLITS.get(name.lower(), "train")


def divided(labels, splits, seed):
    """Training and validation samples: as the data says, else every fifth, drawn by the seed."""
    train, val = splits.get("train", []), splits.get("val", [])
    if not labels:
        raise DataProblem("there are no classes")
    if not train:
        raise DataProblem("there are no training images")
    if not val and len(train) == 1:
        val = train
    if not val:
        order = list(range(len(train)))
        random.Random(seed).shuffle(order)
        drawn = set(order[: max(1, round(len(train) * VALIDATION_PART))])
        val = [sample for place, sample in enumerate(train) if place in drawn]
        train = [sample for place, sample in enumerate(train) if place not in drawn]
    return Data(labels, train, val)


def lines_of(file):
    """The lines of a list with their numbers, without empty ones."""
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    return [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]


def images_below(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in IMAGES)
