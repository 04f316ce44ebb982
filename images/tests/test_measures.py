"""What is counted, which takes NumPy."""

import unittest

import numpy as np
import reading  # noqa: F401
from training.measures import MOST_OF_LABEL, suppressed


class Suppression(unittest.TestCase):
    def test_a_label_with_very_many_objects_takes_no_places_of_other_labels(self):
        many, few = MOST_OF_LABEL + 50, 5
        left = np.concatenate([np.arange(few), np.arange(many)]) * 20.0
        boxes = np.stack([left, left * 0, left + 10, left * 0 + 10], 1)
        scores = np.concatenate([np.full(few, 0.1), 0.9 - np.arange(many) / 1000])
        labels = np.concatenate([np.ones(few, int), np.zeros(many, int)])
        kept = suppressed(boxes, scores, labels, 0.45)
        self.assertEqual(kept, [*range(few, few + MOST_OF_LABEL), *range(few)])

    def test_the_surer_of_two_that_overlap_stays(self):
        boxes = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [1, 0, 11, 10]], float)
        self.assertEqual(suppressed(boxes, np.array([0.5, 0.9, 0.4]), np.array([0, 0, 1]), 0.45), [1, 2])


if __name__ == "__main__":
    unittest.main()
