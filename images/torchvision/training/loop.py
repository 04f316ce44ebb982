"""The training loop. Killed at any moment, the same call goes on from the last checkpoint."""

import math
import os
import random
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

from .checkpoint import CheckpointProblem, keep, resume
from .data import DataProblem
from .export import answers, compare, described, exported
from .figures import confusion, curves
from .output import Results, write_whole
from .processes import AFTER_LOSS, ProcessLost, is_loss, joined, spread
from .weights import WeightsProblem

STOPPED = 143


@dataclass
class Names:
    losses: list
    # The key of a metric in the model's metadata, and its column in results.csv.
    metrics: dict


@dataclass
class State:
    epoch: int = 0
    kept: int = 0
    best: float = -math.inf
    seconds: float = 0.0
    history: list = field(default_factory=list)


class Diverged(Exception):
    """The losses have left the numbers; what the network learned is gone."""

    def __init__(self, epoch, rate):
        super().__init__(f"the loss of epoch {epoch} is not a number: train with a learning rate lower than {rate:g}, such as {rate / 10:g}")


class Stop:
    """Whether somebody asked for the end."""

    def __init__(self):
        self.asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.take)

    def take(self, *_):
        self.asked = True


def run(task, parser, argv=None):
    """`task` says what is learned; see the images beside this folder. Answers the exit code."""
    options = parser.parse_args(argv)
    code = spread([sys.argv[0], *(sys.argv[1:] if argv is None else argv)])
    if code is not None:
        return code
    draw_from(options.seed)
    stop = Stop()
    try:
        return train(task, options, stop)
    except torch.cuda.OutOfMemoryError:
        problem = "the accelerator has too little memory for this training: lower the batch size or the input size"
    except (DataProblem, CheckpointProblem, WeightsProblem, ProcessLost, Diverged, OSError) as found:
        problem = found
    except RuntimeError as found:
        if not is_loss(found):
            raise
        if stop.asked:
            return STOPPED
        problem = "another process of this training has ended, or cannot be reached any more: its log says why"
        time.sleep(AFTER_LOSS)
    print(f"error: {problem}", file=sys.stderr)
    return 1


def draw_from(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def rate_at(step, steps, rate):
    """Rises over the first twentieth, then falls as a cosine."""
    begin = max(1, steps // 20)
    if step < begin:
        return rate * (step + 1) / begin
    return rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (step - begin) / max(1, steps - begin))))


def train(task, options, stop):
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    data = task.read(Path(options.data), options.seed)
    group = joined()
    if not group.leads:
        print(f"process {group.rank + 1} of {group.size}: the log of the first one tells how they get on", flush=True)
        sys.stdout = open(os.devnull, "w")
    print(f"{len(data.train)} training and {len(data.val)} validation images, {len(data.labels)} classes: {', '.join(data.labels)}", flush=True)
    device = group.device
    model = task.build(data.labels, options).to(device)
    spare_single_values(model)
    optimizer = torch.optim.AdamW(weights_of(task, model), lr=options.learning_rate, weight_decay=0.01)
    batches = loader(task, data.train, options, augment=True, group=group)
    checks = loader(task, data.val, options, augment=False)
    state = State()
    resume(output / "last.ckpt", options, state, model, optimizer, group)
    taught = group.taught(model, getattr(task, "leaves_weights_unused", False))
    # Processes begin with one network, and change their images differently.
    draw_from(options.seed + group.rank)
    where = torch.cuda.get_device_name() if device.type == "cuda" else "the processor"
    several = f" with {group.size} processes of {options.batch} images a step" if group.size > 1 else ""
    print(f"on {where}{several}, from epoch {state.epoch + 1}", flush=True)
    results = Results(output, task.names, state.history) if group.leads else None
    if group.leads:
        results.progress(state.epoch, options.epochs)
    facts = {"images": len(data.train), "validationImages": len(data.val)}

    def write_model(name, epoch, metrics):
        metadata = described(task, data.labels, options, {**facts, "epoch": epoch, "metrics": metrics})
        write_whole(output / name, exported(task.module(model, options), options.input_size, metadata))
        model.to(device)

    def finish_epoch(losses, began):
        measured, val_losses = validate(task, model, checks, data.labels, options, device)
        if not all(math.isfinite(value) for value in val_losses.values()):
            raise Diverged(state.epoch + 1, options.learning_rate)
        state.epoch += 1
        state.seconds += time.monotonic() - began
        rate = optimizer.param_groups[0]["lr"]
        one = {"epoch": state.epoch, "seconds": state.seconds, "train": losses, "val": val_losses, "metrics": measured.metrics, "rate": rate}
        state.history.append(one)
        results.append(one)
        fitness = task.fitness(measured.metrics) - 1e-6 * sum(val_losses.values())
        if fitness > state.best:
            state.best, state.kept = fitness, state.epoch
            write_model("best.onnx", state.epoch, measured.metrics)
            if measured.matrix is not None:
                write_whole(output / "figures" / "confusion.svg", confusion(measured.names, measured.matrix))
        keep(output / "last.ckpt", options, state, model, optimizer)
        results.progress(state.epoch, options.epochs)
        say(task.names, one, options.epochs, time.monotonic() - began)

    while state.epoch < options.epochs and state.epoch - state.kept < options.patience:
        began = time.monotonic()
        losses = learn(task, taught, optimizer, batches, options, state.epoch, group, stop)
        if losses is None:
            print("stopped; the checkpoint is that of the last whole epoch", flush=True)
            return STOPPED
        if group.leads:
            finish_epoch(losses, began)
        state.epoch, state.kept = group.told((state.epoch, state.kept))

    if not group.leads:
        return 0
    ended = state.history[-1]
    write_model("last.onnx", state.epoch, ended["metrics"])
    compare(output / "last.onnx", task.module(model, options), data.val, task, options, device)
    if state.epoch < options.epochs:
        results.progress(state.epoch, options.epochs, kept=state.kept)
        print(f"no better validation for {options.patience} epochs: the training ends here", flush=True)
    draw(output / "figures", task.names, state.history)
    print(f"kept epoch {state.kept}, model {output / 'best.onnx'}", flush=True)
    return 0


