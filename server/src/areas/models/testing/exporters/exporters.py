"""Exports tiny models of random weights with the libraries that people use, and what the library itself says of a picture.

`python exporters.py FOLDER` writes `picture.png` and for each case NAME.onnx with NAME.json: `labels` where the file has none, and
`boxes` (label, score, x, y, width, height in pixels), `scores`, or `classes`, the name of a picture with the class of each pixel.
A case whose library is not installed is told in `skipped.json`.
"""

import importlib
import json
import os
import shutil
import sys

os.environ.update(YOLO_OFFLINE="true", HF_HUB_OFFLINE="1", YOLO_VERBOSE="false", RFDETR_SKIP_TELEMETRY="1")
import numpy as np  # noqa: E402
import torch  # noqa: E402
from PIL import Image  # noqa: E402

FOLDER = sys.argv[1]
PICTURE = os.path.join(FOLDER, "picture.png")
# As large as the input of RF-DETR: it resamples to fractions of a byte, and its choice among random queries hangs on them.
SQUARE = os.path.join(FOLDER, "square.png")
LABELS = 4
# These confidences are used here where nobody names another.
YOLO_CONFIDENCE, DETR_CONFIDENCE, RF_DETR_CONFIDENCE = 0.25, 0.4, 0.5
torch.set_grad_enabled(False)
torch.set_num_threads(2)


def draw_picture():
    """Smooth shapes without noise: what remains of them in a small input does not hang on the last bit of a resampling."""
    y, x = np.mgrid[0:240, 0:320]
    planes = [127 + 120 * np.sin(x / (17 + 9 * k) + k) * np.cos(y / (23 - 4 * k)) for k in range(3)]
    picture = np.stack(planes, axis=2)
    picture[60:150, 80:190] = (220, 60, 40)
    picture[150:220, 200:290] = (30, 200, 90)
    Image.fromarray(picture.clip(0, 255).astype(np.uint8)).save(PICTURE)
    Image.open(PICTURE).crop((64, 24, 256, 216)).save(SQUARE)


def awaken(model, shape, times=6):
    """Random layers fade out; statistics of what they see make their outputs differ from cell to cell."""
    torch.manual_seed(0)
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.reset_running_stats()
            module.momentum = None
    model.train()
    for _ in range(times):
        model(torch.rand(2, 3, *shape))
    return model.eval()


def write(name, onnx, **says):
    shutil.copy(onnx, os.path.join(FOLDER, name + ".onnx"))
    with open(os.path.join(FOLDER, name + ".json"), "w") as file:
        json.dump(says, file)


def save_classes(name, classes):
    Image.fromarray(np.asarray(classes, dtype=np.uint8)).save(os.path.join(FOLDER, name + "-classes.png"))
    return name + "-classes.png"


# --- Ultralytics -------------------------------------------------------------------------------------------------------


def ultralytics(name, config, task="detect", imgsz=160, **options):
    from ultralytics import RTDETR, YOLO

    kind = RTDETR if "rtdetr" in config else YOLO
    torch.manual_seed(1)
    model = kind(config)
    head = model.model.model[-1]
    size = (imgsz, imgsz) if isinstance(imgsz, int) else imgsz
    if kind is YOLO:
        awaken(model.model, size)
    for branch in [getattr(head, key, None) for key in ("cv3", "one2one_cv3")]:
        for layers in branch or []:
            layers[-1].weight.normal_(0, 0.15)
            layers[-1].bias.fill_(-3)
    for branch in [getattr(head, key, None) for key in ("cv2", "one2one_cv2")]:
        for layers in branch or []:
            # Boxes of a few cells: random ones are as large as the picture.
            bins = layers[-1].bias.numel() // 4
            layers[-1].bias.copy_(torch.arange(bins).mul(-0.7).repeat(4) if bins > 1 else torch.full((4,), 1.5))
    if task == "classify":
        head.linear.weight.normal_(0, 0.5)
    if kind is RTDETR:
        for layer in head.dec_score_head:
            layer.weight.normal_(0, 0.05)
            layer.bias.fill_(-2)
    path = str(model.export(format="onnx", imgsz=imgsz, simplify=False, verbose=False, **options))
    # A fixed batch is compared with the same weights, since the library gives such a file nothing but whole batches.
    judge = model if options.get("batch", 1) > 1 else kind(path) if kind is RTDETR else YOLO(path, task=task)
    result = judge.predict(PICTURE, imgsz=imgsz, conf=YOLO_CONFIDENCE, rect=False, verbose=False, max_det=10_000, retina_masks=True)[0]
    if task == "classify":
        return write(name, path, scores=result.probs.data.tolist())
    if task == "semantic":
        return write(name, path, classes=save_classes(name, result.semantic_mask.data.squeeze().cpu().numpy()))
    says = {"boxes": boxes_of(result.boxes.cls, result.boxes.conf, result.boxes.xyxy)}
    if task == "segment":
        says = {"classes": save_classes(name, painted(result))}
    write(name, path, **says)


