import { expect, test } from "vitest";
import { fitDomain } from "./domain.ts";
import { sharedYSpec, unitWords, ySpec } from "./metric-axes.ts";

test("metrics of one unit are drawn as each of them is", () => {
  expect(sharedYSpec(["policy/kl", "policy/entropy"])).toEqual({ ...ySpec("policy/kl"), metric: undefined });
  expect(sharedYSpec(["group/zero_share", "eval/rr"])).toEqual({ ...ySpec("eval/rr"), metric: undefined });
});

test("an axis of one metric says its key, which is what a file of the chart calls it", () => {
  expect(ySpec("group/zero_share").metric).toBe("group/zero_share");
  expect(sharedYSpec(["policy/kl"]).metric).toBe("policy/kl");
});

test("a share beside nats is drawn as a number: in per cent both would be a hundred times as large", () => {
  expect(sharedYSpec(["group/zero_share", "policy/kl"])).toMatchObject({ kind: "number", scale: undefined });
  expect(sharedYSpec(["group/zero_share", "policy/kl"]).unit).toBeUndefined();
});

test("an interval ends at 0 only where no metric of the chart goes below", () => {
  expect(sharedYSpec(["policy/kl", "sft/loss"]).possible).toEqual([0, null]);
  expect(sharedYSpec(["policy/kl", "reward/raw"]).possible).toEqual([null, null]);
  expect(sharedYSpec(["group/zero_share", "eval/rr"]).possible).toEqual([0, 1]);
  expect(sharedYSpec(["group/zero_share", "policy/kl"]).possible).toEqual([0, null]);
  expect(sharedYSpec(["reward/raw", "reward/shaped"]).possible).toEqual([null, null]);
});

test("a metric of one's own has the unit that its name ends in", () => {
  expect(ySpec("my/latency [ms]")).toMatchObject({ kind: "number", unit: "ms" });
  expect(ySpec("answers cut [share]")).toMatchObject({ kind: "share", unit: "%" });
});

test("readings of a machine that only flicker do not fill the frame, and those of a run do", () => {
  const spanOf = (metric: string, low: number, high: number) => {
    const { kind, least } = ySpec(metric);
    const [from, to] = fitDomain(low, high, { kind, least });
    return to - from;
  };
  expect(spanOf("machine.disk_free", 78.14, 78.1425)).toBeGreaterThan(1.5);
  expect(spanOf("policy/entropy", 78.14, 78.1425)).toBeLessThan(0.01);
  expect(spanOf("machine.disk_free", 10, 90)).toBeLessThan(150);
});

test("a score without a unit says between which values it lies", () => {
  expect(unitWords("reward/prm")).toBe("0 to 1");
  expect(unitWords("policy/kl")).toBe("nats");
  expect(unitWords("eval/rr")).toBe("%");
});
