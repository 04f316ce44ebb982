"""What trainings that tell what images as a whole show have alike: one class an image or any number."""

import numpy as np
import torch

from .augment import drawn_view, recoloured
from .classification_labels import read_labels
from .data import Samples, divided
from .letterbox import GREY, IMAGENET, boxed, opened, values
from .loop import Names
from .measures import Measured, average_precision, mean


class Images(Samples):
    def __getitem__(self, place):
        sample = self.samples[place]
        image = opened(sample.file)
        if self.augment:
            image = recoloured(drawn_view(image.size, self.options).cut(image, (GREY,) * 3), self.options)
        square, _ = boxed(image, self.options.input_size)
        return {"images": torch.from_numpy(values(square, self.task.pixels)), "truth": sample.truth}


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


class ClassificationTask:
    pixels = IMAGENET

    def __init__(self, width):
        self.width = width

    def read(self, folder, seed):
        data = divided(*read_labels(folder), seed)
        self.multiple = any(len(sample.truth) != 1 for sample in data.train + data.val)
        columns = {"meanPrecision": "mAP"} if self.multiple else {"top1": "top1", "top5": "top5"}
        self.names = Names(["loss"], columns)
        return data

    def dataset(self, samples, options, augment):
        return Images(samples, self, options, augment)

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
