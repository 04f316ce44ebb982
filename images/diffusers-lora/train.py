#!/usr/bin/env python3
"""Teaches a LoRA to Stable Diffusion 1.5 and 2, SDXL and Flux with diffusers and peft. Killed at any moment, the same call goes on."""

import contextlib
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "torchvision"), str(ROOT / "diffusers")]

from fine_tuning.lora_file import in_order, metadata  # noqa: E402
from fine_tuning.options import training_parser  # noqa: E402
from fine_tuning.pictures import prompt_of, read_pictures  # noqa: E402
from training.data import DataProblem  # noqa: E402

STOPPED = 143
LOG_EVERY = 10
SAMPLING_STEPS = 25


def main(argv=None):
    options = training_parser(__doc__).parse_args(argv)
    try:
        pictures = read_pictures(options.data)
        print(f"{len(pictures)} pictures, {sum(bool(one.caption) for one in pictures)} with captions", flush=True)
        return train(options, pictures)
    except (DataProblem, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1


def train(options, pictures):
    import torch
    from fine_tuning.bases import BaseProblem, located, open_base
    from fine_tuning.steps import CheckpointProblem, Stop

    stop = Stop()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(options.seed)
    try:
        base = open_base(located(options.base, options.data), device)
        print(f"{options.base}: {base.family}, on {torch.cuda.get_device_name() if device.type == 'cuda' else 'the processor'}", flush=True)
        return learn(options, pictures, base, stop)
    except torch.cuda.OutOfMemoryError:
        print("error: the accelerator has too little memory for this: lower the batch size or the resolution, or take a smaller base", file=sys.stderr)
    except (BaseProblem, CheckpointProblem) as problem:
        print(f"error: {problem}", file=sys.stderr)
    return 1


def learn(options, pictures, base, stop):
    import torch
    from fine_tuning.steps import Results, keep, rate_at, taken_up
    from peft import LoraConfig, get_peft_model_state_dict, set_peft_model_state_dict
    from training.output import write_whole

    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    network = base.network
    network.add_adapter(LoraConfig(r=options.rank, lora_alpha=options.alpha, target_modules=base.targets, init_lora_weights="gaussian"))
    weights = [one for one in network.parameters() if one.requires_grad]
    for one in weights:
        one.data = one.data.float()
    if base.device.type == "cuda":
        network.enable_gradient_checkpointing()
    optimizer = torch.optim.AdamW(weights, lr=options.learning_rate, weight_decay=0.01)
    checkpoint = output / "checkpoint"
    found = taken_up(checkpoint, options, base.device)
    history = found["history"] if found else []
    if found:
        set_peft_model_state_dict(network, found["weights"])
        optimizer.load_state_dict(found["optimizer"])
        print(f"going on from the checkpoint: step {len(history)}", flush=True)
    results = Results(output, history, options.steps)
    rounds = [picture for picture in pictures for _ in range(picture.repeats)]
    words = Words(base, options.trigger)

    def save():
        keep(checkpoint, options, history, get_peft_model_state_dict(network), optimizer)
        results.progress(len(history))

    while len(history) < options.steps:
        step = len(history)
        rate = rate_at(step, options.steps, options.learning_rate)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = loss_of(options, base, rounds, words, step)
        if not torch.isfinite(loss):
            print(f"error: the loss of step {step + 1} is no number: lower the learning rate of {options.learning_rate:g}", file=sys.stderr)
            return 1
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        history.append({"step": step + 1, "loss": loss.item(), "rate": rate})
        results.append(history[-1])
        if len(history) % LOG_EVERY == 0 or len(history) == options.steps:
            last = [one["loss"] for one in history[-LOG_EVERY:]]
            print(f"step {len(history)}/{options.steps}  loss {sum(last) / len(last):.4f}  learning rate {rate:.2e}", flush=True)
        if len(history) % options.sample_every == 0 or len(history) == options.steps:
            write_samples(options, base, pictures, len(history))
            save()
        if stop.asked and len(history) < options.steps:
            save()
            print("stopped; the checkpoint is written", flush=True)
            return STOPPED

    file = output / f"{options.name}.safetensors"
    content = encoded(options, base, get_peft_model_state_dict(network), metadata(options, base.family, pictures))
    write_whole(file, content)
    print(f"done: {file}", flush=True)
    return 0


class Words:
    """What prompts tell the network, each asked for once."""

    def __init__(self, base, trigger):
        self.base, self.trigger, self.known = base, trigger, {}

    def of(self, pictures):
        import torch

        told = [self.one(prompt_of(picture, self.trigger)) for picture in pictures]
        return [torch.cat(parts).to(self.base.device) for parts in zip(*told)]

    def one(self, prompt):
        if prompt not in self.known:
            self.known[prompt] = tuple(part.cpu() for part in self.base.words(prompt))
        return self.known[prompt]


def loss_of(options, base, rounds, words, step):
    """Of a step whose chances hang on the seed and its number alone."""
    import torch

    chances = random.Random(f"{options.seed}:{step}")
    generator = torch.Generator().manual_seed(chances.getrandbits(62))
    drawn = [chances.choice(rounds) for _ in range(options.batch)]
    pixels = torch.stack([crop(picture.file, options.resolution, chances) for picture in drawn])
    with autocast(base):
        return base.losses(base.latents(pixels, generator), words.of(drawn), generator, options.resolution)


def autocast(base):
    import torch

    if base.device.type != "cuda":
        return contextlib.nullcontext()
    return torch.autocast("cuda", dtype=base.network.dtype)


def crop(file, side, chances):
    """A random square of a picture, mirrored or not: three planes of values from -1 to 1."""
    import numpy as np
    import torch
    from training.letterbox import opened

    image = opened(file)
    scale = side / min(image.size)
    image = image.resize([max(side, round(edge * scale)) for edge in image.size])
    left, top = (chances.randint(0, edge - side) for edge in image.size)
    pixels = np.asarray(image.crop((left, top, left + side, top + side)), np.float32) / 127.5 - 1
    if chances.random() < 0.5:
        pixels = pixels[:, ::-1]
    return torch.from_numpy(pixels.transpose(2, 0, 1).copy())


def write_samples(options, base, pictures, step):
    """What the LoRA makes of the same prompts and noise each time: `samples/step-000050-0.png` and so on, beside `samples/prompts.json`."""
    import io
    import json

    from training.output import write_whole

    base.network.eval()
    folder = Path(options.output) / "samples"
    prompts = [prompt_of(pictures[number % len(pictures)], options.trigger) for number in range(options.samples)]
    write_whole(folder / "prompts.json", json.dumps(prompts, ensure_ascii=False))
    for number, prompt in enumerate(prompts):
        with autocast(base):
            shape = {"width": options.resolution, "height": options.resolution}
            image = base.picture(prompt, {**base.sampling(), **shape, "num_inference_steps": SAMPLING_STEPS, "seed": options.seed + number})
        memory = io.BytesIO()
        image.save(memory, "PNG")
        write_whole(folder / f"step-{step:06}-{number}.png", memory.getvalue())
    base.network.train()


def encoded(options, base, state, notes):
    """The bytes of the file."""
    import torch
    from safetensors.torch import save

    tensors = {}
    for name, down in state.items():
        if not name.endswith(".lora_A.weight"):
            continue
        module = name.removesuffix(".lora_A.weight")
        up = state[f"{module}.lora_B.weight"]
        down_key, up_key, alpha_key = base.keys(module)
        tensors[down_key] = down.half().cpu().contiguous()
        tensors[up_key] = (up if alpha_key else up * (options.alpha / options.rank)).half().cpu().contiguous()
        if alpha_key:
            tensors[alpha_key] = torch.tensor(float(options.alpha), dtype=torch.float16)
    return in_order(save(tensors, notes))


if __name__ == "__main__":
    sys.exit(main())
