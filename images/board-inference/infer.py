"""Runs a model over images on a device and measures it: one file, for Python 3.8 or later with NumPy and a runtime.

It reads from the folder of --data what the server has prepared: `job.json`, the model, and of each image the pixels that
the model is to see, letterboxed by the very code that cloud inference uses. It writes to --output `predictions.jsonl` (a
line an image), `progress.json` and at the end `report.json`. Killed at any moment, the same call goes on with the first
image that has no line.
"""

import argparse
import glob
import json
import math
import os
import platform
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import zlib

PIP = "python3 -m pip install "
# Low enough for whole curves of precision and recall; objects of one label that count in an image.
FAINT, MOST_OF_LABEL = 0.005, 300
WARM_UP_RUNS = 5
SYNC_SECONDS = 0.5
SAMPLE_SECONDS = 0.5


def log(text):
    print(text, flush=True)


class Missing(Exception):
    """Something is not installed; the text says how to get it."""


def import_numpy():
    try:
        import numpy
    except ImportError:
        raise Missing("NumPy is not installed for %s. Install it with: %snumpy" % (sys.executable, PIP))
    return numpy


# --- Runtimes: each takes float32 values (1, 3, height, width) and answers the outputs that are read as float32 ------------


class OnnxRuntime:
    def __init__(self, data, job):
        try:
            import onnxruntime
        except ImportError:
            raise Missing("ONNX Runtime is not installed for %s. Install it with: %sonnxruntime" % (sys.executable, PIP))
        options = onnxruntime.SessionOptions()
        self.threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        options.intra_op_num_threads = self.threads
        options.log_severity_level = 3
        # On x64 processors without VNNI sums of 8-bit products overflow their 16 bits unless they are asked to be exact.
        options.add_session_config_entry("session.x64quantprecision", "1")
        wanted = ["CUDAExecutionProvider", "CPUExecutionProvider"]
        available = onnxruntime.get_available_providers()
        providers = [name for name in wanted if name in available]
        self.session = onnxruntime.InferenceSession(os.path.join(data, job["model"]), options, providers=providers)
        self.version = "%s (%s)" % (onnxruntime.__version__, self.session.get_providers()[0])
        self.np = import_numpy()
        about = job["metadata"]["input"]
        inputs = {one.name: one for one in self.session.get_inputs()}
        # A model of this product is read by the place of its input, whatever its name.
        self.input = about["name"] if about["name"] in inputs else next(iter(inputs))
        types = {"tensor(float16)": self.np.float16, "tensor(uint8)": self.np.uint8}
        self.type = types.get(inputs[self.input].type, self.np.float32)
        self.batch = about.get("batch", 1)
        self.more = {}
        if "sizesName" in about:
            sizes = [[about["size"], about.get("height", about["size"])]] * self.batch
            self.more[about["sizesName"]] = self.np.array(sizes, dtype=self.np.int64)
        present = [one.name for one in self.session.get_outputs()]
        self.outputs = [name for name in job["metadata"]["output"]["names"] if name in present] or present[:1]

    def run(self, values, _pixels):
        values = self.np.repeat(values, self.batch, axis=0) if self.batch > 1 else values
        outputs = self.session.run(self.outputs, dict(self.more, **{self.input: values.astype(self.type, copy=False)}))
        # A model with a fixed batch is given one picture that often, and one answer is read.
        outputs = [output[:1] for output in outputs] if self.batch > 1 else outputs
        return [output.astype(self.np.float32, copy=False) for output in outputs]


