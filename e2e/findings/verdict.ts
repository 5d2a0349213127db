import type { AblationRow, AblationTable, ClaimVerdict } from "../../server/contracts/experiment.ts";
import { claims } from "../../server/stats/claims/claims.ts";
import { POWER } from "../../server/stats/claims/plan.ts";
import { meanInterval } from "../../server/stats/mean-interval.ts";
import { detectableWords, untestedWords, verdictWords } from "../../server/wording/claims.ts";
import { countOf, writeCount } from "../../server/wording/counts.ts";
import { quantityText } from "../../server/wording/quantities.ts";
import { writeSeeds } from "../../server/wording/seeds.ts";
import { metricInfo } from "../../workers/protocol/metrics.ts";
import type { Direction, Expectation } from "./question.ts";

/**
 * `not_shown`: the interval leaves both possible, which is no evidence that there is nothing. `open`: there is no interval, or a
 * rule forbids the comparison.
 */
export type Verdict = "appears" | "opposite" | "not_shown" | "open";

export interface Answer {
  says: string;
  verdict: Verdict;
  /** The numbers behind it, with n and interval. */
  evidence: string;
}

/** Values of one configuration by seed, each when both sides had drawn equally many episodes. */
export interface PerEpisode {
  episodes: number;
  cell: ReadonlyMap<number, number | null>;
  baseline: ReadonlyMap<number, number | null>;
}

/** What stored runs say, as the doors of the bench give it. */
export interface Seen {
  table: AblationTable;
  perEpisode(cell: string, metric: string): PerEpisode;
}

const unitOf = (table: AblationTable, metric: string): string =>
  table.columns.find((column) => column.metric === metric)?.unit ?? metricInfo(metric).unit;

function rowOf(table: AblationTable, cell: string): AblationRow {
  const row = table.rows.find(({ config }) => config === cell);
  if (row) return row;
  throw new Error(
    `The table "${table.title}" has no "${cell}". It has: ${table.rows.map((r) => r.config).join(", ")}.`,
  );
}

const SHOWN: ReadonlySet<ClaimVerdict> = new Set(["differs"]);

/** Whether an interval of a difference lies where it was expected. */
function sided(low: number | null, high: number | null, direction: Direction): Verdict {
  if (low === null || high === null) return "open";
  if (direction === "either") return sided(low, high, "higher") === "not_shown" ? "not_shown" : "appears";
  if (low > 0) return direction === "higher" ? "appears" : "opposite";
  if (high < 0) return direction === "lower" ? "appears" : "opposite";
  return "not_shown";
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
    verdict === "not_separable" && column && column.detectable !== null
      ? `; this design ${detectableWords({ value: column.detectable, power: POWER, more: null }, unit)}`
      : "";
  return {
    verdict: SHOWN.has(verdict) ? sided(low, high, direction) : "not_shown",
    evidence: `${number}, ${seeds}, ${verdictWords(verdict)}${power}`,
  };
}

function ofLevel(
  { cell, metric, direction, than }: Extract<Expectation, { kind: "level" }>,
  { table }: Seen,
): Omit<Answer, "says"> {
  const { value, low, high, n, method } = rowOf(table, cell).metrics[metric];
  const unit = unitOf(table, metric);
  const limit = typeof than === "number" ? than : rowOf(table, than.cell).metrics[metric].value;
  const own = `${quantityText({ value, low, high, unit })}, ${writeSeeds(n)}`;
  if (limit === null || value === null)
    return { verdict: "open", evidence: `${own}; no value to compare with` };
  const told = `${own}, against ${quantityText({ value: limit, unit })}${typeof than === "number" ? "" : ` of ${than.cell}`}`;
  if (typeof than !== "number") {
    const why = otherQuantity(table, cell, than.cell, metric);
    if (why !== null) return { verdict: "open", evidence: `${told}; ${why}` };
    if (scatters(table, than.cell, metric)) return ofTwo({ cell, metric, direction, than }, table, told);
  }
  // Equal in every seed there is no interval; the value then stands for all of them.
  const [least, most] = [low ?? value, high ?? value];
  if (low === null && n < 3) return { verdict: "open", evidence: `${told}; ${method}` };
  return { verdict: sided(least - limit, most - limit, direction), evidence: told };
}

