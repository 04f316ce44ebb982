"""Where the tests find what they try."""

import sys
import tempfile
import unittest
from pathlib import Path

IMAGES = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(IMAGES / "torchvision"))


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, path, content=""):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        return file

    def problem(self, read, *argv):
        from training.data import DataProblem

        with self.assertRaises(DataProblem) as raised:
            read(*argv)
        return str(raised.exception)
