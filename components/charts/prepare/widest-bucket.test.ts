import { expect, test } from "vitest";
import { prepareLines } from "./prepare-lines.ts";
import { bucketPoints } from "./testing.ts";

const points = Array.from({ length: 90_000 }, (_, index): [number, number] => [index + 1, index % 7]);
const notes = (size: number, scale: "linear" | "log", zoom?: [number, number]) =>
  prepareLines({
    series: [{ key: "a", label: "", window: bucketPoints(points, size) }],
    x: { label: "train step", kind: "number", scale },
    y: { kind: "number" },
    zoom,
  }).notes;

test("where a bucket takes more than a tenth of a log axis, the caption says how wide it is", () => {
  expect(notes(225, "log")).toEqual(["Buckets as wide as 1 to 225 on train step; zoom in for detail"]);
});

test("nothing is said on a linear axis, of points, or where buckets are narrow on the axis", () => {
  expect(notes(225, "linear")).toEqual([]);
  expect(notes(1, "log")).toEqual([]);
  expect(notes(225, "log", [10_000, 90_000])).toEqual([]);
});
