"""A model as an ONNX file that says in its metadata all that is needed to run it."""

import inspect
import io
import json
import warnings

import numpy as np
import torch

from .letterbox import GREY

TRAINER = {"name": "vermilion-torchvision", "version": "0.1.0"}


def described(task, labels, options, facts):
    """See `modelMetadata` of the contract."""
    mean, scale = task.pixels
    return {
        "version": 1,
        **task.metadata(labels),
        "labels": labels,
        "input": {
            "size": options.input_size,
            "channels": "rgb",
            "mean": mean,
            "scale": scale,
            "letterbox": {"grey": GREY},
            # As Pillow shrinks images in `letterbox.py`.
            "resampling": "antialiased",
            **getattr(task, "input", {}),
        },
        "trainer": getattr(task, "trainer", TRAINER),
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
    outputs = metadata["output"].get("names", ["output0"])
    names = {"input_names": ["images"], "output_names": outputs, "opset_version": 17}
    # Later versions go another way by default, which needs one more package.
    if "dynamo" in inspect.signature(torch.onnx.export).parameters:
        names["dynamo"] = False
    # What the exporter thinks aloud about shapes is nothing that a reader of the log could act on.
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(module, example, memory, **names)
    return memory.getvalue() + entry("vermilion", json.dumps(metadata))


def answers(module, images):
    """What a model answers, as a list of arrays."""
    said = module(images)
    return [part.cpu().numpy() for part in (said if isinstance(said, tuple) else (said,))]


@torch.no_grad()
def compare(file, module, samples, task, options, device):
    """Tells how far what the file answers is from what the network does, where ONNX Runtime is installed."""
    try:
        import onnxruntime
    except ImportError:
        return
    images = task.dataset(samples[:1], options, False)[0]["images"][None]
    own = answers(module.to(device).eval(), images.to(device))
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    far = apart(session.run(None, {"images": images.numpy()}), own)
    print(f"{file.name} answers as the network does: they differ by {far:.1g} at most", flush=True)


def apart(said, own):
    """Queries that are as likely as each other come in either order, so that each is compared with the one nearest to it."""
    if len(said) == 1:
        return float(abs(said[0] - own[0]).max())
    rows, others = (torch.from_numpy(np.concatenate([part[0] for part in parts], 1)) for parts in (said, own))
    return float(torch.cdist(rows, others, p=float("inf")).min(1).values.max())


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