/** Rules by which two values are other quantities, whatever was trained. */
const QUANTITY = new Set(["C01", "C02", "C03", "C04"]);

/** Why two rows hold other quantities, as far as they differ in what sets them apart from the baseline; null where they do not. */
function otherQuantity(table: AblationTable, cell: string, than: string, metric: string): string | null {
  const apart = (config: string) =>
    new Set(
      rowOf(table, config).objections.flatMap(({ rule, metric: of }) =>
        QUANTITY.has(rule) && (of === null || of === metric) ? [rule] : [],
      ),
    );
  const [own, other] = [apart(cell), apart(than)];
  const rules = [...own, ...other].filter((rule) => !own.has(rule) || !other.has(rule));
  return rules.length === 0 ? null : `not ranked: ${rules.toSorted().join(", ")}`;
}

const bySeedOf = (table: AblationTable, cell: string, metric: string): Map<number, number | null> =>
  new Map(rowOf(table, cell).bySeed[metric].map(({ seed, value }) => [seed, value]));

/** Whether the value to compare with has a spread of its own; without one it is a number that every seed agrees on. */
const scatters = (table: AblationTable, cell: string, metric: string): boolean =>
  new Set([...bySeedOf(table, cell, metric).values()].filter((one) => one !== null)).size > 1;

/** Two configurations that both scatter: the interval is that of their difference, seed by seed where they share their policies. */
function ofTwo(
  { cell, metric, direction, than }: Omit<Extract<Expectation, { kind: "level" }>, "says" | "kind">,
  table: AblationTable,
  told: string,
): Omit<Answer, "says"> {
  const { cell: other, samePolicies = false } = than as Exclude<typeof than, number>;
  const [row] = claims({
    cells: new Map([
      [other, bySeedOf(table, other, metric)],
      [cell, bySeedOf(table, cell, metric)],
    ]),
    baseline: other,
    plan: { sharedStarts: samePolicies },
  }).rows;
  const { value, low, high, untested } = row;
  const change = quantityText({ value, low, high, unit: unitOf(table, metric), difference: true });
  const how = untested === null ? (samePolicies ? "paired by seed" : "") : untestedWords(untested);
  return {
    verdict: sided(low, high, direction),
    evidence: [`${told}: ${change}`, how].filter((part) => part !== "").join(", "),
  };
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
    : { verdict: "not_shown", evidence: `${beside}; ${verdictWords(verdict ?? "untested")}` };
}

function ofStarts(
  { first, second, metric, direction }: Extract<Expectation, { kind: "starts" }>,
  { table }: Seen,
): Omit<Answer, "says"> {
  const unit = unitOf(table, metric);
  const starts = table.rows.flatMap(({ config }) =>
    config.startsWith(`${first}-`) ? [config.slice(first.length + 1)] : [],
  );
  const valueOf = (name: string, start: string) => rowOf(table, `${name}-${start}`).metrics[metric].value;
  // A start that has not both values says nothing of the difference.
  const pairs = starts.flatMap((start) => {
    const [own, other] = [valueOf(first, start), valueOf(second, start)];
    return own === null || other === null ? [] : [[own, other]];
  });
  const [before, after] = [pairs.map(([own]) => own), pairs.map(([, other]) => other)];
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
  const [row] = claims({
    cells: new Map([
      ["baseline", baseline],
      [cell, own],
    ]),
    baseline: "baseline",
  }).rows;
  const { value, low, high, n, untested } = row;
  const change = quantityText({ value, low, high, unit: unitOf(seen.table, metric), difference: true });
  const why = untested === null ? "" : `; ${untestedWords(untested)}`;
  return {
    verdict: sided(low, high, direction),
    evidence: `${change} after ${writeCount(episodes)} episodes of each, ${writeSeeds(n)}${why}`,
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
