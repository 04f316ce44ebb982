"""Weights that the image was built with. Nothing is fetched while a training runs."""

from pathlib import Path

import torch
import torchvision


def backbone_weights(name):
    """Those of ImageNet where they lie in the image; else the network begins with chance."""
    weights = torchvision.models.get_model_weights(name).DEFAULT if hasattr(torchvision.models, "get_model_weights") else None
    file = Path(torch.hub.get_dir()) / "checkpoints" / (weights.url.rsplit("/", 1)[-1] if weights else name)
    if weights is not None and file.exists():
        print(f"{name} begins with {file.name}", flush=True)
        return weights
    print(f"{name} begins with chance: the image holds no weights for it", flush=True)
    return None