def boxes_of(labels, scores, corners):
    found = []
    for label, score, (left, top, right, bottom) in zip(labels.tolist(), scores.tolist(), corners.tolist()):
        found.append([str(int(label)), score, left, top, right - left, bottom - top])
    return found


def painted(result):
    classes = np.full((240, 320), 255)
    if result.masks is None:
        return classes
    for index in range(len(result.boxes))[::-1]:
        classes[result.masks.data[index].numpy() > 0.5] = int(result.boxes.cls[index])
    return classes


# --- transformers ------------------------------------------------------------------------------------------------------


class Chosen(torch.nn.Module):
    def __init__(self, model, keys):
        super().__init__()
        self.model, self.keys = model, keys

    def forward(self, pixel_values):
        outputs = self.model(pixel_values=pixel_values)
        return tuple(getattr(outputs, key) for key in self.keys)


def export(module, size, inputs=("pixel_values",), outputs=("logits",)):
    path = os.path.join(FOLDER, "export.onnx")
    torch.onnx.export(
        module, (torch.rand(1, 3, *size),), path, input_names=list(inputs), output_names=list(outputs),
        dynamo=False, opset_version=18,
    )
    return path


DETECTOR = dict(
    encoder_in_channels=[32, 64, 64], encoder_hidden_dim=32, d_model=32, decoder_in_channels=[32, 32, 32],
    # As many queries as there are places: a choice among random ones hangs on the last bit of a resampling.
    num_queries=525, decoder_layers=2, encoder_ffn_dim=32, decoder_ffn_dim=32, num_labels=LABELS,
    decoder_attention_heads=4, encoder_attention_heads=4, eval_size=None,
)


def transformers_detector(name, family):
    import transformers

    torch.manual_seed(2)
    if family == "RTDetrV2":
        backbone = transformers.RTDetrResNetConfig(
            embedding_size=16, hidden_sizes=[16, 32, 64, 64], depths=[1, 1, 1, 1], layer_type="basic",
            out_features=["stage2", "stage3", "stage4"],
        )
    else:
        backbone = transformers.HGNetV2Config(
            stem_channels=[3, 8, 8], stage_in_channels=[8, 16, 32, 64], stage_mid_channels=[8, 8, 16, 16],
            stage_out_channels=[16, 32, 64, 64], stage_num_blocks=[1, 1, 1, 1], stage_numb_of_layers=[1, 1, 1, 1],
            out_features=["stage2", "stage3", "stage4"], hidden_sizes=[16, 32, 64, 64], depths=[1, 1, 1, 1],
        )
    config = getattr(transformers, family + "Config")(backbone_config=backbone, **DETECTOR)
    model = getattr(transformers, family + "ForObjectDetection")(config).eval()
    for module in model.modules():
        if isinstance(module, torch.nn.Linear) and module.out_features == LABELS:
            module.weight.normal_(0, 0.15)
            module.bias.fill_(-1)
    processor = transformers.RTDetrImageProcessor(size={"height": 160, "width": 160})
    picture = Image.open(PICTURE)
    outputs = model(**processor(images=picture, return_tensors="pt"))
    found = processor.post_process_object_detection(outputs, threshold=DETR_CONFIDENCE, target_sizes=[(240, 320)])[0]
    path = export(Chosen(model, ("logits", "pred_boxes")), (160, 160), outputs=("logits", "pred_boxes"))
    write(name, path, labels=[str(index) for index in range(LABELS)], boxes=boxes_of(found["labels"], found["scores"], found["boxes"]))


