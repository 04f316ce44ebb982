#!/usr/bin/env python3
"""Learns the class of each pixel: DeepLabV3 over a ResNet-50, or LR-ASPP over a MobileNetV3, both of torchvision."""

import sys
from pathlib import Path

import torch
from torchvision.models.segmentation import deeplabv3_resnet50, lraspp_mobilenet_v3_large

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "torchvision"))

from training.loop import run  # noqa: E402
from training.options import parser  # noqa: E402
from training.segmentation_task import SegmentationTask  # noqa: E402
from training.weights import backbone_weights  # noqa: E402


class Exported(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, images):
        return self.model(images)["out"]


class Segmentation(SegmentationTask):
    def __init__(self, light):
        super().__init__(16 if light else 50)
        self.light = light

    def build(self, labels, options):
        make, backbone = (lraspp_mobilenet_v3_large, "mobilenet_v3_large") if self.light else (deeplabv3_resnet50, "resnet50")
        return make(weights=None, weights_backbone=backbone_weights(backbone), num_classes=len(labels) + 1)

    def logits(self, model, images):
        return model(images)["out"]

    def module(self, model, options):
        return Exported(model)


def main(argv=None):
    found = parser(__doc__, input_size=512)
    found.add_argument("--light", type=int, choices=[0, 1], default=0, help="1: the small network")
    light = found.parse_args(argv).light == 1
    return run(Segmentation(light), found, argv)


if __name__ == "__main__":
    sys.exit(main())
