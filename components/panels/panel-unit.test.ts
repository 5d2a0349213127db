import { expect, test } from "vitest";
import { lineUnit, panelUnit } from "./panel-unit.ts";

test("metrics of one unit share it, known ones and those of one's own", () => {
  expect(panelUnit(["policy/kl", "policy/entropy"])).toBe("nats");
  expect(panelUnit(["my/p50 [ms]", "my/p99 [ms]"])).toBe("ms");
  expect(panelUnit(["group/zero_share", "eval/rr"])).toBe("%");
  expect(panelUnit(["my/a", "my/b"])).toBe("");
});

test("of metrics with several units all are named, and every line says which is its own", () => {
  const metrics = ["policy/kl", "reward/raw", "policy/entropy", "my/ratio"];
  expect(panelUnit(metrics)).toBe("nats, points, no unit");
  expect(metrics.map((metric) => lineUnit(metric, metrics))).toEqual(["nats", "points", "nats", "no unit"]);
  expect(lineUnit("policy/kl", ["policy/kl", "policy/entropy"])).toBeNull();
});

test("a share beside other units is drawn from 0 to 1 and says so", () => {
  expect(panelUnit(["group/zero_share", "policy/kl"])).toBe("share of 1, nats");
  expect(panelUnit(["group/zero_share", "gpu/util [%]"])).toBe("share of 1, %");
});
