"""Base models as small as they can be, of random numbers: `python3 tiny_pipelines.py sd15 sdxl flux --output FOLDER`."""

import argparse
import json
from pathlib import Path

import torch
from diffusers import (
    AutoencoderKL,
    DDIMScheduler,
    FlowMatchEulerDiscreteScheduler,
    FluxPipeline,
    FluxTransformer2DModel,
    StableDiffusionPipeline,
    StableDiffusionXLPipeline,
    UNet2DConditionModel,
)
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import CLIPTextConfig, CLIPTextModel, CLIPTextModelWithProjection, CLIPTokenizer, T5Config, T5EncoderModel, T5TokenizerFast
from transformers.models.clip.tokenization_clip import bytes_to_unicode

WIDTH = 32


def clip_tokenizer(folder):
    folder.mkdir(parents=True, exist_ok=True)
    letters = list(bytes_to_unicode().values())
    words = [*letters, *(f"{letter}</w>" for letter in letters), "<|startoftext|>", "<|endoftext|>"]
    (folder / "vocab.json").write_text(json.dumps({word: place for place, word in enumerate(words)}), encoding="utf-8")
    (folder / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    return CLIPTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"), model_max_length=77)


def clip_config(tokenizer, width=WIDTH):
    ends = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}
    sizes = {"hidden_size": width, "intermediate_size": 2 * width, "num_attention_heads": 2, "num_hidden_layers": 2, "projection_dim": width}
    return CLIPTextConfig(vocab_size=len(tokenizer), max_position_embeddings=77, **sizes, **ends)


def vae(**more):
    blocks = {"down_block_types": ["DownEncoderBlock2D"] * 2, "up_block_types": ["UpDecoderBlock2D"] * 2, "block_out_channels": [16, 16]}
    return AutoencoderKL(**blocks, **more, latent_channels=4, norm_num_groups=8, sample_size=32)


def unet(text_width, more):
    blocks = {"down_block_types": ["DownBlock2D", "CrossAttnDownBlock2D"], "up_block_types": ["CrossAttnUpBlock2D", "UpBlock2D"]}
    sizes = {"block_out_channels": (16, 32), "layers_per_block": 1, "norm_num_groups": 8, "sample_size": 16}
    return UNet2DConditionModel(**blocks, **sizes, cross_attention_dim=text_width, attention_head_dim=8, **more)


def scheduler():
    return DDIMScheduler(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear", clip_sample=False, set_alpha_to_one=False, steps_offset=1)


def sd15(folder):
    tokenizer = clip_tokenizer(folder / "words")
    parts = {"vae": vae(), "unet": unet(WIDTH, {}), "scheduler": scheduler()}
    text = {"text_encoder": CLIPTextModel(clip_config(tokenizer)), "tokenizer": tokenizer}
    return StableDiffusionPipeline(**parts, **text, safety_checker=None, feature_extractor=None, requires_safety_checker=False)


def sdxl(folder):
    tokenizer = clip_tokenizer(folder / "words")
    told = {"addition_embed_type": "text_time", "addition_time_embed_dim": 8, "projection_class_embeddings_input_dim": 6 * 8 + WIDTH}
    parts = {"vae": vae(), "unet": unet(2 * WIDTH, {"transformer_layers_per_block": (1, 2), **told}), "scheduler": scheduler()}
    text = {"text_encoder": CLIPTextModel(clip_config(tokenizer)), "tokenizer": tokenizer}
    text |= {"text_encoder_2": CLIPTextModelWithProjection(clip_config(tokenizer)), "tokenizer_2": tokenizer}
    return StableDiffusionXLPipeline(**parts, **text)


def flux(folder):
    tokenizer = clip_tokenizer(folder / "words")
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *((letter, -1.0) for letter in "▁abcdefghijklmnopqrstuvwxyz,")]
    letters = Tokenizer(models.Unigram(pieces, unk_id=2))
    letters.pre_tokenizer = pre_tokenizers.Metaspace()
    second = T5TokenizerFast(tokenizer_object=letters, extra_ids=0, model_max_length=64)
    sizes = {"num_layers": 1, "num_single_layers": 1, "num_attention_heads": 2, "attention_head_dim": 16}
    widths = {"in_channels": 16, "joint_attention_dim": WIDTH, "pooled_projection_dim": WIDTH, "axes_dims_rope": (4, 4, 8)}
    return FluxPipeline(
        scheduler=FlowMatchEulerDiscreteScheduler(),
        vae=vae(scaling_factor=0.3611, shift_factor=0.1159),
        transformer=FluxTransformer2DModel(patch_size=1, guidance_embeds=True, **sizes, **widths),
        text_encoder=CLIPTextModel(clip_config(tokenizer)),
        tokenizer=tokenizer,
        text_encoder_2=T5EncoderModel(T5Config(vocab_size=len(pieces), d_model=WIDTH, d_kv=8, d_ff=64, num_layers=1, num_heads=2)),
        tokenizer_2=second,
    )


if __name__ == "__main__":
    found = argparse.ArgumentParser(description=__doc__)
    found.add_argument("names", nargs="+", choices=["sd15", "sdxl", "flux"])
    found.add_argument("--output", required=True, type=Path)
    options = found.parse_args()
    torch.manual_seed(1)
    for name in options.names:
        {"sd15": sd15, "sdxl": sdxl, "flux": flux}[name](options.output / "parts" / name).save_pretrained(options.output / name)
