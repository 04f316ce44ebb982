#!/usr/bin/env python3
"""Learns to find objects in boxes: FCOS of torchvision over a ResNet with a feature pyramid."""

import sys
from pathlib import Path

import torch
from torchvision.models.detection import FCOS
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone
from torchvision.models.detection.image_list import ImageList
from torchvision.ops import FrozenBatchNorm2d
from torchvision.ops.feature_pyramid_network import LastLevelP6P7

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "torchvision"))

from training.detection_task import DetectionTask  # noqa: E402
from training.letterbox import IMAGENET  # noqa: E402
from training.loop import run  # noqa: E402
from training.options import layers, parser  # noqa: E402
from training.weights import backbone_weights  # noqa: E402

STRIDE = 8


class Exported(torch.nn.Module):
    """Centre, size and a probability a label for each place of the pyramid; what is one object is told apart later."""

    def __init__(self, model, size):
        super().__init__()
        self.backbone, self.head, self.size = model.backbone, model.head, size
        device = next(model.parameters()).device
        images = torch.zeros(1, 3, size, size, device=device)
        was = model.backbone.training
        with torch.no_grad():
            features = list(model.backbone.eval()(images).values())
        model.backbone.train(was)
        anchors = model.anchor_generator(ImageList(images, [(size, size)]), features)[0]
        self.register_buffer("centres", (anchors[:, :2] + anchors[:, 2:]) / 2)
        self.register_buffer("sizes", anchors[:, 2:] - anchors[:, :2])

    def forward(self, images):
        said = self.head(list(self.backbone(images).values()))
        scores = torch.sqrt(torch.sigmoid(said["cls_logits"]) * torch.sigmoid(said["bbox_ctrness"]))
        reach = said["bbox_regression"] * torch.cat([self.sizes, self.sizes], 1)
        low = (self.centres - reach[..., :2]).clamp(0, self.size)
        high = (self.centres + reach[..., 2:]).clamp(0, self.size)
        return torch.cat([(low + high) / 2, high - low, scores], 2).permute(0, 2, 1)


class Detection(DetectionTask):
    pixels = IMAGENET

    def __init__(self, depth):
        super().__init__(["box_loss", "cls_loss", "centre_loss"], depth)

    def build(self, labels, options):
        name = f"resnet{options.depth}"
        weights = backbone_weights(name)
        # Statistics of weights that are there are kept; a network that begins with chance has to find its own.
        norm = torch.nn.BatchNorm2d if weights is None else FrozenBatchNorm2d
        backbone = resnet_fpn_backbone(
            backbone_name=name,
            weights=weights,
            norm_layer=norm,
            trainable_layers=5 if weights is None else 3,
            returned_layers=[2, 3, 4],
            extra_blocks=LastLevelP6P7(256, 256),
        )
        size = options.input_size
        return FCOS(backbone, len(labels), min_size=size, max_size=size, image_mean=[0.0] * 3, image_std=[1.0] * 3)

    def watch(self, model):
        """Losses without learning: only the outermost module is told that it trains."""
        model.eval()
        model.training = True

    def losses(self, model, batch, device):
        images = [one["images"].to(device) for one in batch]
        targets = [{"boxes": one["boxes"].to(device), "labels": one["labels"].to(device)} for one in batch]
        parts = model(images, targets)
        return {"box_loss": parts["bbox_regression"], "cls_loss": parts["classification"], "centre_loss": parts["bbox_ctrness"]}

    def module(self, model, options):
        return Exported(model, options.input_size)

    def metadata(self, labels):
        return {
            "task": "detection",
            "output": {"layout": "centre-size-probabilities", "stride": STRIDE},
            "thresholds": {"confidence": 0.25, "overlap": 0.45},
        }


def main(argv=None):
    found = parser(__doc__, input_size=640)
    found.add_argument("--depth", type=layers, default=50, help="layers of the ResNet")
    depth = found.parse_args(argv).depth
    return run(Detection(depth), found, argv)


if __name__ == "__main__":
    sys.exit(main())
