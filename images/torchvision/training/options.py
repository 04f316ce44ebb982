"""The parameters of a training, as the catalogue hands them over: `--input-size 512`."""

import argparse


def bounded(kind, least, most):
    """A number between two ends."""

    def read(text):
        value = kind(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"is not between {least} and {most}")
        return value

    read.__name__ = kind.__name__
    return read


def side(text):
    value = bounded(int, 32, 2048)(text)
    if value % 32 != 0:
        raise argparse.ArgumentTypeError("is not a multiple of 32")
    return value


def layers(text):
    """The deepest ResNet there is with no more layers than these."""
    return max(one for one in (18, 34, 50, 101, 152) if one <= bounded(int, 18, 152)(text))


def parser(description, input_size, learning_rate=0.0005):
    """What every training takes; each image adds its own."""
    found = argparse.ArgumentParser(description=description)
    found.add_argument("--data", required=True, help="the folder of the data set")
    found.add_argument("--output", required=True, help="the folder that results are written into")
    found.add_argument("--epochs", type=bounded(int, 1, 10_000), default=30)
    found.add_argument("--input-size", type=side, default=input_size, help="side of the square input in pixels")
    found.add_argument("--batch", type=bounded(int, 1, 1024), default=8)
    found.add_argument("--learning-rate", type=bounded(float, 1e-7, 1.0), default=learning_rate)
    found.add_argument("--seed", type=bounded(int, 0, 2**31 - 1), default=1)
    found.add_argument("--patience", type=bounded(int, 1, 10_000), default=10, help="epochs without a better validation")
    found.add_argument("--workers", type=bounded(int, 0, 64), default=2, help="processes that read images")
    found.add_argument("--mixed-precision", type=int, choices=[0, 1], default=1, help="1: half of the digits on accelerators that can")
    found.add_argument("--flip", type=bounded(float, 0, 1), default=0.5, help="how many training images are mirrored")
    found.add_argument("--zoom", type=bounded(float, 0, 2), default=0.5, help="how often a side is doubled or halved at most")
    found.add_argument("--colour", type=bounded(float, 0, 1), default=0.2, help="change of brightness, contrast and saturation at most")
    return found
