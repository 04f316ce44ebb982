"""An image as a model's square input: its proportions kept, in the middle, grey around it."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageOps

GREY = 114
# What is subtracted from a byte of each colour, and what the rest is multiplied by.
IMAGENET = ([123.675, 116.28, 103.53], [1 / 58.395, 1 / 57.12, 1 / 57.375])
UNIT = ([0.0] * 3, [1 / 255] * 3)


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


def stretched(image, size):
    """Bytes of the square, which the whole image fills."""
    square = image.resize((size, size), Image.BILINEAR)
    return np.array(square), Fit(size, image.size, 0, 0, size, size)


def values(square, pixels):
    """Three planes of (byte - mean) * scale."""
    mean, scale = pixels
    return ((square.astype(np.float32) - mean) * scale).transpose(2, 0, 1).astype(np.float32)
