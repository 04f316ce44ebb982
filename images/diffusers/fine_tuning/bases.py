"""What base models of each family ask for in training and in sampling."""

import logging
from pathlib import Path

import torch
import diffusers
from diffusers import DDPMScheduler, DiffusionPipeline

from .lora_file import family_of_checkpoint, kohya_keys, tensor_names, transformer_keys

PIPELINES = {
    "StableDiffusionPipeline": "sd-1.5",
    "StableDiffusionXLPipeline": "sdxl",
    "FluxPipeline": "flux",
}
CLASSES = {"sd-1.5": "StableDiffusionPipeline", "sd-2": "StableDiffusionPipeline", "sdxl": "StableDiffusionXLPipeline", "flux": "FluxPipeline"}
# Numbers that each token of the text is told by.
WIDTH_OF_SD2 = 1024


class BaseProblem(Exception):
    """Says what is wrong with the base model, for the log."""


def located(name, data):
    """A base below the data folder is meant before one of that name elsewhere."""
    inside = Path(data) / name
    return str(inside) if inside.exists() and Path(data).resolve() in inside.resolve().parents else name


def open_base(name, device):
    """The pipeline of a base model, and what it asks for. Half-precision on an accelerator."""
    logging.getLogger("diffusers").setLevel(logging.ERROR)
    # A bar is a line of the log for each of its steps.
    diffusers.utils.logging.disable_progress_bar()
    dtype = torch.bfloat16 if device.type == "cuda" and torch.cuda.is_bf16_supported() else torch.float16
    dtype = dtype if device.type == "cuda" else torch.float32
    try:
        pipeline = from_file(name, dtype) if Path(name).is_file() else from_folder(name, dtype)
    except BaseProblem:
        raise
    except (OSError, ValueError, KeyError, TypeError) as problem:
        reason = str(problem).strip().split("\n")[0]
        raise BaseProblem(f"the base model {name} cannot be opened ({reason}). Give a folder, a .safetensors file, or a name of the hub that can be reached") from None
    pipeline.set_progress_bar_config(disable=True)
    pipeline.to(device)
    if type(pipeline).__name__ == "FluxPipeline":
        return Flux(pipeline)
    # In half precision its numbers would be too large for what encodes pictures.
    pipeline.vae.to(torch.float32)
    return Sdxl(pipeline) if type(pipeline).__name__ == "StableDiffusionXLPipeline" else StableDiffusion(pipeline)


def from_folder(name, dtype):
    kind = DiffusionPipeline.load_config(name)["_class_name"]
    if kind not in PIPELINES:
        raise BaseProblem(f"the base model {name} is a {kind}; these are known: {', '.join(PIPELINES)}")
    checker = {"safety_checker": None, "requires_safety_checker": False} if kind == "StableDiffusionPipeline" else {}
    return getattr(diffusers, kind).from_pretrained(name, torch_dtype=dtype, **checker)


def from_file(name, dtype):
    return getattr(diffusers, CLASSES[family_of_checkpoint(tensor_names(name))]).from_single_file(name, torch_dtype=dtype)


class Base:
    keys = staticmethod(kohya_keys)
    targets = ["to_k", "to_q", "to_v", "to_out.0"]

    def __init__(self, pipeline, network):
        self.pipeline, self.network = pipeline, network
        for part in pipeline.components.values():
            if isinstance(part, torch.nn.Module):
                part.requires_grad_(False)
                part.eval()

    @property
    def device(self):
        return self.pipeline.device

    def noise_like(self, values, generator):
        """Drawn on the processor, so that an accelerator trains with the same."""
        return torch.randn(values.shape, generator=generator).to(values)

    @torch.no_grad()
    def latents(self, pixels, generator):
        vae = self.pipeline.vae
        drawn = vae.encode(pixels.to(self.device, vae.dtype)).latent_dist.sample(generator)
        return ((drawn - (vae.config.get("shift_factor") or 0.0)) * vae.config.scaling_factor).to(self.network.dtype)

    def picture(self, prompt, options):
        options["generator"] = torch.Generator().manual_seed(options.pop("seed"))
        return self.pipeline(prompt, **options).images[0]