class TensorFlowLite:
    def __init__(self, data, job):
        for module in ("ai_edge_litert.interpreter", "tflite_runtime.interpreter", "tensorflow.lite.python.interpreter"):
            try:
                interpreter = __import__(module, fromlist=["Interpreter"]).Interpreter
                break
            except ImportError:
                continue
        else:
            raise Missing("TensorFlow Lite is not installed. Install it with: %sai-edge-litert (or tflite-runtime)" % PIP)
        self.np = import_numpy()
        self.threads = os.cpu_count()
        self.interpreter = interpreter(model_path=os.path.join(data, job["model"]), num_threads=self.threads)
        self.interpreter.allocate_tensors()
        self.input = self.interpreter.get_input_details()[0]
        self.output = self.interpreter.get_output_details()[0]
        self.version = module.split(".")[0]

    def run(self, values, _pixels):
        np = self.np
        last = self.input["shape"][-1] == 3
        values = np.ascontiguousarray(values.transpose(0, 2, 3, 1)) if last else values
        if self.input["dtype"] != np.float32:
            scale, zero = self.input["quantization"]
            limits = np.iinfo(self.input["dtype"])
            values = np.clip(np.round(values / scale + zero), limits.min, limits.max).astype(self.input["dtype"])
        self.interpreter.set_tensor(self.input["index"], values)
        self.interpreter.invoke()
        result = self.interpreter.get_tensor(self.output["index"])
        if result.dtype == np.float32:
            return [result]
        scale, zero = self.output["quantization"]
        return [(result.astype(np.float32) - zero) * np.float32(scale)]


class RknnLite:
    def __init__(self, data, job):
        try:
            from rknnlite.api import RKNNLite
        except ImportError:
            raise Missing("RKNN-Lite is not installed. Install it with: %srknn-toolkit-lite2" % PIP)
        self.np = import_numpy()
        self.threads = None
        self.rknn = RKNNLite()
        if self.rknn.load_rknn(os.path.join(data, job["model"])) != 0 or self.rknn.init_runtime() != 0:
            raise RuntimeError("RKNN-Lite cannot load this model on this device")
        self.version = str(self.rknn.get_sdk_version()).strip().replace("\n", " ")[:200]

    def run(self, _values, pixels):
        # A model compiled with its mean and scale takes the pixels as they are.
        return [self.np.asarray(self.rknn.inference(inputs=[pixels[None]])[0], dtype=self.np.float32)]


