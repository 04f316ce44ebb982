"""Parameters, pictures and files of the diffusers images, read without PyTorch."""

import contextlib
import importlib.util
import io
import json
import os
import struct
import sys
import unittest
from unittest import mock

from reading import IMAGES, FolderTest

sys.path.insert(0, str(IMAGES / "diffusers"))

from fine_tuning.lora_file import family_of_checkpoint, kohya_keys, metadata, tensor_names, transformer_keys  # noqa: E402
from fine_tuning.options import generation_parser, training_parser  # noqa: E402
from fine_tuning.pictures import prompt_of, read_pictures  # noqa: E402

GIVEN = ["--data", "d", "--output", "o"]


def script(name, file):
    spec = importlib.util.spec_from_file_location(name, IMAGES / name / file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Options(unittest.TestCase):
    def refused(self, parser, *argv):
        said = io.StringIO()
        with self.assertRaises(SystemExit) as raised, contextlib.redirect_stderr(said):
            parser("").parse_args([*GIVEN, *argv])
        self.assertEqual(raised.exception.code, 2)
        return said.getvalue().strip().split("\n")[-1]

    def test_texts_come_from_the_surroundings(self):
        told = {"BASE_MODEL": "models/sd15", "LORA_NAME": "oak", "TRIGGER_WORDS": " my oak "}
        with mock.patch.dict(os.environ, told):
            found = training_parser("").parse_args(GIVEN)
        self.assertEqual((found.base, found.name, found.trigger), ("models/sd15", "oak", "my oak"))
        self.assertEqual((found.rank, found.alpha, found.steps, found.resolution, found.batch), (16, 16.0, 1500, 512, 1))

    def test_what_will_not_do_is_refused_in_a_line(self):
        self.assertIn("the following arguments are required: --base", self.refused(training_parser))
        base = ("--base", "b")
        self.assertIn("argument --resolution: is not a multiple of 16", self.refused(training_parser, *base, "--resolution", "500"))
        self.assertIn("argument --rank: is not between 1 and 256", self.refused(training_parser, *base, "--rank", "0"))
        self.assertIn("argument --name: is no name", self.refused(training_parser, *base, "--name", "../oak"))
        self.assertIn("argument --strength: is not between 0.0 and 2.0", self.refused(generation_parser, *base, "--strength", "3"))


class Pictures(FolderTest):
    def test_captions_repeats_and_trigger_words(self):
        self.write("10_oak/a.png")
        self.write("10_oak/a.txt", "oak, matt\n")
        self.write("b.jpg")
        found = read_pictures(self.folder)
        self.assertEqual([(one.file.name, one.caption, one.repeats) for one in found], [("a.png", "oak, matt", 10), ("b.jpg", "", 1)])
        self.assertEqual([prompt_of(one, "my oak") for one in found], ["my oak, oak, matt", "my oak"])
        self.assertEqual(prompt_of(found[0], "oak"), "oak, matt")

    def test_a_folder_without_pictures_is_told(self):
        self.write("a.txt")
        self.assertEqual(self.problem(read_pictures, self.folder), f"{self.folder}: there is no picture")

    def test_prompts_and_loras_of_a_generation(self):
        generate = script("diffusers-generate", "generate.py")

        def options(*argv):
            return generation_parser("").parse_args(["--data", str(self.folder), "--output", "o", "--base", "b", *argv])

        self.assertIn("there is no prompt", self.problem(generate.prompts_of, options()))
        self.write("prompts.txt", "a floor\n\n a dog \n")
        self.assertEqual(generate.prompts_of(options()), ["a floor", "a dog"])
        self.assertEqual(generate.prompts_of(options("--prompt", "one")), ["one"])
        self.assertIsNone(generate.lora_of(options()))
        own = self.write("oak.safetensors")
        self.assertEqual(generate.lora_of(options()), own)
        self.assertIsNone(generate.lora_of(options("--strength", "0")))
        self.write("pine.safetensors")
        self.assertIn("there are 2 LoRA files", self.problem(generate.lora_of, options()))
        self.assertEqual(generate.lora_of(options("--lora", "oak.safetensors")), own)
        self.assertIn("there is no such LoRA file", self.problem(generate.lora_of, options("--lora", "elm.safetensors")))


class Files(FolderTest):
    def test_keys_are_those_that_others_read(self):
        module = "down_blocks.0.attentions.0.transformer_blocks.0.attn2.to_out.0"
        stem = "lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_out_0"
        self.assertEqual(kohya_keys(module), (f"{stem}.lora_down.weight", f"{stem}.lora_up.weight", f"{stem}.alpha"))
        self.assertEqual(transformer_keys("a.to_q"), ("transformer.a.to_q.lora_A.weight", "transformer.a.to_q.lora_B.weight", None))

    def test_metadata_says_how_it_came_to_be(self):
        self.write("3_oak/a.png")
        self.write("3_oak/a.txt", "oak")
        options = training_parser("").parse_args([*GIVEN, "--base", "b", "--trigger", "my oak", "--rank", "8", "--alpha", "4"])
        said = metadata(options, "sdxl", read_pictures(self.folder))
        self.assertEqual((said["ss_base_model_version"], said["ss_network_dim"], said["ss_network_alpha"]), ("sdxl_base_v1-0", "8", "4"))
        self.assertEqual(json.loads(said["ss_tag_frequency"]), {"3_oak": {"oak": 3}})
        self.assertEqual((said["modelspec.trigger_phrase"], said["ss_num_train_images"]), ("my oak", "3"))
        # What reads these keys knows no alpha.
        self.assertEqual(metadata(options, "flux", [])["ss_network_alpha"], "8")

    def test_a_file_of_a_base_tells_its_family_by_its_header(self):
        file = self.folder / "base.safetensors"
        entry = {"dtype": "F16", "shape": [0], "data_offsets": [0, 0]}
        families = {"model.diffusion_model.double_blocks.0.x": "flux", "conditioner.embedders.1.x": "sdxl", "cond_stage_model.model.x": "sd-2", "cond_stage_model.transformer.x": "sd-1.5"}
        for name, family in families.items():
            header = json.dumps({"__metadata__": {}, name: entry}).encode()
            file.write_bytes(struct.pack("<Q", len(header)) + header)
            self.assertEqual(family_of_checkpoint(tensor_names(file)), family)
        for broken in (b"", b"not a file of tensors", struct.pack("<Q", 2**60)):
            file.write_bytes(broken)
            with self.assertRaisesRegex(ValueError, "is no safetensors file"):
                tensor_names(file)


if __name__ == "__main__":
    unittest.main()
