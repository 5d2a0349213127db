import type { Finding } from "../../contracts/finding.ts";
import { asOurs, readAsOurs } from "./as-ours.ts";
import type { Fold, FoldedPoints } from "./fold.ts";
import type { CheckedSeries, FoldPlan, KnownSeries, RunFacts, RunRule } from "./run-rule.ts";
import { NO_SETTINGS, type TrainerSettings } from "./trainer-settings.ts";

/** A series with its points, as a test writes it. */
type WholeSeries = KnownSeries & { points: CheckedSeries };

/** What a test says of a run. */
export interface WholeRun extends Omit<RunFacts, "series" | "reference" | "settings"> {
  /** Nothing is known of them where they are left out. */
  settings?: TrainerSettings;
  series: Map<string, CheckedSeries>;
  reference: { config: string; series: Map<string, CheckedSeries> } | null;
}

function whole({ metric, x, value }: CheckedSeries): WholeSeries {
  const read = readAsOurs(metric);
  const points = { metric, x, value: read ? value.map(read) : value };
  return {
    metric,
    n: x.length,
    nonFinite: points.value.filter((one) => !Number.isFinite(one)).length,
    lastX: x[x.length - 1],
    lastValue: points.value[x.length - 1],
    points,
  };
}

const wholeOf = (series: Map<string, CheckedSeries>): Map<string, WholeSeries> =>
  new Map([...series].filter(([, { x }]) => x.length > 0).map(([name, one]) => [name, whole(one)] as const));

/** A series with what another one has at its x. */
export function beside(own: CheckedSeries, other: CheckedSeries): FoldedPoints {
  const plan = { key: "", over: whole(own), beside: whole(other), begin: () => ({}) as Fold };
  return portion(plan, 0, own.x.length);
}

/** The points of a plan from index `from` up to, not including, `to`. */
function portion({ over, beside }: FoldPlan<WholeSeries>, from: number, to: number): FoldedPoints {
  const x = over.points.x.slice(from, to);
  const at = new Map(beside?.points.x.map((each, i) => [each, beside.points.value[i]]));
  return {
    x: Float64Array.from(x),
    value: Float64Array.from(over.points.value.slice(from, to)),
    beside: beside ? Float64Array.from(x, (each) => at.get(each) ?? NaN) : null,
    paired: beside ? Uint8Array.from(x, (each) => Number(at.has(each))) : null,
  };
}

/**
 * What a rule says of whole series, its folds fed in portions of these sizes, again and again; one portion of all by default. After
 * each portion a fold goes on as its copy, as after a restart or a point that came late.
 */
export function checkRun(rule: RunRule, run: WholeRun, portions: readonly number[] = [Infinity]): Finding[] {
  const reference = run.reference && { ...run.reference, series: wholeOf(run.reference.series) };
  const settings = run.settings ?? NO_SETTINGS;
  const facts: RunFacts<WholeSeries> = { ...run, settings, series: wholeOf(run.series), reference };
  const folds = new Map<string, Fold>();
  for (const plan of rule.plans(facts)) {
    let fold = plan.begin();
    for (let from = 0, k = 0; from < plan.over.n; k++) {
      const to = Math.min(plan.over.n, from + portions[k % portions.length]);
      fold.feed(portion(plan, from, to));
      fold = fold.copy();
      from = to;
    }
    folds.set(plan.key, fold);
  }
  return rule.check(facts, {
    of: (kind, key) => {
      const fold = folds.get(key);
      return fold instanceof kind ? fold : undefined;
    },
  });
}

/** What a rule says of series by the names that a run sent, one value a step, as rule, severity and metric. */
export function saidOf(
  rule: RunRule,
  sent: Record<string, readonly number[]>,
  settings: Partial<TrainerSettings> = {},
): string[] {
  const series = new Map(
    Object.entries(sent).map(([metric, value]): [string, CheckedSeries] => [
      metric,
      { metric, x: value.map((_, i) => i + 1), value: [...value] },
    ]),
  );
  const run: WholeRun = {
    series: asOurs(series, rule.reads, rule.readsLike ? [rule.readsLike] : []),
    settings: { ...NO_SETTINGS, ...settings },
    resamplesDeadGroups: false,
    config: "a",
    noise: null,
    reference: null,
  };
  return checkRun(rule, run).map(({ rule: id, severity, metric }) => `${id} ${severity} ${metric}`);
}

/** A value that is held, one that changes by as much each step, and courses one behind the other. */
export const held = (value: number, n = 60): number[] => Array.from({ length: n }, () => value);
export const ramp = (from: number, to: number, n = 60): number[] =>
  Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1));