class TrtExec:
    """TensorRT through its command line: the engine is built once, and each image is a call of its own."""

    def __init__(self, data, job):
        places = ["/usr/src/tensorrt/bin/trtexec", "/opt/tensorrt/bin/trtexec"]
        found = shutil.which("trtexec") or next((place for place in places if os.path.exists(place)), None)
        if found is None:
            raise Missing("trtexec is not installed. Install it with: apt-get install libnvinfer-bin")
        self.np = import_numpy()
        self.program, self.threads = found, None
        self.folder = os.path.join(os.path.dirname(os.path.abspath(data)), "engine")
        os.makedirs(self.folder, exist_ok=True)
        self.engine = os.path.join(self.folder, "model.engine")
        if not os.path.exists(self.engine):
            log("building the engine")
            self.call("--onnx=" + os.path.join(data, job["model"]), "--saveEngine=" + self.engine, "--skipInference")
        self.version = "trtexec"

    def call(self, *options):
        done = subprocess.run([self.program] + list(options), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            raise RuntimeError("trtexec: " + done.stdout.decode("utf-8", "replace")[-2000:])

    def run(self, values, _pixels):
        place = lambda name: os.path.join(self.folder, name)
        values.tofile(place("input"))
        options = ["--iterations=1", "--warmUp=0", "--duration=0", "--avgRuns=1"]
        files = ["--loadInputs=images:" + place("input"), "--exportOutput=" + place("output.json")]
        self.call("--loadEngine=" + self.engine, "--exportTimes=" + place("times.json"), *(options + files))
        with open(place("times.json")) as file:
            # Loading the program is no part of what the model takes.
            self.milliseconds = float(json.load(file)[-1]["computeMs"])
        with open(place("output.json")) as file:
            output = json.load(file)[0]
        shape = [int(extent) for extent in str(output["dimensions"]).split("x")]
        return [self.np.array(output["values"], dtype=self.np.float32).reshape(shape)]


def require_plain(runtime, metadata):
    """All runtimes but ONNX Runtime are given one picture, and say one output of it."""
    given, names = metadata["input"], metadata["output"].get("names", [])
    is_plain = "sizesName" not in given and "batch" not in given and len(names) < 2
    if runtime != "onnxruntime" and not is_plain:
        raise RuntimeError("%s takes one picture and one output: run this model by ONNX Runtime" % runtime)
    if runtime == "trtexec" and given.get("name", "images") != "images":
        raise RuntimeError("trtexec feeds the input named images: export the model so, or run it by ONNX Runtime")


RUNTIMES = {"onnxruntime": OnnxRuntime, "tflite": TensorFlowLite, "rknn-lite": RknnLite, "trtexec": TrtExec}


# --- Predictions: the same arithmetic, step by step, as `trainer/src` --------------------------------------------------


class Decoder:
    """What a model says of an image, from its output."""

    def __init__(self, np, metadata, confidence, overlap):
        self.np, self.metadata = np, metadata
        self.labels = metadata["labels"]
        self.confidence, self.overlap = confidence, overlap
        self.read = getattr(self, metadata["task"])
        about = metadata["output"]
        classes = (about.get("classes") or [])[: len(self.labels)] or [index + about.get("firstLabel", 0) for index in range(len(self.labels))]
        self.label_of = np.full(max(classes) + 1, -1)
        self.label_of[classes] = np.arange(len(classes))

    def labeled(self, numbers, scores):
        """Labels of the model's classes; the score of a class that has none is below any threshold."""
        np = self.np
        is_class = (numbers >= 0) & (numbers < len(self.label_of)) & (numbers == np.floor(numbers))
        labels = np.where(is_class, self.label_of[np.where(is_class, numbers, 0).astype(int)], -1)
        return np.where(labels >= 0, scores.astype(np.float64), -1.0), np.maximum(labels, 0)

    def corners(self, table, scores, numbers):
        left, top, right, bottom = (table[:, column].astype(self.np.float64) for column in range(4))
        return (((left + right) / 2, (top + bottom) / 2, right - left, bottom - top), *self.labeled(numbers, scores))

    def shares(self, table):
        size = self.metadata["input"]["size"]
        extents = (size, self.metadata["input"].get("height", size)) * 2
        return tuple(table[:, column].astype(self.np.float64) * extents[column] for column in range(4))

    def pairs_of(self, outputs):
        """The most likely pairs of query and class, as many as there are queries."""
        np = self.np
        boxes = outputs[1].reshape(-1, 4)
        logits = outputs[0].reshape(len(boxes), -1)
        scores, labels = self.labeled(np.tile(np.arange(logits.shape[1]), len(boxes)), 1 / (1 + np.exp(-logits.astype(np.float64).ravel())))
        likely = np.argsort(-scores, kind="stable")[: len(boxes)]
        return self.shares(boxes[likely // logits.shape[1]]), scores[likely], labels[likely]

    def table_of(self, outputs):
        """Four rows of sides, then the score and the label of each box; see `detectionLayouts`."""
        np, layout, count = self.np, self.metadata["output"]["layout"], len(self.labels)
        if layout == "query-logits":
            return self.pairs_of(outputs)
        if layout == "boxes-labels-scores":
            return self.corners(outputs[0].reshape(-1, 4), outputs[2].ravel(), outputs[1].ravel())
        table = outputs[0].reshape(outputs[0].shape[-2:])
        if layout == "query-score-label":
            return (self.shares(table), *self.labeled(table[:, 5], table[:, 4]))
        if layout == "query-probabilities":
            best = np.argmax(table[:, 4:], axis=1)
            return self.shares(table), table[np.arange(len(table)), 4 + best].astype(np.float64), best
        if layout == "corners-score-label":
            return self.corners(table, table[:, 4], table[:, 5])
        with_objectness = layout == "centre-size-objectness-probabilities"
        rows = (5 if with_objectness else 4) + count
        if with_objectness or (table.shape[0] != rows and table.shape[1] == rows):
            table = table.T
        likely = table[rows - count :]
        best = np.argmax(likely, axis=0)
        scores = likely[best, np.arange(table.shape[1])].astype(np.float64)
        if with_objectness:
            scores = scores * table[4].astype(np.float64)
        return tuple(table[row].astype(np.float64) for row in range(4)), scores, best

    def boxes_of(self, outputs, image, least):
        np, fit = self.np, image["fit"]
        sides, scores, best = self.table_of(outputs)
        cells = np.nonzero(scores >= least)[0]
        x, y, width, height = (side[cells] for side in sides)
        best, scores = best[cells], scores[cells]
        across, down = image["width"] / fit["width"], image["height"] / fit["height"]
        left, top = (x - width / 2 - fit["left"]) * across, (y - height / 2 - fit["top"]) * down
        return best, scores, np.stack([left, top, width * across, height * down], axis=1)

    def within(self, box, image):
        left, top = max(0.0, box[0]), max(0.0, box[1])
        right, bottom = min(image["width"], box[0] + box[2]), min(image["height"], box[1] + box[3])
        return [left, top, right - left, bottom - top] if right > left and bottom > top else None

    def detection(self, outputs, image, measured):
        np = self.np
        least = min(self.confidence, FAINT) if measured else self.confidence
        best, scores, boxes = self.boxes_of(outputs, image, least)
        order = np.argsort(-scores, kind="stable")
        apart = self.apart if self.metadata["output"]["layout"].startswith("centre-size") else self.together
        selected = [place for label in np.unique(best) for place in apart(boxes[order], best[order] == label)]
        sides = [(index, self.within(boxes[index].tolist(), image)) for index in order[np.array(sorted(selected), dtype=int)]]
        found = [self.box(int(best[index]), float(scores[index]), box) for index, box in sides if box is not None]
        sure = [dict(one, label=self.labels[one["labelIndex"]]) for one in found if one["score"] >= self.confidence]
        if not measured:
            return {"predictions": sure}
        return {"predictions": sure, "faint": [one for one in found if one["score"] < self.confidence]}

    def apart(self, boxes, own):
        """Places of one label's boxes, the surest first, without those that overlap a surer one too much."""
        np = self.np
        areas, places, kept = boxes[:, 2] * boxes[:, 3], np.nonzero(own)[0], []
        while len(places) and len(kept) < MOST_OF_LABEL:
            first, places = places[0], places[1:]
            kept.append(int(first))
            others, one = boxes[places], boxes[first]
            width = np.minimum(others[:, 0] + others[:, 2], one[0] + one[2]) - np.maximum(others[:, 0], one[0])
            height = np.minimum(others[:, 1] + others[:, 3], one[1] + one[3]) - np.maximum(others[:, 1], one[1])
            shared = np.where((width > 0) & (height > 0), width * height, 0.0)
            places = places[shared / (areas[places] + areas[first] - shared) <= self.overlap]
        return kept

    def together(self, _boxes, own):
        """Where the model has taken the doubles out itself."""
        return self.np.nonzero(own)[0].tolist()

    @staticmethod
    def box(label, score, sides):
        box = dict(zip(("x", "y", "width", "height"), sides))
        return {"kind": "box", "labelIndex": label, "score": score, "box": box}

    def probabilities_of(self, outputs):
        np, about = self.np, self.metadata["output"]
        values = outputs[0].reshape(-1).astype(np.float64)
        if about["layout"] == "top-probabilities":
            scores = np.zeros(len(self.labels))
            scores[outputs[1].reshape(-1).astype(int)] = values
            return scores
        if about["layout"] == "probabilities":
            return values
        powers = np.exp(values - values.max())
        return 1 / (1 + np.exp(-values)) if about["multiple"] else powers / powers.sum()

    def classification(self, outputs, _image, _measured):
        scores = [round(float(score), 6) for score in self.probabilities_of(outputs)]
        multiple = self.metadata["output"]["multiple"]
        order = sorted(range(len(scores)), key=lambda index: -scores[index])
        found = [
            {"kind": "class", "label": self.labels[index], "labelIndex": index, "score": scores[index]}
            for place, index in enumerate(order)
            if scores[index] >= self.confidence or (place == 0 and not multiple)
        ]
        return {"predictions": found, "scores": scores}

    def classes_of(self, output):
        """Class of each cell of the grid, and how likely it is."""
        np, about = self.np, self.metadata["output"]
        if about["layout"] == "class-map":
            best = output.reshape(output.shape[-2:]).astype(int)
            return best, np.ones(best.shape, dtype=np.float32)
        classes = len(self.labels) + (0 if about["background"] == "none" else 1)
        logits = output.reshape(output.shape[-3:])
        logits = logits if logits.shape[0] == classes else logits.transpose(2, 0, 1)
        best = np.argmax(logits, axis=0)
        top = np.take_along_axis(logits, best[None], axis=0)
        return best, (1 / np.exp(logits.astype(np.float64) - top).sum(axis=0)).astype(np.float32)

    def segmentation(self, outputs, image, _measured):
        np, fit = self.np, image["fit"]
        best, scores = self.classes_of(outputs[0])
        best = best - 1 if self.metadata["output"]["background"] == "first" else best

        def places(source, target, offset):
            return offset + np.minimum(target - 1, np.floor((np.arange(source) + 0.5) * target / source)).astype(int)

        rows = places(image["height"], fit["height"], fit["top"])
        columns = places(image["width"], fit["width"], fit["left"])
        size = self.metadata["input"]["size"]
        rows = ((rows + 0.5) * best.shape[0] / self.metadata["input"].get("height", size)).astype(int)
        columns = ((columns + 0.5) * best.shape[1] / size).astype(int)
        best, scores = best[np.ix_(rows, columns)], scores[np.ix_(rows, columns)]
        found = []
        for index, label in enumerate(self.labels):
            inside = best == index
            if not inside.any():
                continue
            score = round(float(scores[inside].astype(np.float64).sum()) / int(inside.sum()), 6)
            found.append({"kind": "mask", "label": label, "labelIndex": index, "score": score, "mask": self.mask(inside)})
        return {"predictions": found}

    def mask(self, inside):
        np = self.np
        rows, columns = np.nonzero(inside.any(axis=1))[0], np.nonzero(inside.any(axis=0))[0]
        y, x, height, width = int(rows[0]), int(columns[0]), int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        flat = inside[y : y + height, x : x + width].reshape(-1)
        ends = np.nonzero(np.diff(flat))[0] + 1
        counts = np.diff(np.concatenate([[0], ends, [flat.size]])).tolist()
        return {"x": x, "y": y, "width": width, "height": height, "counts": [0] + counts if flat[0] else counts}


# --- Sensors -----------------------------------------------------------------------------------------------------------


def read_text(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError):
        return None


def read_number(path):
    try:
        return float(read_text(path) or "")
    except ValueError:
        return None


class Sensors(threading.Thread):
    """Looks at temperature and power while the model runs; what a device has no sensor for stays None."""

    def __init__(self, sysfs):
        super().__init__(daemon=True)
        self.sysfs = sysfs
        self.over = threading.Event()
        self.watts, self.hottest, self.highest_watts = [], None, None
        self.energy = None
        self.start_temperature = self.temperature()
        self.idle_watts = self.power()
        if self.idle_watts is not None and self.energy is not None:
            time.sleep(SAMPLE_SECONDS)
            self.idle_watts = self.power()
        self.throttled_before = self.throttle_counts()

    def glob(self, pattern):
        return sorted(glob.glob(os.path.join(self.sysfs, pattern)))

    def temperature(self):
        zones = []
        for zone in self.glob("class/thermal/thermal_zone*"):
            value = read_number(os.path.join(zone, "temp"))
            if value is not None and -20_000 < value < 200_000 and value != 0:
                zones.append((value / 1000, read_text(os.path.join(zone, "type")) or "thermal"))
        return max(zones) if zones else None

    def power(self):
        """Watts and the sensor; None where there is none."""
        for folder in self.glob("class/hwmon/hwmon*"):
            name = read_text(os.path.join(folder, "name")) or ""
            if name.startswith("ina3221"):
                rails = [read_text(os.path.join(folder, "in%d_label" % channel)) or "" for channel in (1, 2, 3)]
                whole = [place for place, rail in enumerate(rails) if rail in ("VDD_IN", "POM_5V_IN", "VIN_SYS_5V0")]
                channel = (whole or [0])[0] + 1
                volts = read_number(os.path.join(folder, "in%d_input" % channel))
                amperes = read_number(os.path.join(folder, "curr%d_input" % channel))
                if volts is not None and amperes is not None:
                    return volts * amperes / 1e6, "%s %s" % (name, rails[channel - 1])
            watts = read_number(os.path.join(folder, "power1_input"))
            if watts is not None:
                return watts / 1e6, name
        energy = read_number(os.path.join(self.sysfs, "class/powercap/intel-rapl:0/energy_uj"))
        if energy is None:
            return None
        now, before = time.monotonic(), self.energy
        self.energy = (energy, now)
        if before is None or energy < before[0] or now - before[1] < 0.05:
            return 0.0, "intel-rapl"
        return (energy - before[0]) / 1e6 / (now - before[1]), "intel-rapl"

    def throttle_counts(self):
        """What a device says of having slowed itself down: each grows, or is set, when it does."""
        counts = {}
        flags = read_text(os.path.join(self.sysfs, "devices/platform/soc/soc:firmware/get_throttled"))
        if flags is None and shutil.which("vcgencmd"):
            done = subprocess.run(["vcgencmd", "get_throttled"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            flags = done.stdout.decode("ascii", "replace").strip().split("=")[-1]
        if flags:
            try:
                # Bits 0 to 3 say what is now: under-voltage, capped, throttled, soft limit.
                counts["firmware"] = int(flags, 16) & 0xF
            except ValueError:
                pass
        for path in self.glob("devices/system/cpu/cpu*/thermal_throttle/core_throttle_count"):
            counts["cores"] = counts.get("cores", 0) + (read_number(path) or 0)
        for folder in self.glob("class/thermal/cooling_device*"):
            kind = read_text(os.path.join(folder, "type")) or ""
            if "cpufreq" in kind or "devfreq" in kind:
                counts[kind] = max(counts.get(kind, 0), read_number(os.path.join(folder, "cur_state")) or 0)
        return counts

    def run(self):
        self.grown = {}
        while True:
            temperature, power = self.temperature(), self.power()
            if temperature is not None and (self.hottest is None or temperature > self.hottest):
                self.hottest = temperature
            if power is not None and power[0] > 0:
                self.watts.append(power)
            for name, value in self.throttle_counts().items():
                if value > self.throttled_before.get(name, 0):
                    self.grown[name] = value
            if self.over.wait(SAMPLE_SECONDS):
                return

    def report(self):
        self.over.set()
        self.join()
        temperature = None
        if self.start_temperature is not None and self.hottest is not None:
            highest = max(self.hottest, self.start_temperature)
            temperature = {"start": self.start_temperature[0], "highest": highest[0], "sensor": highest[1]}
        throttling = None
        if self.throttled_before:
            detail = ", ".join("%s %d" % pair for pair in sorted(self.grown.items()))
            throttling = {"isThrottled": bool(self.grown), "detail": detail}
        power = None
        if self.watts:
            values = [watts for watts, _ in self.watts]
            idle = self.idle_watts[0] if self.idle_watts and self.idle_watts[0] > 0 else None
            mean = sum(values) / len(values)
            power = {"idle": idle, "mean": mean, "highest": max(values), "sensor": self.watts[0][1]}
        return {"temperature": temperature, "throttling": throttling, "power": power}


# --- The run -----------------------------------------------------------------------------------------------------------


def write_whole(path, text):
    with open(path + ".new", "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def part_of(times, part):
    return times[min(len(times) - 1, int(part * len(times)))]


def latency_of(frames):
    """Of frames (pre, model, post) in milliseconds."""
    columns = dict(zip(("pre", "model", "post"), zip(*frames)))
    columns["total"] = [sum(frame) for frame in frames]
    report = {}
    for name, column in columns.items():
        times = sorted(column)
        report[name] = {"p50": part_of(times, 0.5), "p95": part_of(times, 0.95), "p99": part_of(times, 0.99)}
        report[name]["mean"] = sum(times) / len(times)
    return report


class Run:
    def __init__(self, options):
        self.options = options
        self.np = import_numpy()
        with open(os.path.join(options.data, "job.json")) as file:
            self.job = json.load(file)
        if options.model_file:
            self.job["model"] = os.path.abspath(options.model_file)
            if not os.path.exists(self.job["model"]):
                raise Missing("There is no file %s on this device" % options.model_file)
        metadata = self.job["metadata"]
        self.width = metadata["input"]["size"]
        self.height = metadata["input"].get("height", self.width)
        # A value for each byte of each channel, rounded once, as the cloud does.
        bytes_ = self.np.arange(256, dtype=self.np.float64)
        pairs = zip(metadata["input"]["mean"], metadata["input"]["scale"])
        self.tables = [((bytes_ - mean) * scale).astype(self.np.float32) for mean, scale in pairs]
        self.decoder = Decoder(self.np, metadata, options.confidence, options.overlap)
        require_plain(options.runtime, metadata)
        self.runtime = RUNTIMES[options.runtime](options.data, self.job)
        self.is_stopped = False
        self.done = {}

    def pixels(self, image):
        with open(os.path.join(self.options.data, image["pixels"]), "rb") as file:
            flat = self.np.frombuffer(zlib.decompress(file.read()), dtype=self.np.uint8)
        return flat.reshape(self.height, self.width, 3)

    def frame(self, pixels, image):
        """The model's output, what is found, and the milliseconds of each step."""
        begin = time.perf_counter()
        values = self.np.empty((1, 3, self.height, self.width), dtype=self.np.float32)
        for channel, table in enumerate(self.tables):
            self.np.take(table, pixels[:, :, channel], out=values[0, channel])
        ready = time.perf_counter()
        output = self.runtime.run(values, pixels)
        ran = time.perf_counter()
        reading = self.decoder.read(output, image, False)
        end = time.perf_counter()
        model = getattr(self.runtime, "milliseconds", (ran - ready) * 1000)
        return output, reading, ((ready - begin) * 1000, model, (end - ran) * 1000)

    def open_predictions(self):
        path = os.path.join(self.options.output, "predictions.jsonl")
        content = b""
        if os.path.exists(path):
            with open(path, "rb") as file:
                content = file.read()
        lines = content[: content.rfind(b"\n") + 1]
        file = open(path, "ab")
        if len(lines) < len(content):
            file.truncate(len(lines))
        for line in lines.splitlines():
            entry = json.loads(line.decode("utf-8"))
            self.done[entry["path"]] = (entry["pre"], entry["model"], entry["post"])
        return file

    def tell_progress(self):
        progress = {"done": len(self.done), "total": len(self.job["images"]), "unit": "images"}
        write_whole(os.path.join(self.options.output, "progress.json"), json.dumps(progress))

    def warm_up(self):
        images = self.job["images"]
        if not images:
            return None
        pixels, begin = self.pixels(images[0]), time.perf_counter()
        for _ in range(1 if self.options.runtime == "trtexec" else WARM_UP_RUNS):
            self.frame(pixels, images[0])
        return (time.perf_counter() - begin) * 1000

    def predict(self):
        images = self.job["images"]
        every = max(1, math.ceil(len(images) / 20))
        synced = time.monotonic()
        with self.open_predictions() as file:
            log("%d images, %d of them done before" % (len(images), len(self.done)))
            self.tell_progress()
            for image in images:
                if self.is_stopped:
                    return
                if image["path"] in self.done:
                    continue
                output, reading, times = self.frame(self.pixels(image), image)
                if image["isMeasured"]:
                    # Curves need faint finds too, which nobody looks for on a device: they take no part in its time.
                    reading = self.decoder.read(output, image, True)
                entry = {"path": image["path"], "width": image["width"], "height": image["height"]}
                entry.update(reading, milliseconds=sum(times), **dict(zip(("pre", "model", "post"), times)))
                file.write((json.dumps(entry, ensure_ascii=False) + "\n").encode("utf-8"))
                file.flush()
                self.done[image["path"]] = times
                if time.monotonic() - synced > SYNC_SECONDS or len(self.done) == len(images):
                    os.fsync(file.fileno())
                    self.tell_progress()
                    synced = time.monotonic()
                if len(self.done) % every == 0:
                    log("%d of %d images" % (len(self.done), len(images)))

    def sustain(self):
        seconds, images = self.options.sustained_seconds, self.job["images"][:64]
        if seconds == 0 or not images:
            return None, []
        log("measuring for %d s" % seconds)
        kept = [(self.pixels(image), image) for image in images[:16]]
        frames, per_second = [], [0] * seconds
        begin = time.perf_counter()
        elapsed = 0.0
        while elapsed < seconds and not self.is_stopped:
            pixels, image = kept[len(frames) % len(kept)]
            frames.append(self.frame(pixels, image)[2])
            elapsed = time.perf_counter() - begin
            per_second[min(seconds - 1, int(elapsed))] += 1
        count = len(frames)
        return {"seconds": elapsed, "frames": count, "framesPerSecond": count / elapsed, "perSecond": per_second}, frames

    def report(self, warm_up, sustained, frames, sensors):
        images = self.job["images"]
        timed = [self.done[image["path"]] for image in images] + frames
        latency = latency_of(timed) if timed else None
        most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        measured = sum(1 for image in images if image["isMeasured"])
        board = {
            "runtimeVersion": self.runtime.version,
            "python": platform.python_version(),
            "threads": self.runtime.threads,
            "warmUpMilliseconds": warm_up,
            "latency": latency,
            "sustained": sustained,
            "memory": {"peakBytes": most * 1024},
        }
        board.update(sensors)
        brief = latency and {"p50": latency["total"]["p50"], "p95": latency["total"]["p95"]}
        measured_images = {"images": measured} if measured else None
        return {"total": len(images), "latency": brief, "measured": measured_images, "board": board}

    def go(self):
        os.makedirs(self.options.output, exist_ok=True)
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "is_stopped", True))
        sensors = Sensors(self.options.sysfs)
        sensors.start()
        warm_up = self.warm_up()
        self.predict()
        sustained, frames = (None, []) if self.is_stopped else self.sustain()
        if self.is_stopped:
            log("stopped; what is done stays")
            return 143
        report = self.report(warm_up, sustained, frames, sensors.report())
        write_whole(os.path.join(self.options.output, "report.json"), json.dumps(report, indent=2) + "\n")
        latency = report["latency"]
        log("%d images done%s" % (report["total"], latency and ", %.1f ms an image" % latency["p50"] or ""))
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runtime", choices=sorted(RUNTIMES), required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--model-file", help="a file that was compiled from the model for the runtime")
    parser.add_argument("--confidence", type=float, default=0.25)
    parser.add_argument("--overlap", type=float, default=0.45)
    parser.add_argument("--sustained-seconds", type=int, default=30)
    parser.add_argument("--sysfs", default="/sys", help="where the sensors are")
    try:
        return Run(parser.parse_args()).go()
    except Missing as missing:
        print(str(missing), file=sys.stderr, flush=True)
        return 69


if __name__ == "__main__":
    sys.exit(main())