def own_postprocessing(name):
    """The export of RT-DETR, D-FINE and DEIM: the model with its post-processing, which takes the sizes of pictures."""
    import transformers
    from torchvision import transforms

    torch.manual_seed(3)

    class Deployed(torch.nn.Module):
        def __init__(self):
            super().__init__()
            backbone = transformers.RTDetrResNetConfig(
                embedding_size=16, hidden_sizes=[16, 32, 64, 64], depths=[1, 1, 1, 1], layer_type="basic",
                out_features=["stage2", "stage3", "stage4"],
            )
            self.model = transformers.RTDetrV2ForObjectDetection(transformers.RTDetrV2Config(backbone_config=backbone, **DETECTOR))
            for module in self.model.modules():
                if isinstance(module, torch.nn.Linear) and module.out_features == LABELS:
                    module.weight.normal_(0, 0.15)
                    module.bias.fill_(-1)

        def forward(self, images, orig_target_sizes):
            outputs = self.model(pixel_values=images)
            x, y, width, height = outputs.pred_boxes.unbind(-1)
            corners = torch.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], dim=-1)
            corners = corners * orig_target_sizes.repeat(1, 2).unsqueeze(1)
            scores, index = torch.topk(outputs.logits.sigmoid().flatten(1), 525, dim=-1)
            rows = (index // LABELS).unsqueeze(-1).repeat(1, 1, 4)
            return index % LABELS, corners.gather(dim=1, index=rows), scores

    model = Deployed().eval()
    resize = transforms.Compose([transforms.Resize((160, 160)), transforms.ToTensor()])
    labels, corners, scores = model(resize(Image.open(PICTURE))[None], torch.tensor([[320, 240]]))
    path = os.path.join(FOLDER, "export.onnx")
    torch.onnx.export(
        model, (torch.rand(1, 3, 160, 160), torch.tensor([[160, 160]])), path, dynamo=False, opset_version=18,
        input_names=["images", "orig_target_sizes"], output_names=["labels", "boxes", "scores"],
        dynamic_axes={"images": {0: "N"}, "orig_target_sizes": {0: "N"}},
    )
    sure = scores[0] >= DETR_CONFIDENCE
    write(name, path, labels=[str(index) for index in range(LABELS)], boxes=boxes_of(labels[0][sure], scores[0][sure], corners[0][sure]))


def segformer(name):
    import transformers

    torch.manual_seed(4)
    config = transformers.SegformerConfig(num_labels=4, depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 32, 32], decoder_hidden_size=16)
    model = transformers.SegformerForSemanticSegmentation(config)
    model = awaken(model, (160, 160))
    model.decode_head.classifier.weight.normal_(0, 0.5)
    processor = transformers.SegformerImageProcessor(size={"height": 160, "width": 160})
    outputs = model(**processor(images=Image.open(PICTURE), return_tensors="pt"))
    classes = processor.post_process_semantic_segmentation(outputs, target_sizes=[(240, 320)])[0]
    write(name, export(Chosen(model, ("logits",)), (160, 160)), labels=[str(index) for index in range(LABELS)], classes=save_classes(name, classes.numpy()))


# --- RF-DETR -----------------------------------------------------------------------------------------------------------


def rfdetr(name, kind, **options):
    package = importlib.import_module("rfdetr")
    torch.manual_seed(5)
    model = getattr(package, kind)(pretrain_weights=None, resolution=192, **options)
    network = model.model.model
    network.class_embed.weight.normal_(0, 0.05)
    network.class_embed.bias.fill_(-2)
    found = model.predict(SQUARE, threshold=RF_DETR_CONFIDENCE)
    model.export(output_dir=FOLDER, verbose=False, output_name="rfdetr-export")
    write_rfdetr(name, found)