class StableDiffusion(Base):
    """U-Nets that remove noise, told by one text encoder."""

    def __init__(self, pipeline):
        super().__init__(pipeline, pipeline.unet)
        self.noising = DDPMScheduler.from_config(pipeline.scheduler.config)

    @property
    def family(self):
        return "sd-2" if self.network.config.cross_attention_dim == WIDTH_OF_SD2 else "sd-1.5"

    @torch.no_grad()
    def words(self, prompt):
        return (self.pipeline.encode_prompt(prompt, self.device, 1, False)[0],)

    def predict(self, noisy, times, words, side):
        return self.network(noisy, times, encoder_hidden_states=words[0]).sample

    def losses(self, latents, words, generator, side):
        noise = self.noise_like(latents, generator)
        most = self.noising.config.num_train_timesteps
        times = torch.randint(0, most, (len(latents),), generator=generator).to(self.device)
        noisy = self.noising.add_noise(latents, noise, times)
        predicted = self.predict(noisy, times, words, side)
        is_velocity = self.noising.config.prediction_type == "v_prediction"
        target = self.noising.get_velocity(latents, noise, times) if is_velocity else noise
        return torch.nn.functional.mse_loss(predicted.float(), target.float())

    def sampling(self, guidance=7.0, negative=""):
        return {"guidance_scale": guidance, "negative_prompt": negative}


class Sdxl(StableDiffusion):
    """Told by two text encoders, and by sizes."""

    family = "sdxl"

    @torch.no_grad()
    def words(self, prompt):
        found = self.pipeline.encode_prompt(prompt, device=self.device, num_images_per_prompt=1, do_classifier_free_guidance=False)
        return found[0], found[2]

    def predict(self, noisy, times, words, side):
        sizes = torch.tensor([[side, side, 0, 0, side, side]], device=self.device, dtype=noisy.dtype).repeat(len(noisy), 1)
        told = {"text_embeds": words[1], "time_ids": sizes}
        return self.network(noisy, times, encoder_hidden_states=words[0], added_cond_kwargs=told).sample


class Flux(Base):
    """Transformers that move from noise to picture."""

    family = "flux"
    keys = staticmethod(transformer_keys)
    targets = ["attn.to_k", "attn.to_q", "attn.to_v", "attn.to_out.0"]

    def __init__(self, pipeline):
        super().__init__(pipeline, pipeline.transformer)

    @torch.no_grad()
    def words(self, prompt):
        embedded, pooled, _ = self.pipeline.encode_prompt(prompt=prompt, prompt_2=None, device=self.device)
        return embedded, pooled

    def losses(self, latents, words, generator, side):
        count, channels, height, width = latents.shape
        noise = self.noise_like(latents, generator)
        share = torch.sigmoid(torch.randn(count, generator=generator)).to(latents)
        noisy = (1 - share.view(-1, 1, 1, 1)) * latents + share.view(-1, 1, 1, 1) * noise
        packed = [self.pipeline._pack_latents(one, count, channels, height, width) for one in (noisy, noise - latents)]
        places = places_of(height // 2, width // 2).to(latents)
        guidance = torch.ones(count, device=self.device, dtype=latents.dtype) if self.network.config.guidance_embeds else None
        predicted = self.network(
            hidden_states=packed[0],
            timestep=share,
            guidance=guidance,
            pooled_projections=words[1],
            encoder_hidden_states=words[0],
            txt_ids=torch.zeros(words[0].shape[1], 3, device=self.device, dtype=latents.dtype),
            img_ids=places,
            return_dict=False,
        )[0]
        return torch.nn.functional.mse_loss(predicted.float(), packed[1].float())

    def sampling(self, guidance=3.5, negative=""):
        return {"guidance_scale": guidance}


def places_of(rows, columns):
    """Row and column of each patch; versions of diffusers count differently."""
    grid = torch.zeros(rows, columns, 3)
    grid[..., 1] += torch.arange(rows)[:, None]
    grid[..., 2] += torch.arange(columns)[None, :]
    return grid.reshape(rows * columns, 3)
