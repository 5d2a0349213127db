import { summary } from "../summary.ts";
import { detectableDifference, detectablePaired, POWER } from "./plan.ts";
import { unequalRunSpread } from "./unequal-spread.ts";

type Values = ReadonlyMap<number, number>;

const list = (values: Values) => [...values.values()];

export interface DetectableClaim {
  value: number;
  power: number;
  /** Spread over the seeds that it is for: of all compared cells together (paired: of the differences). */
  sd: number;
}

interface Detectable {
  detectable: DetectableClaim | null;
  noDetectable: "spreads_differ" | null;
}

/** The spread over the seeds of all compared cells, or of their differences; `index` -1 is the baseline. */
export interface Spread {
  kind: "runs" | "differences";
  sd: number;
  standsOut: { index: number; ratio: number | null } | null;
}

export function spreadOf(base: Values, family: readonly Values[], sharedStarts: boolean): Spread {
  const samples = sharedStarts
    ? family.map((values) =>
        [...values].flatMap(([seed, v]) => (base.has(seed) ? [v - (base.get(seed) ?? 0)] : [])),
      )
    : [base, ...family].map(list);
  const parts = samples.map((sample) => summary(sample)).filter(({ n }) => n > 1);
  const df = parts.reduce((sum, { n }) => sum + n - 1, 0);
  const size = Math.hypot(...parts.map(({ n, sd }) => (sd ?? 0) * Math.sqrt(n - 1)));
  const found = family.length === 0 ? null : unequalRunSpread(samples);
  const standsOut = found && { index: found.index - (sharedStarts ? 0 : 1), ratio: found.ratio };
  return { kind: sharedStarts ? "differences" : "runs", sd: size / Math.sqrt(Math.max(1, df)), standsOut };
}

interface Sizes {
  n: number;
  nBaseline: number;
  commonSeeds: number;
}

/** What a tested row can detect; rows of one size can detect the same, so it is computed once. */
export function detectableBySize({ kind, sd, standsOut }: Spread, comparisons: number, level: number) {
  const known = new Map<string, number>();
  const compute = ({ n, nBaseline, commonSeeds }: Sizes) =>
    kind === "runs"
      ? detectableDifference({ n, nBaseline, sd, sdBaseline: sd, comparisons }, { level })
      : detectablePaired({ n: commonSeeds, sd, comparisons }, { level });
  return (sizes: Sizes): Detectable => {
    if (standsOut !== null) return { detectable: null, noDetectable: "spreads_differ" };
    const key = `${sizes.n} ${sizes.nBaseline} ${sizes.commonSeeds}`;
    const value = known.get(key) ?? compute(sizes);
    known.set(key, value);
    return { detectable: { value, power: POWER, sd }, noDetectable: null };
  };
}