def write_rfdetr(name, found):
    path = os.path.join(FOLDER, "rfdetr-export.onnx")
    names = ["%d" % index for index in range(91)]
    corners = [[label, score, *box] for label, score, box in zip(found.class_id.tolist(), found.confidence.tolist(), found.xyxy.tolist())]
    boxes = [[names[label], score, left, top, right - left, bottom - top] for label, score, left, top, right, bottom in corners]
    if found.mask is None:
        return write(name, path, labels=names, boxes=boxes, picture="square.png")
    classes = np.full((192, 192), 255)
    for index in np.argsort(found.confidence):
        classes[found.mask[index]] = found.class_id[index]
    write(name, path, labels=names, classes=save_classes(name, classes), picture="square.png")


CASES = {
    "YOLOv5u": ("ultralytics", lambda name: ultralytics(name, "yolov5n.yaml")),
    "YOLOv8 imgsz=(96, 160)": ("ultralytics", lambda name: ultralytics(name, "yolov8n.yaml", imgsz=(96, 160))),
    "YOLOv8 quantize=16": ("ultralytics", lambda name: ultralytics(name, "yolov8n.yaml", quantize=16)),
    "YOLOv8 batch=4": ("ultralytics", lambda name: ultralytics(name, "yolov8n.yaml", batch=4)),
    "YOLOv8 nms=True, max_det=50": ("ultralytics", lambda name: ultralytics(name, "yolov8n.yaml", nms=True, max_det=50)),
    "YOLOv8 dynamic=True": ("ultralytics", lambda name: ultralytics(name, "yolov8n.yaml", dynamic=True)),
    "YOLOv8-seg": ("ultralytics", lambda name: ultralytics(name, "yolov8n-seg.yaml", task="segment")),
    "YOLOv9t": ("ultralytics", lambda name: ultralytics(name, "yolov9t.yaml")),
    "YOLOv10n": ("ultralytics", lambda name: ultralytics(name, "yolov10n.yaml")),
    "YOLO11n": ("ultralytics", lambda name: ultralytics(name, "yolo11n.yaml")),
    "YOLO12n": ("ultralytics", lambda name: ultralytics(name, "yolo12n.yaml")),
    "YOLO26n": ("ultralytics", lambda name: ultralytics(name, "yolo26n.yaml")),
    "YOLO26n nms=False, end to end": ("ultralytics", lambda name: ultralytics(name, "yolo26n.yaml", nms=False)),
    "YOLO26n-seg": ("ultralytics", lambda name: ultralytics(name, "yolo26n-seg.yaml", task="segment")),
    "YOLO26n-sem imgsz=(96, 160)": ("ultralytics", lambda name: ultralytics(name, "yolo26n-sem.yaml", task="semantic", imgsz=(96, 160))),
    "YOLO26n-cls": ("ultralytics", lambda name: ultralytics(name, "yolo26n-cls.yaml", task="classify", imgsz=64)),
    "RT-DETR of Ultralytics": ("ultralytics", lambda name: ultralytics(name, "rtdetr-l.yaml")),
    "RT-DETR v2 of transformers": ("transformers", lambda name: transformers_detector(name, "RTDetrV2")),
    "D-FINE of transformers": ("transformers", lambda name: transformers_detector(name, "DFine")),
    "RT-DETR, D-FINE and DEIM, own post-processing": ("transformers", own_postprocessing),
    "SegFormer of transformers": ("transformers", segformer),
    "RF-DETR Nano": ("rfdetr", lambda name: rfdetr(name, "RFDETRNano")),
    "RF-DETR Seg Nano": ("rfdetr", lambda name: rfdetr(name, "RFDETRSegNano")),
}


def main():
    draw_picture()
    wanted, skipped = sys.argv[2:], {}
    for name, (library, make) in CASES.items():
        if wanted and name not in wanted:
            continue
        try:
            importlib.import_module(library)
        except ImportError:
            skipped[name] = library + " is not installed"
            continue
        os.chdir(FOLDER)
        try:
            make(name)
            print(name, flush=True)
        except Exception as error:
            skipped[name] = "%s: %s" % (type(error).__name__, str(error)[:300])
    with open(os.path.join(FOLDER, "skipped.json"), "w") as file:
        json.dump(skipped, file)


main()