def loader(task, samples, options, augment, group=None):
    """Processes that learn as one take turns in one order of the samples; some samples come twice where it does not come out even."""
    dataset = task.dataset(samples, options, augment)
    share = None if group is None else DistributedSampler(dataset, group.size, group.rank, shuffle=augment, seed=options.seed)
    count = len(samples if share is None else share)
    # A last batch of one image has no mean that a network could be told by.
    drop = augment and count > options.batch and count % options.batch == 1
    return DataLoader(dataset, options.batch, sampler=share, num_workers=options.workers, collate_fn=list, drop_last=drop)


def spare_single_values(model):
    """Batch norms that are given one value a channel, which has no spread, take what they know of earlier ones."""

    def look(norm, inputs):
        if norm.training and inputs[0].numel() == inputs[0].shape[1]:
            norm.eval()

    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.register_forward_pre_hook(look)


def learn(task, model, optimizer, batches, options, epoch, group, stop):
    """The mean losses of an epoch; None when somebody asked for the end, which all processes learn at the same step."""
    sums = dict.fromkeys(task.names.losses, 0.0)
    task.teach(model)
    batches.sampler.set_epoch(epoch)
    for place, batch in enumerate(batches):
        rate = rate_at(epoch * len(batches) + place, options.epochs * len(batches), options.learning_rate)
        for one in optimizer.param_groups:
            one["lr"] = rate * one["part"]
        with precision(options, group.device):
            parts = task.losses(model, batch, group.device)
        *values, asked = group.means([*(value.item() for value in parts.values()), float(stop.asked)])
        if asked > 0:
            return None
        if not math.isfinite(sum(values)):
            raise Diverged(epoch + 1, options.learning_rate)
        optimizer.zero_grad()
        sum(parts.values()).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), getattr(task, "longest_gradient", 10.0))
        optimizer.step()
        for name, value in zip(parts, values):
            sums[name] += value / len(batches)
    return sums


def weights_of(task, model):
    """Groups of weights, each with its part of the learning rate."""
    parts = {}
    for name, weight in model.named_parameters():
        if weight.requires_grad:
            parts.setdefault(task.rate_of(name) if hasattr(task, "rate_of") else 1.0, []).append(weight)
    return [{"params": weights, "part": part} for part, weights in parts.items()]


def precision(options, device):
    """Numbers of 16 bits where the accelerator reckons with them as they are."""
    able = device.type == "cuda" and torch.cuda.get_device_capability(device)[0] >= 8
    return torch.autocast(device.type, torch.bfloat16, enabled=able and options.mixed_precision == 1)


@torch.no_grad()
def validate(task, model, checks, labels, options, device):
    sums = dict.fromkeys(task.names.losses, 0.0)
    measure = task.measure(labels)
    module = task.module(model, options).to(device)
    for batch in checks:
        task.watch(model)
        with precision(options, device):
            parts = task.losses(model, batch, device)
        for name, value in parts.items():
            sums[name] += value.item() / len(checks)
        module.eval()
        said = answers(module, torch.stack([one["images"] for one in batch]).to(device))
        for place, one in enumerate(batch):
            own = [part[place] for part in said]
            measure.take(one, own if len(own) > 1 else own[0])
    return measure.result(), sums


def say(names, one, epochs, seconds):
    losses = "  ".join(f"{name} {one['train'][name]:.3f}" for name in names.losses)
    metrics = "  ".join(f"{key} {'–' if one['metrics'].get(key) is None else format(one['metrics'][key], '.3f')}" for key in names.metrics)
    print(f"epoch {one['epoch']}/{epochs}  {losses}  |  {metrics}  |  {seconds:.1f} s", flush=True)


def draw(folder, names, history):
    losses = [(f"{name}, {side}", [one[side][name] for one in history]) for name in names.losses for side in ("train", "val")]
    metrics = [(key, [one["metrics"].get(key) for one in history]) for key in names.metrics]
    write_whole(folder / "losses.svg", curves("Losses", losses))
    write_whole(folder / "metrics.svg", curves("Validation", metrics, 0, 1))
