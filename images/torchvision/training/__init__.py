"""What the torchvision images share: data, training loop, results and model files."""
