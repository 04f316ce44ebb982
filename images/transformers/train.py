#!/usr/bin/env python3
"""Learns with networks of transformers and timm: D-FINE and RF-DETR for boxes, SegFormer for pixels, and classifiers of whole images."""

import os
import sys
from pathlib import Path

# Nothing is fetched while a training runs.
os.environ["HF_HUB_OFFLINE"] = "1"

import timm  # noqa: E402
import torch  # noqa: E402
import transformers  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "torchvision"))

import networks  # noqa: E402
from training.classification_task import ClassificationTask  # noqa: E402
from training.detection_measure import decoded_queries  # noqa: E402
from training.detection_task import DetectionTask  # noqa: E402
from training.letterbox import IMAGENET, UNIT, stretched  # noqa: E402
from training.loop import run  # noqa: E402
from training.options import bounded, parser  # noqa: E402
from training.segmentation_task import SegmentationTask  # noqa: E402

TRAINER = {"name": "vermilion-transformers", "version": "0.1.0"}


class Queries(torch.nn.Module):
    """Logits, and boxes as shares of the input, of each query."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, images):
        said = self.model(pixel_values=images)
        return said.logits, said.pred_boxes


class Detection(DetectionTask):
    trainer = TRAINER
    input = {"fit": "stretch"}
    fit = staticmethod(stretched)
    decode = staticmethod(decoded_queries)
    longest_gradient = 0.1
    leaves_weights_unused = True

    def __init__(self, family, size):
        self.family = DETECTORS[family]
        super().__init__(list(self.family["losses"]), size)
        self.pixels = self.family["pixels"]

    def build(self, labels, options):
        config = self.family["config"](self.width, options.input_size)
        config.num_labels = len(labels)
        model = self.family["network"](config)
        # The library's weights are small, since it loads pretrained ones: the running statistics of the normalization follow so
        # late that a short training tells all images alike.
        for module in model.model.backbone.modules() if config.model_type == "d_fine" else ():
            if isinstance(module, torch.nn.Conv2d):
                torch.nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
        for module in model.modules():
            if hasattr(module, "interpolate_pos_encoding"):
                # The grid of the positions is that of the input: nothing is between its places, and ONNX could not say it.
                module.interpolate_pos_encoding = lambda *_, own=module: own.position_embeddings
        return model

    def watch(self, model):
        model.eval()

    def losses(self, model, batch, device):
        size = batch[0]["fit"].size
        labels = [{"class_labels": one["labels"].to(device), "boxes": shares_of(one["boxes"], size).to(device)} for one in batch]
        said = model(pixel_values=torch.stack([one["images"] for one in batch]).to(device), labels=labels)
        return {name: summed(said.loss_dict, *parts) for name, parts in self.family["losses"].items()}

    def module(self, model, options):
        return Queries(model)

    def metadata(self, labels):
        return {
            "task": "detection",
            "output": {"layout": "query-logits", "stride": 32, "names": ["logits", "pred_boxes"]},
            "thresholds": {"confidence": 0.25, "overlap": 0.45},
        }


def summed(values, name, weight):
    """Over all layers: `loss_bbox`, `loss_bbox_aux_0`, … Some losses are of training alone."""
    some = [value for key, value in values.items() if key.startswith(f"loss_{name}")]
    return weight * sum(some, start=torch.zeros((), device=next(iter(values.values())).device))


def shares_of(boxes, size):
    """Centre and size as shares of the input."""
    return torch.cat([boxes[:, :2] + boxes[:, 2:], 2 * (boxes[:, 2:] - boxes[:, :2])], 1) / (2 * size)


# Losses that a family has already multiplied by their weights have a weight of 1 here.
DETECTORS = {
    "d-fine": {
        "network": transformers.DFineForObjectDetection,
        "config": networks.dfine,
        "pixels": UNIT,
        "losses": {"cls_loss": ("vfl", 1), "box_loss": ("bbox", 1), "giou_loss": ("giou", 1), "fgl_loss": ("fgl", 1), "ddf_loss": ("ddf", 1)},
    },
    "rf-detr": {
        "network": transformers.RfDetrForObjectDetection,
        "config": networks.rfdetr,
        "pixels": IMAGENET,
        "losses": {"cls_loss": ("ce", 1), "box_loss": ("bbox", 5), "giou_loss": ("giou", 2)},
    },
}


class Whole(torch.nn.Module):
    """Logits as fine as the input."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, images):
        logits = self.model(pixel_values=images).logits
        return torch.nn.functional.interpolate(logits, images.shape[2:], mode="bilinear", align_corners=False)


class Segmentation(SegmentationTask):
    trainer = TRAINER

    def build(self, labels, options):
        config = networks.segformer(self.width)
        config.num_labels = len(labels) + 1
        return transformers.SegformerForSemanticSegmentation(config)

    def logits(self, model, images):
        logits = model(pixel_values=images).logits
        return torch.nn.functional.interpolate(logits, images.shape[2:], mode="bilinear", align_corners=False)

    def module(self, model, options):
        return Whole(model)


class Classification(ClassificationTask):
    trainer = TRAINER

    def build(self, labels, options):
        return timm.create_model(networks.CLASSIFIERS[self.width - 1], pretrained=False, num_classes=len(labels))


SIZES = {"d-fine": 5, "rf-detr": 4, "segformer": 6, "timm": len(networks.CLASSIFIERS)}


def main(argv=None):
    found = parser(__doc__, input_size=640, learning_rate=0.0002)
    found.set_defaults(epochs=100, patience=20)
    found.add_argument("--network", choices=SIZES, required=True)
    found.add_argument("--size", type=bounded(int, 1, 6), default=1, help="of the network: 1 is the smallest")
    options = found.parse_args(argv)
    if options.size > SIZES[options.network]:
        found.error(f"argument --size: {options.network} has {SIZES[options.network]} sizes")
    others = {"segformer": Segmentation, "timm": Classification}
    task = others[options.network](options.size) if options.network in others else Detection(options.network, options.size)
    return run(task, found, argv)


if __name__ == "__main__":
    sys.exit(main())
