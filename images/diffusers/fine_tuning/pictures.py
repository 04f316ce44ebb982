"""Pictures to learn from, each with its caption beside it, as kohya's trainers read them."""

import re
from dataclasses import dataclass
from pathlib import Path

from training.data import DataProblem, images_below

MOST_REPEATS = 1000
LONGEST_CAPTION = 10_000


@dataclass
class Picture:
    file: Path
    # Empty where there is none.
    caption: str
    # How often it occurs in a round.
    repeats: int
    folder: str


def read_pictures(folder):
    """All pictures below a folder, by path."""
    folder = Path(folder)
    found = [picture_of(file, folder) for file in images_below(folder)] if folder.is_dir() else []
    if not found:
        raise DataProblem(f"{folder}: there is no picture")
    return found


def picture_of(file, root):
    caption = file.with_suffix(".txt")
    text = caption.read_text(encoding="utf-8-sig", errors="replace")[:LONGEST_CAPTION].strip() if caption.is_file() else ""
    parent = file.parent.name if file.parent != root else ""
    return Picture(file, text, repeats_of(parent), parent or "1_pictures")


def repeats_of(folder):
    """The number before the first underscore: `10_oak` is repeated ten times."""
    number = re.match(r"(\d{1,6})_", folder)
    return min(MOST_REPEATS, max(1, int(number[1]))) if number else 1


def prompt_of(picture, trigger):
    """What a picture is learned under: its caption, behind the trigger words unless it has them."""
    if not trigger or trigger in picture.caption:
        return picture.caption
    return f"{trigger}, {picture.caption}" if picture.caption else trigger


def tag_frequency(pictures):
    folders = {}
    for picture in pictures:
        counts = folders.setdefault(picture.folder, {})
        for tag in {word.strip() for word in re.split(r"[,\n]", picture.caption) if word.strip()}:
            counts[tag] = counts.get(tag, 0) + picture.repeats
    return folders
