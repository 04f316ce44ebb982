"""A model as an ONNX file that says in its metadata all that is needed to run it."""

import inspect
import io
import json
import warnings

import torch

from .letterbox import GREY, MEAN, SCALE

TRAINER = {"name": "vermilion-torchvision", "version": "0.1.0"}


def described(task, labels, options, facts):
    """See `modelMetadata` of the contract."""
    return {
        "version": 1,
        **task.metadata(labels),
        "labels": labels,
        "input": {
            "size": options.input_size,
            "channels": "rgb",
            "mean": MEAN,
            "scale": SCALE,
            "letterbox": {"grey": GREY},
        },
        "trainer": TRAINER,
        "training": {
            "epoch": facts["epoch"],
            "seed": options.seed,
            "width": task.width,
            "images": facts["images"],
            "validationImages": facts["validationImages"],
        },
        "metrics": facts["metrics"],
    }


def exported(module, input_size, metadata):
    """The bytes of the file."""
    module = module.eval().cpu()
    memory = io.BytesIO()
    example = torch.zeros(1, 3, input_size, input_size)
    names = {"input_names": ["images"], "output_names": ["output0"], "opset_version": 17}
    # Later versions go another way by default, which needs one more package.
    if "dynamo" in inspect.signature(torch.onnx.export).parameters:
        names["dynamo"] = False
    # What the exporter thinks aloud about shapes is nothing that a reader of the log could act on.
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(module, example, memory, **names)
    return memory.getvalue() + entry("vermilion", json.dumps(metadata))


def entry(key, value):
    """`metadata_props` of a ModelProto: a message behind another one adds to it."""
    inside = field(1, key.encode()) + field(2, value.encode())
    return field(14, inside)


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def varint(value):
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)
