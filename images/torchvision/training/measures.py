"""How right predictions are. The same figures as the product computes them."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Measured:
    metrics: dict
    # matrix[found][true], and the names of its rows.
    matrix: list
    names: list


def overlaps(boxes, other):
    """Intersection over union of each of these boxes (x1, y1, x2, y2) with one."""
    low = np.maximum(boxes[:, :2], other[:2])
    high = np.minimum(boxes[:, 2:], other[2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    area = lambda some: (some[..., 2] - some[..., 0]) * (some[..., 3] - some[..., 1])
    union = area(boxes) + area(other) - shared
    return np.where(union > 0, shared / np.maximum(union, 1e-12), 0)


# More than the hundred of a label that average precision counts, so that this limit never changes it.
MOST_OF_LABEL = 300


def suppressed(boxes, scores, labels, most_overlap):
    """Places of the boxes that stay, the surest first: of those of one label that overlap the surer one, `MOST_OF_LABEL` at most."""
    kept, kept_of = [], {}
    for place in np.argsort(-scores, kind="stable"):
        rivals = kept_of.setdefault(labels[place], [])
        if len(rivals) == MOST_OF_LABEL:
            continue
        if not rivals or overlaps(boxes[rivals], boxes[place]).max() <= most_overlap:
            rivals.append(place)
            kept.append(place)
    return kept


def precision_at_recalls(right, count):
    """The precision still reached at recall 0, 0.01, … 1."""
    hits = np.cumsum(right)
    precision = np.maximum.accumulate((hits / np.arange(1, len(right) + 1))[::-1])[::-1]
    recall = hits / count
    places = np.searchsorted(recall, np.linspace(0, 1, 101), side="left")
    return np.array([precision[place] if place < len(precision) else 0.0 for place in places])


def average_precision(scores, right):
    """Without interpolation; None where nothing is true."""
    order = np.argsort(-np.asarray(scores), kind="stable")
    hits, total = 0, 0.0
    for place, at in enumerate(order, 1):
        if right[at]:
            hits += 1
            total += hits / place
    return None if hits == 0 else total / hits


def mean(values):
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
