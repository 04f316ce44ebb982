"""Weights that the image was built with. Nothing is fetched while a training runs."""

import hashlib
from pathlib import Path

import torch
import torchvision


class WeightsProblem(Exception):
    """Says what is wrong with a file of weights, for the log."""


def backbone_weights(name):
    """Those of ImageNet where they lie in the image; else the network begins with chance."""
    weights = torchvision.models.get_model_weights(name).DEFAULT if hasattr(torchvision.models, "get_model_weights") else None
    file = Path(torch.hub.get_dir()) / "checkpoints" / (weights.url.rsplit("/", 1)[-1] if weights else name)
    if weights is not None and file.exists():
        check(file)
        print(f"{name} begins with {file.name}", flush=True)
        return weights
    print(f"{name} begins with chance: the image holds no weights for it", flush=True)
    return None


def check(file):
    """A name such as `resnet50-11ad3fa6.pth` ends with how the file's SHA-256 begins."""
    told = file.stem.rsplit("-", 1)[-1]
    if not hashlib.sha256(file.read_bytes()).hexdigest().startswith(told):
        raise WeightsProblem(f"{file}: the weights are damaged. Build the image anew, or delete them, and the network begins with chance")
