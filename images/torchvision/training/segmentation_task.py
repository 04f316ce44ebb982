"""What trainings that tell the class of each pixel have alike."""

import numpy as np
import torch
from PIL import Image

from .augment import drawn_view, recoloured
from .data import Samples, divided
from .letterbox import GREY, IMAGENET, boxed, opened, values
from .loop import Names
from .measures import Measured, mean
from .segmentation_labels import IGNORED, numbers_of, read_labels


def classes_of(mask, colours):
    """The class of each pixel by its place in the labels; the background comes after them."""
    count = len(colours)
    with Image.open(mask) as picture:
        if picture.mode in ("P", "L"):
            found = np.array(picture).astype(np.int64)
            if picture.mode == "P":
                numbers = np.full(256, IGNORED, np.int64)
                for place, number in numbers_of(picture.getpalette(), np.unique(found).tolist(), colours).items():
                    numbers[place] = number
                found = numbers[found]
        else:
            rgb = np.array(picture.convert("RGB"))
            found = np.full(rgb.shape[:2], IGNORED, np.int64)
            for number, colour in enumerate([(0, 0, 0), *colours]):
                found[(rgb == colour).all(2)] = number
    places = np.full(256, IGNORED, np.int64)
    places[0] = count
    places[1 : count + 1] = np.arange(count)
    return places[np.clip(found, 0, 255)]


class Images(Samples):
    def __getitem__(self, place):
        sample, size = self.samples[place], self.options.input_size
        image = opened(sample.file)
        classes = Image.fromarray(classes_of(sample.truth, self.task.colours).astype(np.uint8))
        if self.augment:
            view = drawn_view(image.size, self.options)
            image = recoloured(view.cut(image, (GREY,) * 3), self.options)
            classes = view.cut(classes, IGNORED)
        square, fit = boxed(image, size)
        target = np.full((size, size), IGNORED, np.int64)
        inside = np.array(classes.resize((fit.width, fit.height), Image.NEAREST))
        target[fit.top : fit.top + fit.height, fit.left : fit.left + fit.width] = inside
        return {"images": torch.from_numpy(values(square, self.task.pixels)), "target": torch.from_numpy(target)}


class Measure:
    def __init__(self, labels):
        self.names = [*labels, "background"]
        self.matrix = np.zeros((len(self.names), len(self.names)), np.int64)

    def take(self, one, said):
        real = one["target"].numpy()
        known = real != IGNORED
        np.add.at(self.matrix, (said.argmax(0)[known], real[known]), 1)

    def result(self):
        right, found, real = np.diag(self.matrix), self.matrix.sum(1), self.matrix.sum(0)
        there = [at for at in range(len(self.names)) if real[at] > 0]
        overlap = {at: right[at] / (found[at] + real[at] - right[at]) for at in there}
        ground = len(self.names) - 1
        labels = [overlap[at] for at in there if at != ground]
        accuracy = float(right.sum() / real.sum()) if real.sum() > 0 else None
        metrics = {"mIoU": mean(labels), "mIoUWithBackground": mean(list(overlap.values())), "pixelAccuracy": accuracy}
        return Measured(metrics, self.matrix.tolist(), self.names)


class SegmentationTask:
    """`logits` of a model may be coarser than its input."""

    names = Names(
        ["loss"],
        {"mIoU": "mIoU", "mIoUWithBackground": "mIoU_with_background", "pixelAccuracy": "pixel_accuracy"},
    )
    pixels = IMAGENET

    def __init__(self, width):
        self.width = width

    def read(self, folder, seed):
        labels, splits, self.colours = read_labels(folder)
        return divided(labels, splits, seed)

    def dataset(self, samples, options, augment):
        return Images(samples, self, options, augment)

    def teach(self, model):
        model.train()

    def watch(self, model):
        model.eval()

    def losses(self, model, batch, device):
        logits = self.logits(model, torch.stack([one["images"] for one in batch]).to(device))
        target = torch.stack([one["target"] for one in batch]).to(device)
        sums = torch.nn.functional.cross_entropy(logits, target, ignore_index=IGNORED, reduction="sum")
        # Masks may leave every pixel of a batch out: a mean of none would be no number.
        return {"loss": sums / (target != IGNORED).sum().clamp(min=1)}

    def measure(self, labels):
        return Measure(labels)

    def fitness(self, metrics):
        return metrics["mIoU"] or 0.0

    def metadata(self, labels):
        return {"task": "segmentation", "output": {"layout": "logits"}}
