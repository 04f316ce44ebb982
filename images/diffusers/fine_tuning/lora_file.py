"""LoRA files: keys and metadata as kohya's trainers, ComfyUI and diffusers read them."""

import json
import struct

from .pictures import tag_frequency

LONGEST_HEADER = 8 * 1024 * 1024

# What kohya's trainers call the base models.
BASE_VERSIONS = {"sd-1.5": "sd_v1", "sd-2": "sd_v2", "sdxl": "sdxl_base_v1-0", "flux": "flux1"}
ARCHITECTURES = {
    "sd-1.5": "stable-diffusion-v1/lora",
    "sd-2": "stable-diffusion-v2/lora",
    "sdxl": "stable-diffusion-xl-v1-base/lora",
    "flux": "flux-1-dev/lora",
}


def kohya_keys(module):
    """Of a U-Net's module `down_blocks.0.…attn1.to_q`: down, up and alpha."""
    stem = f"lora_unet_{module.replace('.', '_')}"
    return f"{stem}.lora_down.weight", f"{stem}.lora_up.weight", f"{stem}.alpha"


def transformer_keys(module):
    """Of a transformer's module; those who read these know no alpha, which is then a part of the second matrix."""
    return f"transformer.{module}.lora_A.weight", f"transformer.{module}.lora_B.weight", None


def metadata(options, family, pictures):
    alpha = options.rank if family == "flux" else options.alpha
    known = {
        "ss_base_model_version": BASE_VERSIONS[family],
        "ss_network_module": "networks.lora",
        "ss_network_dim": options.rank,
        "ss_network_alpha": f"{alpha:g}",
        "ss_output_name": options.name,
        "ss_sd_model_name": options.base,
        "ss_steps": options.steps,
        "ss_learning_rate": f"{options.learning_rate:g}",
        "ss_num_train_images": sum(picture.repeats for picture in pictures),
        "ss_resolution": f"({options.resolution}, {options.resolution})",
        "ss_total_batch_size": options.batch,
        "ss_seed": options.seed,
        "ss_tag_frequency": json.dumps(tag_frequency(pictures), ensure_ascii=False),
        "modelspec.architecture": ARCHITECTURES[family],
        "modelspec.title": options.name,
    }
    if options.trigger:
        known["modelspec.trigger_phrase"] = options.trigger
    return {name: str(value) for name, value in known.items()}


def in_order(content):
    """The same file with its metadata by name: the package writes them in an order that differs from run to run."""
    start, end = 8, 8 + struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[start:end])
    notes = header.pop("__metadata__")
    encoded = json.dumps({"__metadata__": dict(sorted(notes.items())), **header}, ensure_ascii=False, separators=(",", ":")).encode()
    encoded += b" " * (-len(encoded) % 8)
    return struct.pack("<Q", len(encoded)) + encoded + content[end:]


def tensor_names(file):
    """The names of the tensors of a safetensors file, read without PyTorch."""
    with open(file, "rb") as opened:
        start = opened.read(8)
        length = struct.unpack("<Q", start)[0] if len(start) == 8 else 0
        if not 2 <= length <= LONGEST_HEADER:
            raise ValueError(f"{file}: is no safetensors file")
        try:
            return [name for name in json.loads(opened.read(length)) if name != "__metadata__"]
        except ValueError:
            raise ValueError(f"{file}: is no safetensors file") from None


def family_of_checkpoint(names):
    """What kind of base model a file of one is."""
    if any("double_blocks." in name for name in names):
        return "flux"
    if any(name.startswith("conditioner.embedders.1.") for name in names):
        return "sdxl"
    return "sd-2" if any(name.startswith("cond_stage_model.model.") for name in names) else "sd-1.5"
