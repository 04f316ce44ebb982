#!/usr/bin/env python3
"""Learns what images as a whole show: a ResNet of torchvision, one class an image or any number."""

import random
import sys
from pathlib import Path

import numpy as np
import torch
import torchvision

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "torchvision"))

from labels import read_labels  # noqa: E402
from training.data import divided  # noqa: E402
from training.letterbox import boxed, opened, values  # noqa: E402
from training.loop import Names, run  # noqa: E402
from training.measures import Measured, average_precision, mean  # noqa: E402
from training.options import layers, parser  # noqa: E402
from training.weights import backbone_weights  # noqa: E402


class Images(torch.utils.data.Dataset):
    def __init__(self, samples, size, augment):
        self.samples, self.size, self.augment = samples, size, augment

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, place):
        sample = self.samples[place]
        square, _ = boxed(opened(sample.file), self.size)
        if self.augment and random.random() < 0.5:
            square = square[:, ::-1]
        if self.augment:
            square = np.clip(square * random.uniform(0.8, 1.2), 0, 255)
        return {"images": torch.from_numpy(values(square)), "truth": sample.truth}


class Measure:
    def __init__(self, labels, multiple):
        self.labels, self.multiple, self.seen = labels, multiple, []

    def take(self, one, said):
        self.seen.append((said, one["truth"]))

    def result(self):
        precisions = [
            average_precision([said[label] for said, _ in self.seen], [label in truth for _, truth in self.seen])
            for label in range(len(self.labels))
        ]
        metrics = {"top1": None, "top5": None, "meanPrecision": mean(precisions)}
        if self.multiple:
            return Measured(metrics, None, self.labels)
        matrix = [[0] * len(self.labels) for _ in self.labels]
        ranks = []
        for said, truth in self.seen:
            order = np.argsort(-said, kind="stable").tolist()
            ranks.append(order.index(truth[0]))
            matrix[order[0]][truth[0]] += 1
        metrics["top1"] = mean([float(rank < 1) for rank in ranks])
        metrics["top5"] = mean([float(rank < 5) for rank in ranks])
        return Measured(metrics, matrix, self.labels)


class Exported(torch.nn.Module):
    def __init__(self, model, multiple):
        super().__init__()
        self.model, self.multiple = model, multiple

    def forward(self, images):
        logits = self.model(images)
        return torch.sigmoid(logits) if self.multiple else torch.softmax(logits, 1)


class Classification:
    def __init__(self, depth):
        self.width = depth

    def read(self, folder, seed):
        data = divided(*read_labels(folder), seed)
        self.multiple = any(len(sample.truth) != 1 for sample in data.train + data.val)
        columns = {"meanPrecision": "mAP"} if self.multiple else {"top1": "top1", "top5": "top5"}
        self.names = Names(["loss"], columns)
        return data

    def dataset(self, samples, options, augment):
        return Images(samples, options.input_size, augment)

    def build(self, labels, options):
        name = f"resnet{options.depth}"
        model = getattr(torchvision.models, name)(weights=backbone_weights(name))
        model.fc = torch.nn.Linear(model.fc.in_features, len(labels))
        return model

    def teach(self, model):
        model.train()

    def watch(self, model):
        model.eval()

    def losses(self, model, batch, device):
        logits = model(torch.stack([one["images"] for one in batch]).to(device))
        target = torch.zeros_like(logits)
        for place, one in enumerate(batch):
            target[place, one["truth"]] = 1
        if self.multiple:
            return {"loss": torch.nn.functional.binary_cross_entropy_with_logits(logits, target)}
        return {"loss": torch.nn.functional.cross_entropy(logits, target.argmax(1), label_smoothing=0.05)}

    def measure(self, labels):
        return Measure(labels, self.multiple)

    def fitness(self, metrics):
        return metrics["meanPrecision" if self.multiple else "top1"] or 0.0

    def module(self, model, options):
        return Exported(model, self.multiple)

    def metadata(self, labels):
        output = {"layout": "probabilities", "multiple": self.multiple}
        return {"task": "classification", "output": output, "thresholds": {"confidence": 0.25}}


def main(argv=None):
    found = parser(__doc__, input_size=224)
    found.add_argument("--depth", type=layers, default=50, help="layers of the ResNet")
    depth = found.parse_args(argv).depth
    return run(Classification(depth), found, argv)


if __name__ == "__main__":
    sys.exit(main())
