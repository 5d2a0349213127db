import type { AblationRow, AblationTable } from "../../server/contracts/experiment.ts";
import { settledSign } from "../../server/numbers/excludes-zero.ts";
import { type ClaimPlan, claims } from "../../server/stats/claims/claims.ts";
import { POWER } from "../../server/stats/claims/plan.ts";
import { meanInterval } from "../../server/stats/mean-interval.ts";
import { detectableWords, untestedWords, verdictWords } from "../../server/wording/claims.ts";
import { isSignificant } from "../../server/wording/verdicts/significant.ts";
import { countOf, writeCount } from "../../server/wording/counts.ts";
import { quantityText } from "../../server/wording/quantities.ts";
import { writeSeeds } from "../../server/wording/seeds.ts";
import { metricInfo } from "../../workers/protocol/metrics/metrics.ts";
import type { Direction, Expectation } from "./question.ts";

/** `open`: there is no interval, so nothing was shown either way. */
export type Verdict = "appears" | "opposite" | "not_seen" | "open";

export interface Answer {
  says: string;
  verdict: Verdict;
  /** The numbers behind it, with n and interval. */
  evidence: string;
}

type BySeed = ReadonlyMap<number, number | null>;

/** Values of one configuration by seed, each when both sides had drawn equally many episodes. */
export interface PerEpisode {
  episodes: number;
  cell: BySeed;
  baseline: BySeed;
}

/** What stored runs say, as the doors of the bench give it. */
export interface Seen {
  table: AblationTable;
  /** Why what two configurations have of a metric is not one quantity, in words; null where the bench calls it one. */
  apart(metric: string, cell: string, than: string): string | null;
  /** Whether each seed of two configurations goes back to one policy of that seed. */
  sharedStarts(cell: string, than: string): boolean;
  perEpisode(cell: string, metric: string): PerEpisode;
}

const unitOf = (table: AblationTable, metric: string): string =>
  table.columns.find((column) => column.metric === metric)?.unit ?? metricInfo(metric).unit;

/** A row of a table by the name of its configuration. Throws where there is none. */
export function rowOf(table: AblationTable, cell: string | null): AblationRow {
  const row = table.rows.find(({ config }) => config === cell);
  if (row) return row;
  throw new Error(
    `The table "${table.title}" has no "${cell}". It has: ${table.rows.map((r) => r.config).join(", ")}.`,
  );
}

/** Whether an interval of a difference lies where it was expected. */
function sided(low: number | null, high: number | null, direction: Direction | "either"): Verdict {
  if (low === null || high === null || Number.isNaN(low) || Number.isNaN(high)) return "open";
  const sign = settledSign({ low, high });
  if (sign === null) return "not_seen";
  return direction === "either" || direction === (sign === 1 ? "higher" : "lower") ? "appears" : "opposite";
}

function ofDifference(
  { cell, metric, direction }: Extract<Expectation, { kind: "difference" }>,
  { table }: Seen,
): Omit<Answer, "says"> {
  const row = rowOf(table, cell);
  const unit = unitOf(table, metric);
  const { value, low, high, verdict = "untested", method } = row.difference[metric];
  const column = table.columns.find((one) => one.metric === metric);
  const number = quantityText({ value, low, high, unit, difference: true });
  const seeds = writeSeeds(row.n);
  if (verdict === "not_ranked") return { verdict: "open", evidence: method };
  if (verdict === "untested") return { verdict: "open", evidence: `${number}, ${seeds}; ${method}` };
  const power =
    verdict === "not_significant" && column && column.detectable !== null
      ? `; ${detectableWords({ value: column.detectable, power: POWER, more: null }, unit)}`
      : "";
  return {
    verdict: isSignificant(verdict) ? sided(low, high, direction) : "not_seen",
    evidence: `${number}, ${seeds}, ${verdictWords(verdict)}${power}`,
  };
}

const sameSeeds = (one: BySeed, other: BySeed): boolean =>
  one.size === other.size && [...one.keys()].every((seed) => other.has(seed));

/** The difference of two configurations over seeds, unadjusted, and what is to be said of it; of pairs where seeds and starts are shared. */
function overSeeds(baseline: BySeed, own: BySeed, unit: string, startsAreShared: boolean) {
  const plan: ClaimPlan = { sharedStarts: startsAreShared && sameSeeds(baseline, own) };
  const cells = new Map([
    ["baseline", baseline],
    ["own", own],
  ]);
  const [{ value, low, high, n, untested }] = claims({ cells, baseline: "baseline", plan }).rows;
  return {
    low,
    high,
    change: quantityText({ value, low, high, unit, difference: true }),
    seeds: `${writeSeeds(n)}${plan.sharedStarts ? " in pairs" : ""}${untested === null ? "" : `; ${untestedWords(untested)}`}`,
  };
}

const bySeed = (row: AblationRow, metric: string): BySeed =>
  new Map((row.bySeed[metric] ?? []).map(({ seed, value }) => [seed, value]));

