"""What trainings that find objects in boxes have alike."""

import numpy as np
import torch

from .augment import drawn_view, recoloured
from .data import Samples, divided
from .detection_labels import read_labels
from .detection_measure import Measure, decoded
from .letterbox import GREY, boxed, opened, values
from .loop import Names


class Images(Samples):
    def __getitem__(self, place):
        sample = self.samples[place]
        image, boxes = opened(sample.file), sample.truth[:, :4].copy()
        seen = np.ones(len(boxes), bool)
        if self.augment:
            view = drawn_view(image.size, self.options)
            image = recoloured(view.cut(image, (GREY,) * 3), self.options)
            boxes, seen = view.boxes(boxes)
        square, fit = self.task.fit(image, self.options.input_size)
        boxes *= np.array(fit.scale * 2, np.float32)
        boxes += np.array([fit.left, fit.top] * 2, np.float32)
        large = (boxes[:, 2] - boxes[:, 0] > 1) & (boxes[:, 3] - boxes[:, 1] > 1) & seen
        return {
            "images": torch.from_numpy(values(square, self.task.pixels)),
            "boxes": torch.from_numpy(boxes[large]),
            "labels": torch.from_numpy(sample.truth[large, 4].astype(np.int64)),
            "truth": sample.truth,
            "fit": fit,
        }


class DetectionTask:
    columns = {"precision": "precision(B)", "recall": "recall(B)", "mAP50": "mAP50(B)", "mAP50to95": "mAP50-95(B)"}
    fit = staticmethod(boxed)
    decode = staticmethod(decoded)

    def __init__(self, losses, width):
        self.names, self.width = Names(losses, self.columns), width

    def read(self, folder, seed):
        labels, splits = read_labels(folder)
        for sample in (sample for some in splits.values() for sample in some):
            sample.truth = np.array(sample.truth, np.float32).reshape(-1, 5)
        return divided(labels, splits, seed)

    def dataset(self, samples, options, augment):
        return Images(samples, self, options, augment)

    def teach(self, model):
        model.train()

    def measure(self, labels):
        return Measure(labels, self.decode)

    def fitness(self, metrics):
        return 0.1 * (metrics["mAP50"] or 0.0) + 0.9 * (metrics["mAP50to95"] or 0.0)
