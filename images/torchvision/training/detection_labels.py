"""The objects of each image, as COCO says them."""

import json
from pathlib import Path

from .data import DataProblem, Sample, split_of


def coco_files(folder):
    """Documents with the folders in which their images may lie."""
    together = sorted((folder / "annotations").glob("instances_*.json"))
    for path in together:
        subset = path.stem[len("instances_") :]
        yield subset, path, [folder / "images" / subset, folder / "images", folder / subset, folder]
    if together:
        return
    for subset in ("train", "valid", "val", "test"):
        path = folder / subset / "_annotations.coco.json"
        if path.exists():
            yield subset, path, [folder / subset]


def read_labels(folder):
    """The classes, and the samples of each split; the truth of a sample are rows of x1, y1, x2, y2 and a place in the classes."""
    labels, splits = [], {"train": [], "val": [], "test": []}
    for subset, path, places in coco_files(Path(folder)):
        document = document_of(path)
        names = {one["id"]: one["name"] for one in document["categories"]}
        labels += [name for name in names.values() if name not in labels]
        objects = {}
        for one in document["annotations"]:
            if not one.get("bbox") or one.get("iscrowd"):
                continue
            if one["category_id"] not in names:
                raise DataProblem(f"{path}: annotation {one.get('id')} is of category {one['category_id']}, which is not in its categories")
            x, y, width, height = one["bbox"]
            box = [x, y, x + width, y + height, labels.index(names[one["category_id"]])]
            objects.setdefault(one["image_id"], []).append(box)
        for image in document["images"]:
            file = next((place / image["file_name"] for place in places if (place / image["file_name"]).exists()), None)
            if file is None:
                raise DataProblem(f"{path}: the image {image['file_name']} is missing")
            splits[split_of(subset)].append(Sample(file, objects.get(image["id"], [])))
    return labels, splits


def document_of(path):
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as problem:
        raise DataProblem(f"{path}:{problem.lineno}: is not JSON: {problem.msg}") from None
    for part in ("images", "annotations", "categories"):
        if not isinstance(document, dict) or not isinstance(document.get(part), list):
            raise DataProblem(f"{path}: there is no list of {part}")
    return document
