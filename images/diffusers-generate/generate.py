#!/usr/bin/env python3
"""Makes images by prompts with Stable Diffusion 1.5 and 2, SDXL or Flux, and a LoRA. Killed at any moment, the same call goes on."""

import io
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "torchvision"), str(ROOT / "diffusers")]

from fine_tuning.options import generation_parser  # noqa: E402
from training.data import DataProblem  # noqa: E402
from training.output import write_whole  # noqa: E402

STOPPED = 143


def main(argv=None):
    options = generation_parser(__doc__).parse_args(argv)
    try:
        return generate(options, prompts_of(options), lora_of(options))
    except (DataProblem, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1


def prompts_of(options):
    if options.prompt:
        return [options.prompt]
    file = Path(options.data) / "prompts.txt"
    lines = file.read_text(encoding="utf-8-sig").splitlines() if file.is_file() else []
    prompts = [line.strip() for line in lines if line.strip()]
    if not prompts:
        raise DataProblem(f"{file}: there is no prompt: write one a line, or give --prompt")
    return prompts


def lora_of(options):
    """The LoRA's file; None for the base alone, which strength 0 is."""
    if options.strength == 0:
        return None
    if options.lora:
        inside = Path(options.data) / options.lora
        file = inside if inside.is_file() else Path(options.lora)
        if not file.is_file():
            raise DataProblem(f"{options.lora}: there is no such LoRA file")
        return file
    found = sorted(Path(options.data).glob("*.safetensors"))
    if len(found) > 1:
        raise DataProblem(f"{options.data}: there are {len(found)} LoRA files: name one with --lora")
    return found[0] if found else None


def generate(options, prompts, lora):
    import torch
    from fine_tuning.bases import BaseProblem, located, open_base
    from fine_tuning.steps import Stop

    stop = Stop()
    output = Path(options.output)
    total = len(prompts) * options.count
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def progress(done):
        write_whole(output / "progress.json", json.dumps({"done": done, "total": total, "unit": "images"}))

    try:
        base = open_base(located(options.base, options.data), device)
        if lora:
            attach(base, lora, options.strength)
    except BaseProblem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    print(f"{total} images with {options.base} ({base.family}){f', {lora.name} at {options.strength:g}' if lora else ''}", flush=True)
    for number in range(total):
        progress(number)
        file = output / f"image-{number:05}.png"
        if file.exists():
            continue
        if stop.asked:
            print("stopped; what is done stays", flush=True)
            return STOPPED
        shape = {"width": options.width, "height": options.height, "num_inference_steps": options.steps}
        settings = {**base.sampling(options.guidance, options.negative_prompt), **shape}
        image = base.picture(prompts[number // options.count], {**settings, "seed": options.seed + number})
        memory = io.BytesIO()
        image.save(memory, "PNG")
        write_whole(file, memory.getvalue())
        print(f"{number + 1} of {total} images", flush=True)
    progress(total)
    return 0


def attach(base, lora, strength):
    from fine_tuning.bases import BaseProblem

    try:
        base.pipeline.load_lora_weights(str(lora.parent), weight_name=lora.name, adapter_name="own")
        base.pipeline.set_adapters(["own"], [strength])
    except (ValueError, KeyError, RuntimeError) as problem:
        reason = str(problem).strip().split("\n")[0]
        raise BaseProblem(f"{lora.name} does not fit {base.family} ({reason}). Take a LoRA of that base model, or another base") from None


if __name__ == "__main__":
    sys.exit(main())
