#!/usr/bin/env python3
"""Learns the class of each pixel: DeepLabV3 over a ResNet-50, or LR-ASPP over a MobileNetV3, both of torchvision."""

import random
import sys
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torchvision.models.segmentation import deeplabv3_resnet50, lraspp_mobilenet_v3_large

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "torchvision"))

from labels import IGNORED, numbers_of, read_labels  # noqa: E402
from training.data import divided  # noqa: E402
from training.letterbox import boxed, opened, values  # noqa: E402
from training.loop import Names, run  # noqa: E402
from training.measures import Measured, mean  # noqa: E402
from training.options import parser  # noqa: E402
from training.weights import backbone_weights  # noqa: E402


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


class Images(torch.utils.data.Dataset):
    def __init__(self, samples, size, colours, augment):
        self.samples, self.size, self.colours, self.augment = samples, size, colours, augment

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, place):
        sample = self.samples[place]
        image = opened(sample.file)
        square, fit = boxed(image, self.size)
        classes = Image.fromarray(classes_of(sample.truth, self.colours).astype(np.uint8))
        target = np.full((self.size, self.size), IGNORED, np.int64)
        inside = np.array(classes.resize((fit.width, fit.height), Image.NEAREST))
        target[fit.top : fit.top + fit.height, fit.left : fit.left + fit.width] = inside
        if self.augment and random.random() < 0.5:
            square, target = square[:, ::-1], target[:, ::-1]
        if self.augment:
            square = np.clip(square * random.uniform(0.8, 1.2), 0, 255)
        return {"images": torch.from_numpy(values(square)), "target": torch.from_numpy(target.copy())}


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


class Exported(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, images):
        return self.model(images)["out"]


class Segmentation:
    names = Names(
        ["loss"],
        {"mIoU": "mIoU", "mIoUWithBackground": "mIoU_with_background", "pixelAccuracy": "pixel_accuracy"},
    )

    def __init__(self, light):
        self.light = light
        self.width = 16 if light else 50

    def read(self, folder, seed):
        labels, splits, self.colours = read_labels(folder)
        return divided(labels, splits, seed)

    def dataset(self, samples, options, augment):
        return Images(samples, options.input_size, self.colours, augment)

    def build(self, labels, options):
        make, backbone = (lraspp_mobilenet_v3_large, "mobilenet_v3_large") if self.light else (deeplabv3_resnet50, "resnet50")
        return make(weights=None, weights_backbone=backbone_weights(backbone), num_classes=len(labels) + 1)

    def teach(self, model):
        model.train()

    def watch(self, model):
        model.eval()

    def losses(self, model, batch, device):
        logits = model(torch.stack([one["images"] for one in batch]).to(device))["out"]
        target = torch.stack([one["target"] for one in batch]).to(device)
        sums = torch.nn.functional.cross_entropy(logits, target, ignore_index=IGNORED, reduction="sum")
        # Masks may leave every pixel of a batch out: a mean of none would be no number.
        return {"loss": sums / (target != IGNORED).sum().clamp(min=1)}

    def measure(self, labels):
        return Measure(labels)

    def fitness(self, metrics):
        return metrics["mIoU"] or 0.0

    def module(self, model, options):
        return Exported(model)

    def metadata(self, labels):
        return {"task": "segmentation", "output": {"layout": "logits"}}


def main(argv=None):
    found = parser(__doc__, input_size=512)
    found.add_argument("--light", type=int, choices=[0, 1], default=0, help="1: the small network")
    light = found.parse_args(argv).light == 1
    return run(Segmentation(light), found, argv)


if __name__ == "__main__":
    sys.exit(main())
