"""A training of numbers instead of images, small enough to follow: `python3 tiny_training.py --data D --output O`."""

import os
import signal
import sys
import time
from pathlib import Path

import reading  # noqa: F401
import torch
from training.data import Data
from training.letterbox import UNIT
from training.loop import Names, run
from training.measures import Measured
from training.options import parser


class Numbers(torch.utils.data.Dataset):
    def __init__(self, samples):
        self.samples = samples

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, place):
        drawn = torch.Generator().manual_seed(self.samples[place])
        square = torch.randn(3, 32, 32, generator=drawn)
        return {"images": square, "truth": square.mean().reshape(1) * 30}


class Tiny:
    width = 1
    pixels = UNIT
    names = Names(["loss"], {"error": "error"})

    def read(self, folder, seed):
        return Data(["number"], list(range(46)), list(range(100, 108)))

    def dataset(self, samples, options, augment):
        return Numbers(samples)

    def build(self, labels, options):
        return torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(4, 1))

    def teach(self, model):
        model.train()

    def watch(self, model):
        model.eval()

    def losses(self, model, batch, device):
        slow = float(os.environ.get("TINY_SECONDS", 0))
        time.sleep(slow)
        last_word = Path(os.environ.get("TINY_KILL", "-"))
        if model.training and os.environ.get("RANK") == "1" and last_word.exists():
            last_word.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        said = model(torch.stack([one["images"] for one in batch]).to(device))
        return {"loss": ((said - torch.stack([one["truth"] for one in batch]).to(device)) ** 2).mean()}

    def measure(self, labels):
        return Measure()

    def fitness(self, metrics):
        return -metrics["error"]

    def module(self, model, options):
        return model

    def metadata(self, labels):
        return {"task": "numbers", "output": {"layout": "number"}}


class Measure:
    def __init__(self):
        self.errors = []

    def take(self, one, said):
        self.errors.append(abs(float(said[0]) - float(one["truth"])))

    def result(self):
        return Measured({"error": sum(self.errors) / len(self.errors)}, None, [])


if __name__ == "__main__":
    sys.exit(run(Tiny(), parser(__doc__, input_size=32)))
