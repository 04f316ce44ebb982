"""Parameters, read without PyTorch."""

import contextlib
import io
import unittest

import reading  # noqa: F401
from training.options import layers, parser


class Options(unittest.TestCase):
    def refused(self, *argv):
        said = io.StringIO()
        with self.assertRaises(SystemExit) as raised, contextlib.redirect_stderr(said):
            parser("", 640).parse_args(["--data", "d", "--output", "o", *argv])
        self.assertEqual(raised.exception.code, 2)
        return said.getvalue().strip().split("\n")[-1]

    def test_what_is_not_given_is_usual(self):
        found = vars(parser("", 640).parse_args(["--data", "d", "--output", "o"]))
        self.assertEqual((found["epochs"], found["input_size"], found["learning_rate"]), (30, 640, 0.0005))

    def test_what_is_out_of_bounds_is_refused_in_a_line(self):
        self.assertIn("argument --input-size: is not a multiple of 32", self.refused("--input-size", "100"))
        self.assertIn("argument --epochs: is not between 1 and 10000", self.refused("--epochs", "0"))
        self.assertIn("argument --learning-rate: is not between", self.refused("--learning-rate", "nan"))
        self.assertIn("argument --batch: invalid int value: 'many'", self.refused("--batch", "many"))

    def test_layers_are_those_of_a_resnet(self):
        self.assertEqual([layers(text) for text in ("18", "49", "50", "152")], [18, 34, 50, 152])


if __name__ == "__main__":
    unittest.main()
