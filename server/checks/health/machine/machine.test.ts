import { describe, expect, test } from "vitest";
import { checkRun, held, saidOf } from "../testing.ts";
import { NO_SETTINGS } from "../trainer-settings.ts";
import { gpu } from "./gpu.ts";
import { gpuIdle } from "./gpu-idle.ts";
import { stalled, stallOf } from "./stalled.ts";
import { timeImbalance } from "./time-imbalance.ts";

describe("D25 unbalanced step", () => {
  test("informs where generation, or waiting for it, takes most of a step", () => {
    expect(saidOf(timeImbalance, { "timing_s/gen": held(90), "timing_s/step": held(100) })).toEqual([
      "D25 info timing_s/gen",
    ]);
    expect(saidOf(timeImbalance, { "time/wait_for_batch": held(40), "time/step": held(100) })).toEqual([
      "D25 info time/wait_for_batch",
    ]);
  });
  test("is silent about a balanced step", () => {
    expect(saidOf(timeImbalance, { "timing_s/gen": held(60), "timing_s/step": held(100) })).toEqual([]);
    expect(saidOf(timeImbalance, { "time/wait_for_batch": held(10), "time/step": held(100) })).toEqual([]);
  });
  test("says nothing without the time of a step, or where that is 0", () => {
    expect(saidOf(timeImbalance, { "timing_s/gen": held(60) })).toEqual([]);
    expect(saidOf(timeImbalance, { "timing_s/gen": held(60), "timing_s/step": held(0) })).toEqual([]);
  });
});

describe("D26 stalled", () => {
  const quiet = { since: 1_000_000, startedAt: 0, steps: 100, forMs: 0 };
  const facts = {
    series: new Map(),
    settings: NO_SETTINGS,
    resamplesDeadGroups: false,
    config: "a",
    noise: null,
    reference: null,
  };
  const said = (forMs: number, more: Partial<typeof quiet> = {}) =>
    stalled
      .check({ ...facts, stall: stallOf({ ...quiet, ...more, forMs }) }, { of: () => undefined })
      .map(({ rule, severity }) => `${rule} ${severity}`);
  test("warns after 5 min, or five steps where those are longer, and objects at four times that", () => {
    expect([said(300_000), said(1_200_000)]).toEqual([["D26 warning"], ["D26 error"]]);
    expect(said(300_000, { steps: 10 })).toEqual([]);
    expect(said(500_000, { steps: 10 })).toEqual(["D26 warning"]);
  });
  test("is silent before that", () => {
    expect(said(299_999)).toEqual([]);
  });
  test("knows no pace before 3 steps", () => {
    expect(said(9_000_000, { steps: 2 })).toEqual([]);
  });
});

describe("D27 GPU", () => {
  test("warns of heat and slowed clocks, and informs of full memory", () => {
    const sent = {
      "gpu.0.temp": held(88),
      "gpu.1.slowed": held(0.7),
      "system.gpu.3.memoryAllocated": held(98),
    };
    expect(saidOf(gpu, sent)).toEqual([
      "D27 warning gpu.0.temp",
      "D27 warning gpu.1.slowed",
      "D27 info system.gpu.3.memoryAllocated",
    ]);
  });
  test("is silent about what is usual, and what is over", () => {
    expect(saidOf(gpu, { "gpu.0.temp": held(70), "gpu.0.slowed": held(0) })).toEqual([]);
    expect(saidOf(gpu, { "gpu.0.temp": [...held(90), ...held(60)] })).toEqual([]);
  });
  test("says that nobody logged it instead of firing", () => {
    expect(gpu.lacks?.({ series: new Map() } as never)).toBe("figures of the GPU");
  });
});

describe("D33 idle GPU", () => {
  const busy = (percent: number) => ({ "gpu.0.gpu": held(percent) });
  const claims = (sent: Record<string, number[]>) => {
    const named = ([metric, value]: [string, number[]]) =>
      [metric, { metric, x: value.map((_, i) => i + 1), value }] as const;
    const run = { series: new Map(Object.entries(sent).map(named)), resamplesDeadGroups: false };
    return checkRun(gpuIdle, { ...run, config: "a", noise: null, reference: null }).map(({ claim }) => claim);
  };
  test("informs of a GPU that idles three tenths of its time, and names the phase that it waits in", () => {
    const steps = { "phase/judge": held(3), "phase/sample": held(5), "phase/update": held(2) };
    expect(saidOf(gpuIdle, { ...busy(57), ...steps })).toEqual(["D33 info gpu.0.gpu"]);
    expect(claims({ ...busy(57), ...steps })[0]).toContain("judge");
    expect(claims({ ...busy(57), ...steps, "phase/judge": held(0.1) })[0]).toContain("samples");
    expect(claims(busy(57))).toHaveLength(1);
  });
  test("is silent about a busy one, and before it has seen two minutes", () => {
    expect(saidOf(gpuIdle, { ...busy(71), "phase/judge": held(9) })).toEqual([]);
    expect(saidOf(gpuIdle, { "gpu.0.gpu": held(5).slice(0, 11) })).toEqual([]);
  });
  test("says that nobody logged how busy the GPU is", () => {
    expect(gpuIdle.lacks?.({ series: new Map() } as never)).toBe("how busy the GPU is");
  });
});
