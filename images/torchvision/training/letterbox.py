"""An image as a model's square input: its proportions kept, in the middle, grey around it."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageOps

GREY = 114
# Of ImageNet: what torchvision's weights were trained with, for bytes.
MEAN = [123.675, 116.28, 103.53]
SCALE = [1 / 58.395, 1 / 57.12, 1 / 57.375]


@dataclass
class Fit:
    size: int
    image: tuple
    left: int
    top: int
    width: int
    height: int

    @property
    def scale(self):
        return self.width / self.image[0], self.height / self.image[1]


def fit_of(image, size):
    scale = size / max(image)
    width, height = (min(size, max(1, int(edge * scale + 0.5))) for edge in image)
    return Fit(size, image, (size - width) >> 1, (size - height) >> 1, width, height)


def opened(file):
    """The upright image."""
    with Image.open(file) as image:
        return ImageOps.exif_transpose(image).convert("RGB")


def boxed(image, size):
    """Bytes of the square, rows of pixels, and how the image lies in it."""
    fit = fit_of(image.size, size)
    square = Image.new("RGB", (size, size), (GREY, GREY, GREY))
    square.paste(image.resize((fit.width, fit.height), Image.BILINEAR), (fit.left, fit.top))
    return np.array(square), fit


def values(square):
    """Three planes of (byte - mean) * scale."""
    return ((square.astype(np.float32) - MEAN) * SCALE).transpose(2, 0, 1).astype(np.float32)
