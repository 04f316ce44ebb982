"""Average precision as COCO has it, and what was taken for what."""

import numpy as np

from .measures import Measured, mean, overlaps, precision_at_recalls, suppressed

CONFIDENCE, OVERLAP, MOST = 0.005, 0.45, 100
STEPS = [place / 100 for place in range(50, 100, 5)]
SURE = 0.25


def decoded(said, count, fit):
    """Boxes in the image's pixels, scores and labels, from `(4 + labels, cells)`."""
    labels = said[4:].argmax(0)
    scores = said[4:].max(0)
    sure = np.flatnonzero(scores >= CONFIDENCE)
    x, y, width, height = said[:4, sure]
    boxes = in_image(np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 1), fit)
    whole = is_whole(boxes)
    boxes, scores, labels = boxes[whole], scores[sure][whole], labels[sure][whole]
    kept = suppressed(boxes, scores, labels, OVERLAP)
    return boxes[kept], scores[kept], labels[kept]


def decoded_queries(said, count, fit):
    """The same of logits and boxes as shares of the input, of which the likeliest pairs of query and class count."""
    logits, boxes = said
    scores = 1 / (1 + np.exp(-logits.astype(np.float64).reshape(-1)))
    likeliest = np.argsort(-scores, kind="stable")[: len(boxes)]
    likeliest = likeliest[scores[likeliest] >= CONFIDENCE]
    x, y, width, height = boxes[likeliest // count].T * fit.size
    boxes = in_image(np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 1), fit)
    whole = is_whole(boxes)
    return boxes[whole], scores[likeliest][whole], likeliest[whole] % count


def in_image(boxes, fit):
    return np.clip((boxes - np.array([fit.left, fit.top] * 2)) / np.array(fit.scale * 2), 0, np.array(fit.image * 2))


def is_whole(boxes):
    return (boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])


class Measure:
    def __init__(self, labels, decode):
        self.labels, self.decode = labels, decode
        self.finds = [[] for _ in labels]
        self.counts = [0] * len(labels)
        self.matrix = [[0] * (len(labels) + 1) for _ in range(len(labels) + 1)]

    def take(self, one, said):
        truth = one["truth"]
        boxes, scores, found = self.decode(said, len(self.labels), one["fit"])
        for label in range(len(self.labels)):
            real = truth[truth[:, 4] == label][:, :4]
            self.counts[label] += len(real)
            places = np.flatnonzero(found == label)[:MOST]
            self.finds[label] += list(zip(scores[places], self.matched(boxes[places], real)))
        self.pair(boxes[scores >= SURE], found[scores >= SURE], truth)

    def matched(self, boxes, real):
        """Right or wrong at each overlap: the surest first, each takes the free object that it overlaps most."""
        taken = [set() for _ in STEPS]
        for box in boxes:
            near = overlaps(real, box) if len(real) else np.zeros(0)
            order = np.argsort(-near, kind="stable")
            right = []
            for step, least in enumerate(STEPS):
                best = next((at for at in order if at not in taken[step]), None)
                hit = best is not None and near[best] >= least
                if hit:
                    taken[step].add(best)
                right.append(hit)
            yield right

    def pair(self, boxes, found, truth):
        pairs = [(overlaps(truth[:, :4], box), place) for place, box in enumerate(boxes)] if len(truth) else []
        near = sorted(((near[real], place, real) for near, place in pairs for real in range(len(truth)) if near[real] >= 0.5), reverse=True)
        used, seen = set(), set()
        for _, place, real in near:
            if place not in used and real not in seen:
                used.add(place)
                seen.add(real)
                self.matrix[found[place]][int(truth[real, 4])] += 1
        for place in range(len(boxes)):
            self.matrix[found[place]][-1] += place not in used
        for real in range(len(truth)):
            self.matrix[-1][int(truth[real, 4])] += real not in seen

    def result(self):
        precisions, curves = [], []
        for finds, count in zip(self.finds, self.counts):
            if count == 0:
                continue
            finds.sort(key=lambda find: -find[0])
            right = np.array([hits for _, hits in finds], bool).reshape(-1, len(STEPS))
            precisions.append([precision_at_recalls(right[:, step], count).mean() if len(right) else 0.0 for step in range(len(STEPS))])
            curves.append(curve(np.array([score for score, _ in finds]), right[:, 0], count))
        metrics = {"precision": None, "recall": None, "mAP50": None, "mAP50to95": None}
        if precisions:
            precision, recall = np.mean([one[0] for one in curves], 0), np.mean([one[1] for one in curves], 0)
            f1 = np.mean([2 * p * r / np.maximum(p + r, 1e-12) for p, r in curves], 0)
            best = int(f1.argmax())
            metrics = {
                "precision": float(precision[best]),
                "recall": float(recall[best]),
                "mAP50": mean([one[0] for one in precisions]),
                "mAP50to95": mean([float(np.mean(one)) for one in precisions]),
            }
        return Measured(metrics, self.matrix, [*self.labels, "background"])


def curve(scores, right, count):
    """Precision and recall at confidence 0, 0.01, … 1."""
    hits = np.concatenate([[0], np.cumsum(right)])
    taken = np.array([(scores >= least).sum() for least in np.linspace(0, 1, 101)], int)
    precision = np.where(taken > 0, hits[taken] / np.maximum(taken, 1), 0.0)
    return precision, hits[taken] / count
