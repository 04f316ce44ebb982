"""What the diffusers images share: base models, pictures with captions, and LoRA files."""
