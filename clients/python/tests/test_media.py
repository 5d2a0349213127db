"""Images, histograms and tables arrive as files and lines, and nothing of them reaches the training."""

import json
import struct
import unittest
import zlib

from world import World

import ablab


class Array:
    """As much of an array as an image is made of."""

    dtype = "uint8"

    def __init__(self, rows):
        self.rows = rows
        self.shape = (len(rows), len(rows[0]))

    def reshape(self, shape):
        self.shape = shape
        return self

    def clip(self, low, high):
        return self

    def astype(self, kind):
        return self

    def __getitem__(self, row):
        return memoryview(bytes(self.rows[row]))


class Media(World):
    def test_each_is_a_file_and_a_line_at_its_step_and_numbers_beside_it_stay_a_row(self):
        stub = self.serve()
        run = ablab.init("e", "n")
        run.log({"loss": 1, "pic": ablab.Image(b"png", caption="one"), "two": [ablab.Html("<b>a</b>"), ablab.Html("b")]}, step=3)
        run.log({"t": ablab.Table(["a", "b"], [[1, float("nan")], {"a": 2, "b": None}])}, step=4, phase="eval")
        run.finish()
        lines = stub.run["media"]
        self.assertEqual(
            [(line["kind"], line["key"], line["place"], line["step"], line["caption"]) for line in lines],
            [("image", "pic", 0, 3, "one"), ("html", "two", 0, 3, None), ("html", "two", 1, 3, None), ("table", "eval/t", 0, 4, None)],
        )
        self.assertEqual([row["values"] for row in stub.rows()], [{"loss": 1}])
        files = stub.run["files"]
        self.assertEqual(files[lines[0]["path"]], b"png")
        self.assertEqual(json.loads(files[lines[3]["path"]]), {"columns": ["a", "b"], "data": [[1, "NaN"], [2, None]]})

    def test_what_is_too_large_is_said_with_its_name_and_size_and_the_rest_goes_on(self):
        stub = self.serve()
        run = ablab.init("e", "n")
        run.log({"loss": 1, "huge": ablab.Image(b"x" * (16 * 1024 * 1024 + 1)), "pic": ablab.Image(b"png")}, step=1)
        run.finish()
        self.assertEqual([line["key"] for line in stub.run["media"]], ["pic"])
        self.assertEqual([row["values"] for row in stub.rows()], [{"loss": 1}])
        self.assertIn("1 call could not be kept: huge has 16,777,217 bytes; at most 16,777,216 are kept", str(stub.run["alerts"]))

    def test_a_histogram_counts_every_finite_value_whatever_they_are(self):
        for values in ([1, 2, 2, 3], [5.0], [-1e308, 1e308], [0.1 * i for i in range(1000)], [1, float("nan"), float("inf")]):
            made = ablab.Histogram(values, bins=7)
            finite = [v for v in values if abs(v) < float("inf")]
            edges, counts = made.numbers()
            self.assertEqual((sum(counts), len(edges)), (len(finite), 8))
            self.assertEqual(edges, sorted(edges))
        self.assertEqual(ablab.Histogram(edges=[0, 1, 2], counts=[3, 4]).numbers()[1], [3.0, 4.0])

    def test_an_array_becomes_a_png_of_its_size(self):
        data, ending, _ = ablab.Image(Array([[0, 255, 7], [1, 2, 3]])).content()
        self.assertEqual((data[:8], ending), (b"\x89PNG\r\n\x1a\n", "png"))
        self.assertEqual(struct.unpack(">II", data[16:24]), (3, 2))
        begin = data.index(b"IDAT") + 4
        (length,) = struct.unpack(">I", data[begin - 8 : begin - 4])
        self.assertEqual(zlib.decompress(data[begin : begin + length]), b"\0\0\xff\x07\0\1\2\3")

    def test_what_cannot_be_made_or_is_too_large_raises_nothing_and_is_said_at_the_end(self):
        stub = self.serve()
        run = ablab.init("e")
        for odd in (ablab.Image("/does/not/exist"), ablab.Image(7), ablab.Table(3), ablab.Histogram(), ablab.Histogram([])):
            run.log({"odd": odd, "i": 0}, step=0)
        run.log({"big": ablab.Image(bytes(17 * 1024 * 1024))}, step=1)
        run.log({"i": 1}, step=2)
        run.finish()
        self.assertEqual(self.values(stub), [0, 0, 0, 0, 0, 1])
        self.assertIn("6 calls", str(stub.run["alerts"]))


if __name__ == "__main__":
    unittest.main()
