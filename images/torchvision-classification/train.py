#!/usr/bin/env python3
"""Learns what images as a whole show: a ResNet of torchvision, one class an image or any number."""

import sys
from pathlib import Path

import torch
import torchvision

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "torchvision"))

from training.classification_task import ClassificationTask  # noqa: E402
from training.loop import run  # noqa: E402
from training.options import layers, parser  # noqa: E402
from training.weights import backbone_weights  # noqa: E402


class Classification(ClassificationTask):
    def build(self, labels, options):
        name = f"resnet{options.depth}"
        model = getattr(torchvision.models, name)(weights=backbone_weights(name))
        model.fc = torch.nn.Linear(model.fc.in_features, len(labels))
        return model


def main(argv=None):
    found = parser(__doc__, input_size=224)
    found.add_argument("--depth", type=layers, default=50, help="layers of the ResNet")
    depth = found.parse_args(argv).depth
    return run(Classification(depth), found, argv)


if __name__ == "__main__":
    sys.exit(main())
