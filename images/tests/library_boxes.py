"""
What transformers itself finds with the last checkpoint of a training, by its own reading of images and of answers:
`python3 library_boxes.py OUTPUT IMAGE…` prints a list of `[label, score, left, top, right, bottom]` for each image.
"""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import torch
import transformers
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "transformers"))

import train  # noqa: E402
from training.detection_measure import CONFIDENCE  # noqa: E402

PROCESSORS = {"d-fine": ("RTDetrImageProcessor", False), "rf-detr": ("RfDetrImageProcessor", True)}


@torch.no_grad()
def main(output, *files):
    checkpoint = torch.load(Path(output) / "last.ckpt", weights_only=True)
    options = SimpleNamespace(**checkpoint["options"])
    model = train.Detection(options.network, options.size).build([""] * classes_of(checkpoint["model"]), options)
    model.load_state_dict(checkpoint["model"])
    name, normalised = PROCESSORS[options.network]
    size = {"height": options.input_size, "width": options.input_size}
    processor = getattr(transformers, name)(size=size, do_normalize=normalised, do_pad=False)
    said = []
    for file in files:
        image = Image.open(file).convert("RGB")
        answer = model.eval()(pixel_values=processor(images=image, return_tensors="pt")["pixel_values"])
        sizes = torch.tensor([image.size[::-1]])
        found = processor.post_process_object_detection(answer, threshold=CONFIDENCE, target_sizes=sizes)[0]
        rows = zip(found["labels"].tolist(), found["scores"].tolist(), found["boxes"].tolist())
        said.append([[label, score, *box] for label, score, box in rows])
    print(json.dumps(said))


def classes_of(weights):
    return next(len(value) for name, value in weights.items() if "class_embed" in name and name.endswith("bias"))


if __name__ == "__main__":
    main(*sys.argv[1:])
