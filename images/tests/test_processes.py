"""Several processes that learn as one, with PyTorch on the processor."""

import os
import signal
import subprocess
import sys
import time
import unittest
import unittest.mock
from pathlib import Path

import torch
from reading import FolderTest
from training import processes

SCRIPT = Path(__file__).with_name("tiny_training.py")
SHORT = ("--epochs", "3", "--workers", "0", "--learning-rate", "0.01")


class Processes(FolderTest):
    def start(self, output, *argv, **variables):
        told = {name: value for name, value in os.environ.items() if name not in ("RANK", "WORLD_SIZE")}
        env = {**told, "OMP_NUM_THREADS": "1", **{name: str(value) for name, value in variables.items()}}
        command = [sys.executable, "-B", SCRIPT, "--data", self.folder, "--output", self.folder / output, *SHORT, *argv]
        started = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (started.kill(), started.communicate()))
        return started

    def end(self, started, code=0):
        stdout, stderr = started.communicate(timeout=120)
        self.assertEqual(started.returncode, code, stdout + stderr)
        return stdout, stderr

    def machines(self, output, *argv, **variables):
        """Two instances of a task."""
        with processes.socket.create_server(("127.0.0.1", 0)) as free:
            meeting = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free.getsockname()[1], "WORLD_SIZE": 2, "LOCAL_RANK": 0}
        return [self.start(output, *argv, **meeting, RANK=rank, **variables) for rank in (0, 1)]

    def weights(self, output):
        return torch.load(self.folder / output / "last.ckpt")["model"]

    def rows(self, output):
        lines = (self.folder / output / "results.csv").read_text().splitlines()[1:]
        return [[float(cell) for place, cell in enumerate(line.split(",")) if place != 1] for line in lines]

    def assert_alike(self, one, other):
        for name, value in self.weights(one).items():
            torch.testing.assert_close(self.weights(other)[name], value, rtol=1e-4, atol=1e-6)
        torch.testing.assert_close(torch.tensor(self.rows(other)), torch.tensor(self.rows(one)), rtol=1e-3, atol=1e-5)

    def test_two_processes_learn_what_one_learns_with_twice_the_batch(self):
        self.end(self.start("one", "--batch", "8"))
        stdout, _ = self.end(self.start("here", "--batch", "4", PET_NPROC_PER_NODE=2))
        self.assertIn("with 2 processes of 4 images a step", stdout)
        first, second = (self.end(one) for one in self.machines("two", "--batch", "4"))
        self.assertIn("process 2 of 2", second[0])
        self.assertNotIn("epoch 1/3", second[0])
        self.assertIn("epoch 3/3", first[0])
        self.assert_alike("one", "here")
        self.assert_alike("one", "two")
        # So they would not be if each had learned from its own part alone.
        self.end(self.start("half", "--batch", "4"))
        with self.assertRaises(AssertionError):
            self.assert_alike("one", "half")

    def test_a_process_that_is_killed_ends_the_others_with_a_word_and_the_same_call_goes_on(self):
        word = self.write("kill")
        word.unlink()
        first, second = self.machines("cut", "--batch", "4", "--epochs", "6", TINY_KILL=word, TINY_SECONDS=0.1)
        while not (self.folder / "cut/results.csv").exists() or len(self.rows("cut")) < 2:
            self.assertIsNone(first.poll(), "it ended early")
            time.sleep(0.05)
        word.touch()
        self.end(second, -signal.SIGKILL)
        self.assertIsNone(first.poll(), "the one that broke has to be the first to end")
        _, stderr = self.end(first, 1)
        self.assertIn("error: another process of this training has ended", stderr.splitlines()[-1])
        done = len(self.rows("cut"))
        first, second = self.machines("cut", "--batch", "4", "--epochs", "6")
        self.assertIn(f"from epoch {done + 1}", self.end(first)[0])
        self.end(second)
        self.end(self.start("uncut", "--batch", "8", "--epochs", "6"))
        self.assert_alike("uncut", "cut")

    def test_the_others_are_ended_where_one_of_a_machine_fails(self):
        word = self.write("kill")
        _, stderr = self.end(self.start("here", "--batch", "4", PET_NPROC_PER_NODE=3, TINY_KILL=word), 137)
        self.assertFalse((self.folder / "here/last.ckpt").exists(), stderr)

    def test_a_stop_ends_all_at_one_step(self):
        started = self.start("stopped", "--batch", "4", "--epochs", "1000", PET_NPROC_PER_NODE=2, TINY_SECONDS=0.02)
        while not (self.folder / "stopped/last.ckpt").exists():
            time.sleep(0.05)
        started.terminate()
        stdout, stderr = self.end(started, 143)
        self.assertIn("stopped; the checkpoint is that of the last whole epoch", stdout)
        self.assertNotIn("error", stderr)

    def test_one_that_is_alone_says_whom_it_waited_for(self):
        patch = unittest.mock.patch
        with processes.socket.create_server(("127.0.0.1", 0)) as free:
            meeting = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free.getsockname()[1]), "RANK": "0", "WORLD_SIZE": "2"}
        with patch.dict(os.environ, meeting), patch.object(processes, "MEETING", processes.timedelta(seconds=1)):
            with self.assertRaisesRegex(processes.ProcessLost, "the 2 processes did not all meet at 127.0.0.1:.* within 1 s"):
                processes.joined()


if __name__ == "__main__":
    unittest.main()
