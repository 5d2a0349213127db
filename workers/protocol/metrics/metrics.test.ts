import * as fc from "fast-check";
import { expect, test } from "vitest";
import { METRICS, metricInfo } from "./metrics.ts";
import { checkMetric } from "../points.ts";

const read = (name: string) => {
  const { title, unit } = metricInfo(name);
  return [title, unit];
};

test("a metric of one's own says its unit in brackets at the end of its name", () => {
  expect(read("my/latency [ms]")).toEqual(["my/latency", "ms"]);
  expect(read("my/rate [1/s]")).toEqual(["my/rate", "1/s"]);
  expect(read("memory of gpu 0 [GiB]")).toEqual(["memory of gpu 0", "GiB"]);
  expect(read("answers cut [share]")).toEqual(["answers cut", "share"]);
  expect(read("speed [tokens per s] [k]")).toEqual(["speed [tokens per s]", "k"]);
});

test("brackets that are part of the name, count something or say nothing are no unit", () => {
  for (const name of [
    "lr[ms]",
    "layer [12]",
    "[ms]",
    " [ms]",
    "loss []",
    "loss [ ]",
    "loss [ms] late",
    "a [b[c]]",
    `loss [${"m".repeat(21)}]`,
    "constructor",
  ])
    expect(read(name)).toEqual([name, ""]);
  expect(read(`loss [${"m".repeat(20)}]`)).toEqual(["loss", "m".repeat(20)]);
});

test("a metric that this version knows keeps what is known of it", () => {
  for (const name of Object.keys(METRICS))
    expect(metricInfo(name)).toBe(METRICS[name as keyof typeof METRICS]);
  expect(metricInfo("my/latency [ms]").better).toBeNull();
});

test("a name with a unit is a name that points may have", () => {
  const text = fc.stringMatching(/^[a-z/ µ%°²]{1,18}x$/);
  fc.assert(
    fc.property(text, text, (title, unit) => {
      const name = `a${title} [${unit}]`;
      checkMetric(name);
      expect(read(name)).toEqual([`a${title}`, unit.trim()]);
    }),
  );
});
