"""The classes, and the mask of each image, as Pascal VOC has them."""

from pathlib import Path

from training.data import DataProblem, Sample, images_below, lines_of, split_of

# Pixels of masks that count for nothing.
IGNORED = 255


def read_labels(folder):
    """The classes without the background, and the samples of each split; the truth of a sample is the file of its mask."""
    folder = Path(folder)
    labels = read_classes(folder / "labelmap.txt")
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
    return labels, splits


def read_classes(file):
    """`name:red,green,blue:parts:actions` a line; the black one is the background."""
    if not file.exists():
        raise DataProblem(f"{file.parent}: there is no labelmap.txt")
    labels = []
    for number, line in lines_of(file):
        if line.startswith("#"):
            continue
        parts = line.rsplit(":", 3)
        if len(parts) != 4:
            raise DataProblem(f"{file}:{number}: is not name:red,green,blue:parts:actions")
        if parts[1] != "0,0,0":
            labels.append(parts[0])
    if len(labels) >= IGNORED:
        raise DataProblem(f"{file}: there are more than {IGNORED - 1} classes")
    return labels
