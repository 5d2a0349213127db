import { estimateColumn } from "#components/ui/tables/estimate-column.ts";
import { withoutInterval } from "#server/wording/seeds.ts";
import { isEvaluationMetric, METRICS } from "#server/contracts/metrics.ts";
import type { AblationRow, AblationTable, TableColumn } from "#server/contracts/experiment.ts";

export const intervalOf = (e: { low: number | null; high: number | null }) =>
  e.low === null || e.high === null ? null : { low: e.low, high: e.high };

/** Rows as every drawing of a column orders them: those that may not be ranked by it stay last. */
export const rankedFirst = (rows: readonly AblationRow[], { metric }: TableColumn): AblationRow[] =>
  rows.toSorted((a, b) => Number(b.comparable[metric]) - Number(a.comparable[metric]));

/** What the cells of the headline metric share: those of its means, and those of the differences to the baseline. */
export function estimateColumns(table: AblationTable, { metric, unit, problems }: TableColumn) {
  const means = table.rows.map(({ metrics: { [metric]: e } }) => ({
    ...e,
    unit,
    n: problems,
    instead: e.value === null ? undefined : withoutInterval(e.n),
  }));
  const differences = table.rows.flatMap(({ baseline, comparable, difference: { [metric]: d } }) => {
    if (baseline || !comparable[metric]) return [];
    const first = { ...d, n: null, unit, difference: true, instead: "no interval" };
    return d.newProblems ? [first, { ...first, ...d.newProblems }] : [first];
  });
  return { means: estimateColumn(means), differences: estimateColumn(differences) };
}

const PADDING = 0.08;

/** The domain that the interval cells of a column share: everything drawn in it, with a little room, and at least a sliver. */
export function sharedDomain(table: AblationTable, column: TableColumn): [number, number] {
  const drawn = table.rows.flatMap((row) => {
    const e = row.metrics[column.metric];
    const seeds = row.bySeed[column.metric].map(({ value }) => value);
    return [e.value, e.low, e.high, ...seeds].filter((v) => v !== null && Number.isFinite(v)) as number[];
  });
  if (drawn.length === 0) return [0, 1];
  const [low, high] = [Math.min(...drawn), Math.max(...drawn)];
  const room = (high - low || Math.abs(high) || 1) * PADDING;
  const domain: [number, number] = [low - room, high + room];
  if (column.unit !== "share") return domain;
  return [Math.max(0, Math.floor(domain[0] * 100) / 100), Math.min(1, Math.ceil(domain[1] * 100) / 100)];
}

/** What claims of the metrics beside the headline are adjusted for. */
export const familyOfOthers = ({ columns }: AblationTable, lead: TableColumn | undefined): string =>
  columns.find(({ metric, family }) => metric !== lead?.metric && family)?.family ?? "";

/** Whether a table has only columns of names that this bench gives to nothing: a script or another trainer measured it. */
export const namesNothingOfOurs = ({ columns }: AblationTable): boolean =>
  columns.length > 0 && columns.every(({ metric }) => !Object.hasOwn(METRICS, metric));

/** What curves of runs from outside show: the metric of the table, or where that is of evaluations alone the next one. */
export const curveMetric = ({ columns }: AblationTable, lead: TableColumn | undefined): string =>
  (lead && !isEvaluationMetric(lead.metric) ? lead : columns.find((c) => !isEvaluationMetric(c.metric)))
    ?.metric ?? "reward/raw";

/** Characters of column heads, with what lies between two of them, that stand beside each other in a laptop's window. */
const MOST_ACROSS = 120;
const BETWEEN = 6;

const lengthAcross = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + name.length + BETWEEN, 0);

/** What the columns of a grid of configurations by metrics are: the configurations, unless they are too long and the metrics shorter. */
export function standAcross(
  rows: readonly Pick<AblationRow, "config">[],
  columns: readonly Pick<TableColumn, "title">[],
): "configurations" | "metrics" {
  const names = lengthAcross(rows.map(({ config }) => config));
  if (names <= MOST_ACROSS) return "configurations";
  return lengthAcross(columns.map(({ title }) => title)) < names ? "metrics" : "configurations";
}
