"""Parameters, as the catalogue hands them over; what is text comes from the surroundings where it is not given."""

import argparse
import os
import re

from training.options import bounded


def side(text):
    value = bounded(int, 32, 2048)(text)
    if value % 16 != 0:
        raise argparse.ArgumentTypeError("is not a multiple of 16")
    return value


def file_name(text):
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?", text):
        raise argparse.ArgumentTypeError("is no name: letters, digits, - and _")
    return text


def common(description):
    found = argparse.ArgumentParser(description=description)
    found.add_argument("--data", required=True, help="the folder of what is read")
    found.add_argument("--output", required=True, help="the folder that results are written into")
    base = os.environ.get("BASE_MODEL", "")
    found.add_argument("--base", default=base, required=base == "", help="a folder or file, below --data or anywhere, or a name of the hub")
    found.add_argument("--seed", type=bounded(int, 0, 2**31 - 1), default=1)
    return found


def training_parser(description):
    found = common(description)
    found.add_argument("--name", type=file_name, default=os.environ.get("LORA_NAME", "lora"), help="of the LoRA and its file")
    found.add_argument("--trigger", default=os.environ.get("TRIGGER_WORDS", "").strip())
    found.add_argument("--rank", type=bounded(int, 1, 256), default=16)
    found.add_argument("--alpha", type=bounded(float, 0.1, 256.0), default=16.0)
    found.add_argument("--steps", type=bounded(int, 1, 1_000_000), default=1500)
    found.add_argument("--resolution", type=side, default=512)
    found.add_argument("--batch", type=bounded(int, 1, 64), default=1)
    found.add_argument("--learning-rate", type=bounded(float, 1e-7, 0.1), default=0.0001)
    found.add_argument("--sample-every", type=bounded(int, 1, 1_000_000), default=250)
    found.add_argument("--samples", type=bounded(int, 1, 16), default=4)
    return found


def generation_parser(description):
    found = common(description)
    found.add_argument("--prompt", default=os.environ.get("PROMPT", ""), help="instead of prompts.txt in the folder, a prompt a line")
    found.add_argument("--negative-prompt", default=os.environ.get("NEGATIVE_PROMPT", ""))
    found.add_argument("--lora", default=os.environ.get("LORA", ""), help="a .safetensors file; where absent, the only one in the folder")
    found.add_argument("--strength", type=bounded(float, 0.0, 2.0), default=1.0)
    found.add_argument("--count", type=bounded(int, 1, 100_000), default=4, help="images of each prompt")
    found.add_argument("--steps", type=bounded(int, 1, 200), default=30)
    found.add_argument("--width", type=side, default=512)
    found.add_argument("--height", type=side, default=512)
    found.add_argument("--guidance", type=bounded(float, 0.0, 30.0), default=7.0)
    return found
