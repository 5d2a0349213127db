import { expect, test } from "vitest";
import { prepareLines } from "./prepare-lines.ts";
import { summarise } from "./summarise.ts";
import { bucketWindow, rawWindow } from "./testing.ts";
import { toCsv } from "./to-csv.ts";

const model = prepareLines({
  series: [
    {
      key: 'a, "b"',
      label: "a",
      run: "dgro-s3",
      attempt: 2,
      window: rawWindow([
        [0, 0.123456789],
        [1, null],
        [2, 1],
      ]),
    },
    { key: "c", label: "c", window: bucketWindow([1, 2], 2) },
  ],
  x: { label: "train step", kind: "count" },
  y: { kind: "number" },
});

test("the CSV has every sample with every digit, NaN as NaN", () => {
  expect(toCsv(model).split("\n")).toEqual([
    "series,line,run,attempt,x,x_first,x_last,value,smoothed,low,high,n,nan,inf,neg_inf",
    '"a, ""b""","a, attempt 2",dgro-s3,2,0,0,0,0.123456789,,,,1,0,0,0',
    '"a, ""b""","a, attempt 2",dgro-s3,2,1,1,1,NaN,,,,1,1,0,0',
    '"a, ""b""","a, attempt 2",dgro-s3,2,2,2,2,1,,,,1,0,0,0',
    "c,c,,,0.5,0,1,1.5,,1,2,2,0,0,0",
    "",
  ]);
});

test("n counts every point, those that are not finite too", () => {
  const mixed = prepareLines({
    series: [{ key: "a", label: "", window: bucketWindow([1, Infinity, null, 3], 4) }],
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
  });
  expect(toCsv(mixed).split("\n")[1]).toBe("a,,,,1.5,0,3,2,,1,3,4,1,1,0");
});

test("the summary says where each line begins, ends and turns", () => {
  expect(summarise(model)).toBe(
    "a, attempt 2: 0.123 at 0, 1.00 at 2, lowest 0.123, highest 1.00. c: 1.50 at 1, 1.50 at 1, lowest 1.50, highest 1.50. 1 point is NaN. Horizontal: train step.",
  );
});
