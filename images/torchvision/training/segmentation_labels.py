"""The classes, and the mask of each image, as Pascal VOC has them."""

from pathlib import Path

from .data import DataProblem, Sample, images_below, lines_of, split_of

# Pixels of masks that count for nothing.
IGNORED = 255


def read_labels(folder):
    """
    The classes without the background, the samples of each split, and the colours of the classes in masks; the truth of a
    sample is the file of its mask.
    """
    folder = Path(folder)
    labels, colours = read_classes(folder / "labelmap.txt")
    splits_by_stem = {}
    for path in sorted((folder / "ImageSets" / "Segmentation").glob("*.txt")):
        for _, stem in lines_of(path):
            splits_by_stem[stem] = split_of(path.stem)
    splits = {"train": [], "val": [], "test": []}
    images = folder / "JPEGImages"
    for file in images_below(images):
        stem = file.relative_to(images).with_suffix("").as_posix()
        mask = folder / "SegmentationClass" / f"{stem}.png"
        if mask.exists():
            splits[splits_by_stem.get(stem, "train")].append(Sample(file, mask))
    return labels, splits, colours


def read_classes(file):
    """`name:red,green,blue:parts:actions` a line; the black one is the background. A class without a colour has that of its number."""
    if not file.exists():
        raise DataProblem(f"{file.parent}: there is no labelmap.txt")
    labels, colours = [], []
    for number, line in lines_of(file):
        if line.startswith("#"):
            continue
        parts = line.rsplit(":", 3)
        if len(parts) != 4:
            raise DataProblem(f"{file}:{number}: is not name:red,green,blue:parts:actions")
        colour = colour_of(parts[1])
        if colour != (0, 0, 0):
            labels.append(parts[0])
            colours.append(colour or palette_colour(len(labels)))
    if len(labels) >= IGNORED:
        raise DataProblem(f"{file}: there are more than {IGNORED - 1} classes")
    return labels, colours


def colour_of(words):
    """None where they are no colour."""
    parts = [part.strip() for part in words.split(",")]
    if len(parts) != 3 or not all(part.isdecimal() and int(part) < 256 for part in parts):
        return None
    return tuple(int(part) for part in parts)


def palette_colour(number):
    """Of Pascal VOC: the number's bits, spread over red, green and blue from their highest bit."""
    colour = [0, 0, 0]
    for bit in range(7, -1, -1):
        for part in range(3):
            colour[part] |= (number >> part & 1) << bit
        number >>= 3
    return tuple(colour)


def numbers_of(palette, used, colours):
    """
    What each of the used places of a palette stands for: 0 for the background, the number of a class, or IGNORED. A palette
    with no colour of a class has the classes by their numbers.
    """
    known = {(0, 0, 0): 0, **{colour: number for number, colour in enumerate(colours, 1)}}
    found = {place: tuple(palette[place * 3 : place * 3 + 3]) for place in used}
    if all(colour == (0, 0, 0) or colour not in known for colour in found.values()) and set(found.values()) != {(0, 0, 0)}:
        return {place: place if place <= len(colours) else IGNORED for place in used}
    return {place: known.get(colour, IGNORED) for place, colour in found.items()}
