import type { ClaimVerdict } from "../../server/contracts/claim-verdict.ts";
import type { AblationTable } from "../../server/contracts/experiment.ts";
import type { Seen } from "./verdict.ts";

export const RR = "eval/rr_at_5";

export interface Told {
  value: number | null;
  bounds?: [number, number];
  n?: number;
  bySeed?: number[];
  difference?: { value: number; bounds?: [number, number]; verdict: ClaimVerdict };
}

/** A table as the bench answers it, with one column. */
export function tableOf(rows: Record<string, Told>): AblationTable {
  const estimate = ({ value, bounds, n = 5 }: Told) => ({
    value,
    low: bounds?.[0] ?? null,
    high: bounds?.[1] ?? null,
    n,
    unit: "seed" as const,
    method: "t",
    definition: "",
  });
  return {
    experimentId: "exp_0000000000000000",
    title: "A question",
    baseline: Object.keys(rows)[0],
    columns: [
      {
        metric: RR,
        title: "RR@5",
        unit: "share",
        better: "higher",
        definition: "",
        problems: 300,
        caution: null,
        detectable: 0.12,
      },
    ],
    rows: Object.entries(rows).map(([config, told], place) => ({
      cell: config,
      config,
      baseline: place === 0,
      place,
      changed: [],
      seeds: [0, 1, 2, 3, 4],
      n: told.n ?? 5,
      planned: 5,
      states: {},
      runIds: [],
      metrics: { [RR]: estimate(told) },
      bySeed: {
        [RR]: (told.bySeed ?? []).map((value, seed) => ({ seed, runId: `run_${config}${seed}`, value })),
      },
      difference: {
        [RR]: {
          value: told.difference?.value ?? null,
          low: told.difference?.bounds?.[0] ?? null,
          high: told.difference?.bounds?.[1] ?? null,
          p: null,
          method: "not ranked: C01",
          verdict: told.difference?.verdict ?? "baseline",
        },
      },
      comparable: {},
      findings: [],
      episodes: null,
      durationMs: null,
      cpuSeconds: 2,
      trainStep: null,
      part: null,
    })),
    alongTraining: [],
    leftOut: [],
    caption: "",
    verdicts: [],
    asOf: 0,
  };
}

export const seen = (rows: Record<string, Told>, more: Partial<Seen> = {}): Seen => ({
  table: tableOf(rows),
  apart: () => null,
  sharedStarts: () => false,
  perEpisode: () => {
    throw new Error("not asked for");
  },
  ...more,
});
export const difference = (value: number, bounds: [number, number], verdict: ClaimVerdict) => ({
  baseline: { value: 0.5 },
  other: { value: 0.5 + value, difference: { value, bounds, verdict } },
});
export const higher = {
  says: "It is higher",
  kind: "difference",
  cell: "other",
  metric: RR,
  direction: "higher",
} as const;
