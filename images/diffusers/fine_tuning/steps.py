"""What a fine-tuning leaves behind step by step, and the state from which the same call goes on."""

import json
import math
import pickle
import signal
from pathlib import Path

import torch
from training.checkpoint import CheckpointProblem
from training.output import write_whole


class Stop:
    """Whether somebody asked for the end."""

    def __init__(self):
        self.asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.take)

    def take(self, *_):
        self.asked = True


def rate_at(step, steps, rate):
    """Rises over the first twentieth, then falls as a cosine."""
    begin = max(1, steps // 20)
    if step < begin:
        return rate * (step + 1) / begin
    return rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (step - begin) / max(1, steps - begin))))


def row(one):
    return ",".join(f"{value:.6g}" for value in (one["step"], one["loss"], one["rate"]))


class Results:
    """results.csv with a row a step, and progress.json."""

    def __init__(self, folder, history, total):
        self.folder, self.total = Path(folder), total
        rows = ["step,loss,learning_rate", *map(row, history)]
        write_whole(self.folder / "results.csv", "".join(f"{line}\n" for line in rows))
        self.progress(len(history))

    def append(self, one):
        with open(self.folder / "results.csv", "a", encoding="utf-8") as file:
            file.write(f"{row(one)}\n")

    def progress(self, done):
        write_whole(self.folder / "progress.json", json.dumps({"done": done, "total": self.total, "unit": "steps"}))


def configuration(options):
    return {name: value for name, value in vars(options).items() if name not in ("data", "output")}


def keep(path, options, history, weights, optimizer):
    draft = path.with_name(f"{path.name}.new")
    content = {"options": configuration(options), "history": history, "weights": weights, "optimizer": optimizer.state_dict()}
    torch.save(content, draft)
    draft.replace(path)


def taken_up(path, options, device):
    """What was kept of the same parameters; None where there is nothing."""
    if not path.exists():
        return None
    try:
        found = torch.load(path, map_location=device, weights_only=True)
        if found["options"] == configuration(options):
            return found
        print("the checkpoint is of other parameters: the fine-tuning begins anew", flush=True)
        return None
    except (RuntimeError, KeyError, ValueError, TypeError, EOFError, pickle.UnpicklingError) as problem:
        reason = str(problem).strip().split("\n")[0] or type(problem).__name__
        raise CheckpointProblem(f"{path}: the checkpoint cannot be used ({reason}). Delete it, and the fine-tuning begins anew") from None
