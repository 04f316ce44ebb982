"""Changes of training images, so that a network sees each of them otherwise in every epoch."""

import random
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageEnhance

# Objects of which less can be seen than this share of their area are left out.
LEAST_VISIBLE = 0.1


@dataclass
class View:
    """The part of an image that is shown, in its pixels; it may reach beyond the image."""

    left: int
    top: int
    width: int
    height: int
    flipped: bool

    def cut(self, image, grey):
        """`grey` fills what lies beyond the image."""
        shown = Image.new(image.mode, (self.width, self.height), grey)
        shown.paste(image, (-self.left, -self.top))
        return shown.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if self.flipped else shown

    def boxes(self, boxes):
        """Corners in pixels of the view, and whether enough of each can be seen."""
        moved = boxes - np.array([self.left, self.top] * 2, np.float32)
        if self.flipped:
            moved[:, [0, 2]] = self.width - moved[:, [2, 0]]
        inside = np.clip(moved, 0, np.array([self.width, self.height] * 2, np.float32))
        area = lambda some: (some[:, 2] - some[:, 0]) * (some[:, 3] - some[:, 1])
        return inside, area(inside) >= LEAST_VISIBLE * area(moved)


def drawn_view(size, options):
    """`--zoom 1` shows a part of half the sides up to the image at half its size."""
    scale = 2 ** random.uniform(-options.zoom, options.zoom)
    width, height = (max(1, round(edge * scale)) for edge in size)
    left, top = (round(random.uniform(min(0, whole - part), max(0, whole - part))) for whole, part in zip(size, (width, height)))
    return View(left, top, width, height, random.random() < options.flip)


def recoloured(image, options):
    """Brightness, contrast and saturation, each by its own factor."""
    for enhance in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color) if options.colour > 0 else ():
        image = enhance(image).enhance(1 + random.uniform(-options.colour, options.colour))
    return image
