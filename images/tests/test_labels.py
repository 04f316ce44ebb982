"""Label files, read without PyTorch."""

import json
import unittest

from reading import FolderTest
from training import classification_labels, detection_labels, segmentation_labels
from training.data import divided


class Tables(FolderTest):
    read = staticmethod(classification_labels.read_labels)

    def test_rows_are_read_in_the_order_of_the_classes(self):
        self.write("classes.txt", "dog\ncat\n\n")
        self.write("annotations.csv", "filename,split,class,labeled\na.png,train,cat,1\na.png,train,dog,1\nb.png,validation,,1\nc.png,train,,0\n")
        a, b = self.write("images/train/a.png"), self.write("images/validation/b.png")
        labels, splits = self.read(self.folder)
        self.assertEqual(labels, ["dog", "cat"])
        self.assertEqual([(one.file, one.truth) for one in splits["train"]], [(a, [0, 1])])
        self.assertEqual([(one.file, one.truth) for one in splits["val"]], [(b, [])])

    def test_a_class_that_is_not_listed_is_told_with_its_line(self):
        self.write("classes.txt", "dog\n")
        table = self.write("annotations.csv", "filename,split,class\na.png,train,dog\nb.png,train,wolf\n")
        self.assertEqual(self.problem(self.read, self.folder), f"{table}:3: the class wolf is not in classes.txt")

    def test_a_table_without_file_names_and_an_image_that_is_missing_are_told(self):
        table = self.write("annotations.csv", "file,class\na.png,dog\n")
        self.assertEqual(self.problem(self.read, self.folder), f"{table}:1: there is no column filename")
        self.write("annotations.csv", "filename,split,class\na.png,train,dog\n")
        self.assertEqual(self.problem(self.read, self.folder), f"{self.folder / 'images/train/a.png'}: the image is missing")

    def test_folders_are_classes_where_there_is_no_table(self):
        for path in ("train/dog/a.png", "train/cat/b.jpg", "val/cat/c.png", "train/cat/notes.txt"):
            self.write(path)
        labels, splits = self.read(self.folder)
        self.assertEqual(labels, ["cat", "dog"])
        self.assertEqual([one.truth for one in splits["train"]], [[0], [1]])
        self.assertEqual([one.truth for one in splits["val"]], [[0]])


class Coco(FolderTest):
    read = staticmethod(detection_labels.read_labels)

    def document(self, **more):
        box = {"id": 7, "image_id": 1, "category_id": 3, "bbox": [1, 2, 10, 20]}
        content = {"images": [{"id": 1, "file_name": "a.png"}], "categories": [{"id": 3, "name": "dog"}], "annotations": [box], **more}
        return self.write("annotations/instances_train.json", json.dumps(content))

    def test_boxes_become_corners_with_a_place_in_the_classes(self):
        self.document()
        self.write("images/train/a.png")
        labels, splits = self.read(self.folder)
        self.assertEqual((labels, [one.truth for one in splits["train"]]), (["dog"], [[[1, 2, 11, 22, 0]]]))

    def test_an_unknown_category_is_told_with_its_file(self):
        file = self.document(categories=[{"id": 4, "name": "cat"}])
        self.assertEqual(self.problem(self.read, self.folder), f"{file}: annotation 7 is of category 3, which is not in its categories")

    def test_what_is_no_coco_is_told(self):
        file = self.write("annotations/instances_train.json", '{\n"images": [,')
        self.assertTrue(self.problem(self.read, self.folder).startswith(f"{file}:2: is not JSON"))
        self.write("annotations/instances_train.json", "{}")
        self.assertEqual(self.problem(self.read, self.folder), f"{file}: there is no list of images")


class Masks(FolderTest):
    read = staticmethod(segmentation_labels.read_labels)

    def test_classes_and_splits_are_read(self):
        self.write("labelmap.txt", "# label:color_rgb:parts:actions\nbackground:0,0,0::\na:b:128,0,0::\ncat:0,128,0::\n")
        self.write("ImageSets/Segmentation/val.txt", "b\n")
        for path in ("JPEGImages/a.png", "JPEGImages/b.png", "JPEGImages/c.png", "SegmentationClass/a.png", "SegmentationClass/b.png"):
            self.write(path)
        labels, splits, colours = self.read(self.folder)
        self.assertEqual(labels, ["a:b", "cat"])
        self.assertEqual(colours, [(128, 0, 0), (0, 128, 0)])
        self.assertEqual([[one.file.name for one in splits[name]] for name in ("train", "val")], [["a.png"], ["b.png"]])

    def test_colours_are_those_of_the_map_and_else_of_the_number(self):
        self.write("labelmap.txt", "dog:250,50,83::\nbackground:0,0,0::\ncat: 10, 20, 30::\nwolf:::\nfox:1,2,300::\n")
        labels, _, colours = self.read(self.folder)
        self.assertEqual(labels, ["dog", "cat", "wolf", "fox"])
        self.assertEqual(colours, [(250, 50, 83), (10, 20, 30), (128, 128, 0), (0, 0, 128)])

    def test_a_palette_has_classes_by_colour_or_else_by_number(self):
        numbers_of = segmentation_labels.numbers_of
        colours = [(250, 50, 83), (10, 20, 30)]
        palette = [0, 0, 0, 10, 20, 30, 250, 50, 83, 9, 9, 9]
        self.assertEqual(numbers_of(palette, [0, 1, 2, 3], colours), {0: 0, 1: 2, 2: 1, 3: 255})
        self.assertEqual(numbers_of([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [0, 1, 2, 3], colours), {0: 0, 1: 1, 2: 2, 3: 255})
        self.assertEqual(numbers_of([9, 9, 9, 0, 0, 0], [1], colours), {1: 0})

    def test_a_line_that_is_no_class_is_told(self):
        file = self.write("labelmap.txt", "background:0,0,0::\ndog\n")
        self.assertEqual(self.problem(self.read, self.folder), f"{file}:2: is not name:red,green,blue:parts:actions")
        file.unlink()
        self.assertEqual(self.problem(self.read, self.folder), f"{self.folder}: there is no labelmap.txt")


class Splits(FolderTest):
    def test_a_fifth_validates_where_the_data_does_not_say(self):
        first, again, other = (divided(["dog"], {"train": list(range(10))}, seed) for seed in (1, 1, 2))
        self.assertEqual((len(first.train), len(first.val)), (8, 2))
        self.assertEqual(sorted(first.train + first.val), list(range(10)))
        self.assertEqual(first.val, again.val)
        self.assertNotEqual(first.val, other.val)

    def test_nothing_to_learn_from_is_told(self):
        self.assertEqual(self.problem(divided, [], {}, 1), "there are no classes")
        self.assertEqual(self.problem(divided, ["dog"], {"val": [1]}, 1), "there are no training images")


if __name__ == "__main__":
    unittest.main()