/** Whether a configuration has other values for other seeds; one that has not is a number to be held against. */
const varies = (row: AblationRow, metric: string): boolean => new Set(bySeed(row, metric).values()).size > 1;

function ofLevel(
  { cell, metric, direction, than }: Extract<Expectation, { kind: "level" }>,
  { table, apart, sharedStarts }: Seen,
): Omit<Answer, "says"> {
  const row = rowOf(table, cell);
  const { value, low, high, n, method } = row.metrics[metric];
  const unit = unitOf(table, metric);
  const other = typeof than === "number" ? null : rowOf(table, than.cell);
  const limit = typeof than === "number" ? than : (other?.metrics[metric].value ?? null);
  const own = `${quantityText({ value, low, high, unit })}, ${writeSeeds(n)}`;
  if (limit === null || value === null)
    return { verdict: "open", evidence: `${own}; no value to compare with` };
  const told = `${own}, against ${quantityText({ value: limit, unit })}${other === null ? "" : ` of ${other.config}`}`;
  const why = other === null ? null : apart(metric, cell, other.config);
  if (why !== null) return { verdict: "open", evidence: `${told}; ${why}` };
  if (other !== null && varies(other, metric)) {
    const isPaired = sharedStarts(cell, other.config);
    const found = overSeeds(bySeed(other, metric), bySeed(row, metric), unit, isPaired);
    return {
      verdict: sided(found.low, found.high, direction),
      evidence: `${told}: ${found.change}, ${found.seeds}`,
    };
  }
  // Equal in every seed there is no interval; the value then stands for all of them.
  const [least, most] = [low ?? value, high ?? value];
  if (low === null && n < 3) return { verdict: "open", evidence: `${told}; ${method}` };
  return { verdict: sided(least - limit, most - limit, direction), evidence: told };
}

function ofRefusal(
  { cell, metric }: Extract<Expectation, { kind: "refused" }>,
  { table }: Seen,
): Omit<Answer, "says"> {
  const row = rowOf(table, cell);
  const unit = unitOf(table, metric);
  const beside = [rowOf(table, table.baseline ?? cell), row]
    .map(({ config, metrics }) => `${config} ${quantityText({ value: metrics[metric].value, unit })}`)
    .join(", ");
  const { verdict, method } = row.difference[metric];
  return verdict === "not_ranked"
    ? { verdict: "appears", evidence: `${beside}; ${method}` }
    : { verdict: "not_seen", evidence: `${beside}; ${verdictWords(verdict ?? "untested")}` };
}

const valueOf = (row: AblationRow, metric: string): number => row.metrics[metric].value ?? Number.NaN;

function ofStarts(
  { first, second, metric, direction }: Extract<Expectation, { kind: "starts" }>,
  { table }: Seen,
): Omit<Answer, "says"> {
  const unit = unitOf(table, metric);
  const starts = table.rows.flatMap(({ config }) =>
    config.startsWith(`${first}-`) ? [config.slice(first.length + 1)] : [],
  );
  const valuesOf = (name: string) => starts.map((start) => valueOf(rowOf(table, `${name}-${start}`), metric));
  const [before, after] = [valuesOf(first), valuesOf(second)];
  const without = starts.filter((_, i) => !Number.isFinite(after[i] - before[i]));
  if (without.length > 0)
    return {
      verdict: "open",
      evidence: `${countOf(without.length, "start has", "starts have")} no value of both: ${without.join(", ")}`,
    };
  const { value, low, high, n } = meanInterval(after.map((own, i) => own - before[i]));
  const mean = (values: number[]) => quantityText({ value: meanInterval(values).value, unit });
  return {
    verdict: sided(low, high, direction),
    evidence: `${mean(before)}, then ${mean(after)}: ${quantityText({ value, low, high, unit, difference: true })}, ${countOf(n, "start")}`,
  };
}

function ofEpisodes(
  { cell, metric, direction }: Extract<Expectation, { kind: "per_episode" }>,
  seen: Seen,
): Omit<Answer, "says"> {
  const { episodes, cell: own, baseline } = seen.perEpisode(cell, metric);
  const { low, high, change, seeds } = overSeeds(baseline, own, unitOf(seen.table, metric), false);
  return {
    verdict: sided(low, high, direction),
    evidence: `${change} after ${writeCount(episodes)} episodes of each, ${seeds}`,
  };
}

/** Holds one expectation against what was seen. Throws where the table or comparison lacks what it names. */
export function answer(expectation: Expectation, seen: Seen): Answer {
  const { says } = expectation;
  switch (expectation.kind) {
    case "difference":
      return { says, ...ofDifference(expectation, seen) };
    case "level":
      return { says, ...ofLevel(expectation, seen) };
    case "refused":
      return { says, ...ofRefusal(expectation, seen) };
    case "starts":
      return { says, ...ofStarts(expectation, seen) };
    case "per_episode":
      return { says, ...ofEpisodes(expectation, seen) };
  }
}
