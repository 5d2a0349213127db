import { planSeries, type GeneratedSeries } from "./point-generator.ts";

/** What a group of runs is there for. */
export type Role = "wide-json" | "wide-binary" | "small" | "compare" | "long" | "page" | "keys";

/** How the bodies of a group are made and sent. */
export interface Sending {
  form: "json" | "binary";
  connections: number;
  seriesPerBody: number;
  pointsPerSeries: number;
}

export interface Group {
  role: Role;
  sending: Sending;
  /** One list of series per run. */
  runs: GeneratedSeries[][];
}

export interface Size {
  /** Points of each of the 1,000 series, of the long one, and of each small series. */
  wide: number;
  long: number;
  small: number;
  /** How long the server may take to come to rest after a group, ms. */
  settleMs: number;
}

export const FULL: Size = { wide: 10_000, long: 5_000_000, small: 1500, settleMs: 120_000 };
export const QUICK: Size = { wide: 1000, long: 500_000, small: 200, settleMs: 5000 };

export const COMPARED = { metric: "train/loss", runs: 100, points: 10_000 };
/** Metrics that the run page has at its top. */
const AT_THE_TOP = [
  "reward/raw",
  "reward/shaped",
  "group/std",
  "group/zero_share",
  "group/all_solved_share",
  "group/all_failed_share",
  "policy/kl",
  "policy/entropy",
  "policy/clip_share",
  "optim/grad_norm",
];
export const PAGE = { metrics: AT_THE_TOP.length, points: 100_000 };
export const KEYS = { metrics: 5000, points: 3 };

const SECTIONS = ["train", "eval", "policy", "optim", "perf"];
const metricName = (k: number) => `${SECTIONS[k % SECTIONS.length]}/m${Math.floor(k / SECTIONS.length)}`;

/** Every other run holds float32 values, the others any float64. */
function planner(): (runs: number, metrics: string[], points: number) => GeneratedSeries[][] {
  let [index, clock] = [0, 0];
  return (runs, metrics, points) =>
    Array.from({ length: runs }, () => {
      const options = { clock: clock++, float32: clock % 2 === 0 };
      return metrics.map((metric) => planSeries(index++, metric, points, options));
    });
}

const names = (n: number) => Array.from({ length: n }, (_, k) => metricName(k));

/**
 * All runs of the measurements: what the pages draw, 1,000 series in two halves, and one long series. The speed of the
 * halves is a figure, so they come when the server has seen both forms already.
 */
export function planGroups(size: Size): Group[] {
  const plan = planner();
  const wide = { connections: 16, seriesPerBody: 20, pointsPerSeries: 50 };
  return [
    {
      role: "page",
      sending: { form: "binary", connections: 1, seriesPerBody: 10, pointsPerSeries: 1000 },
      runs: plan(1, AT_THE_TOP, PAGE.points),
    },
    {
      role: "compare",
      sending: { form: "json", connections: 16, seriesPerBody: 1, pointsPerSeries: 1000 },
      runs: plan(COMPARED.runs, [COMPARED.metric], COMPARED.points),
    },
    { role: "wide-json", sending: { form: "json", ...wide }, runs: plan(25, names(20), size.wide) },
    { role: "wide-binary", sending: { form: "binary", ...wide }, runs: plan(25, names(20), size.wide) },
    {
      role: "small",
      sending: { form: "json", connections: 64, seriesPerBody: 20, pointsPerSeries: 5 },
      runs: plan(64, names(20), size.small),
    },
    {
      role: "long",
      sending: { form: "binary", connections: 1, seriesPerBody: 1, pointsPerSeries: 10_000 },
      runs: plan(1, ["train/long"], size.long),
    },
    {
      role: "keys",
      sending: { form: "binary", connections: 1, seriesPerBody: 500, pointsPerSeries: KEYS.points },
      runs: plan(1, [...AT_THE_TOP, ...names(KEYS.metrics - PAGE.metrics)], KEYS.points),
    },
  ];
}
