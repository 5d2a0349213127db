import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { metricInfo } from "../../../workers/protocol/metrics.ts";
import type {
  AblationRow,
  AblationTable,
  Difference,
  Estimate,
  TableColumn,
} from "../../contracts/experiment.ts";
import type { Objection } from "../../contracts/objection.ts";
import { isEnded, type RunState } from "../../contracts/run-lifecycle.ts";
import { judgeCells, type JudgedCell } from "../../judgement/cells.ts";
import { whyNotRanked } from "../../judgement/registry.ts";
import type { CellComparison } from "../../stats/cell-comparison.ts";
import { compareCells } from "../../stats/compare-cells.ts";
import { minimalDetectable } from "../../stats/minimal-detectable.ts";
import type { ServiceContext } from "../context.ts";
import { seedFacts, type SeedFacts } from "./cell-values.ts";
import { runObjections } from "../runs/objections.ts";
import { experimentCells, type Cell } from "./cells.ts";
import { changedConfig } from "./changed-config.ts";
import { definitionOn, measuredParts, partOf } from "./measured-part.ts";
import { meanOfMetric } from "./mean-of-metric.ts";
import { verdictOf } from "./verdict.ts";

const CAPTION = "over RL seeds; SFT start and problems fixed";
const DETECTION_POWER = 0.8;

const meanOf = (values: (number | null)[]): number | null => {
  const known = values.filter((v) => v !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
};

/** Whether the recipe of a cell has this metric at all; one that has none has none that could differ. */
function measures({ runs: [{ recipe }] }: Cell, metric: string): boolean {
  return (findRecipe(recipe)?.metrics as string[] | undefined)?.includes(metric) ?? true;
}

/** Seeds of a configuration whose run can still finish as planned. */
const underWay = ({ bySeed }: Cell): number =>
  [...bySeed.values()].filter(({ run }) => !isEnded(run.state)).length;

/** A configuration as it is judged: what stands behind it, and what is on record of its values. */
function judgedCell(cell: Cell, seeds: SeedFacts[], byAttempt: Map<string, Objection[]>): JudgedCell {
  return {
    config: cell.config,
    seeds: seeds.length,
    underWay: underWay(cell),
    planned: cell.planned,
    episodes: meanOf(seeds.map((s) => s.episodes)),
    health: [...cell.bySeed.values()].flatMap(({ attempt }) =>
      attempt ? [byAttempt.get(attempt.id) ?? []] : [],
    ),
    measures: (metric) => measures(cell, metric),
    valuesOf: (metric) => seeds.filter((seed) => seed.value(metric) !== null).map(({ onRecord }) => onRecord),
  };
}

function estimateOf(seeds: SeedFacts[], metric: string, part: AblationRow["part"]): Estimate {
  const values = seeds.map((s) => s.value(metric)).filter((v) => v !== null);
  const { value, low, high, n, method } = meanOfMetric(metric, values);
  return { value, low, high, n, unit: "seed", method, definition: definitionOn(metric, part) };
}

/** Comparison of the comparable cells only; a forbidden one is not part of the family. */
function compare(
  cells: Cell[],
  seeds: Map<string, SeedFacts[]>,
  mayRank: (cell: Cell, metric: string) => boolean,
  metric: string,
): CellComparison | null {
  const baseline = cells.find((c) => c.baseline);
  if (!baseline) return null;
  const comparable = cells.filter((c) => c.baseline || mayRank(c, metric));
  const values = new Map(
    comparable.map((c) => [c.cell, new Map((seeds.get(c.cell) ?? []).map((s) => [s.seed, s.value(metric)]))]),
  );
  return compareCells(values, baseline.cell);
}

function differenceOf(cell: Cell, comparison: CellComparison | null, forbidden: Objection[]): Difference {
  const none = { value: null, low: null, high: null, p: null };
  if (cell.baseline) return { ...none, method: "this is the baseline" };
  const why = whyNotRanked(forbidden);
  if (why !== null) return { ...none, method: why };
  const row = comparison?.rows.find((r) => r.cell === cell.cell);
  return row
    ? { value: row.value, low: row.low, high: row.high, p: row.p, method: row.method }
    : { ...none, method: "no baseline to compare with" };
}

function statesOf(cell: Cell): Partial<Record<RunState, number>> {
  const states: Partial<Record<RunState, number>> = {};
  for (const run of cell.runs) states[run.state] = (states[run.state] ?? 0) + 1;
  return states;
}

/** The comparison knows cells by their hash; people know them by their configuration. */
function named(caution: string | null, cells: Cell[]): string | null {
  return caution === null
    ? null
    : cells.reduce((text, cell) => text.replaceAll(cell.cell, cell.config), caution);
}

function columnOf(
  metric: string,
  rows: SeedFacts[][],
  comparison: CellComparison | null,
  cells: Cell[],
  part: AblationRow["part"],
): TableColumn {
  const { title, unit, better } = metricInfo(metric);
  const known = rows.flat().map((s) => s.problems(metric));
  const problems = [...new Set(known.filter((n) => n !== null))];
  const blocks =
    comparison?.design === "dunnett_blocks" && comparison.residualSd !== null && comparison.seeds !== null;
  const detectable = blocks
    ? minimalDetectable(
        {
          kind: "blocks",
          comparisons: comparison.comparisons,
          seeds: comparison.seeds as number,
          residualSd: comparison.residualSd as number,
        },
        DETECTION_POWER,
      )
    : null;
  return {
    metric,
    title,
    unit,
    better,
    definition: definitionOn(metric, part),
    problems: problems.length === 1 ? problems[0] : null,
    caution: named(comparison?.caution ?? null, cells),
    detectable: detectable?.value ?? null,
  };
}

/**
 * The ablation table of an experiment: every cell with its mean and t interval over seeds, its difference to the
 * baseline with an adjusted interval, and what forbids or weakens the comparison. Computed from stored points and
 * per-problem rows at this moment.
 */
export function ablationTable(ctx: ServiceContext, experimentId: string): AblationTable {
  const { cells, leftOut, title } = experimentCells(ctx, experimentId);
  const manifest = findRecipe(cells[0]?.runs[0].recipe ?? "");
  const metrics: string[] = manifest?.primary ?? [];
  const seeds = new Map(cells.map((cell) => [cell.cell, seedFacts(ctx, cell)]));
  const attempts = cells.flatMap((c) => [...c.bySeed.values()].flatMap((s) => s.attempt ?? []));
  const health = runObjections(ctx, attempts);
  const baseline = cells.find((c) => c.baseline);
  const judged = cells.map((cell) => judgedCell(cell, seeds.get(cell.cell) ?? [], health));
  const base = baseline ? judged[cells.indexOf(baseline)] : null;
  const verdicts = new Map(judgeCells(judged, base, metrics).map((verdict, i) => [cells[i].cell, verdict]));
  const forbiddenIn = (cell: Cell, metric: string) => verdicts.get(cell.cell)?.forbidden.get(metric) ?? [];
  const mayRank = (cell: Cell, metric: string) => forbiddenIn(cell, metric).length === 0;
  const comparisons = new Map(metrics.map((metric) => [metric, compare(cells, seeds, mayRank, metric)]));
  const parts = measuredParts(ctx, [...seeds.values()].flat());
  const rows = cells.map((cell): AblationRow => {
    const own = seeds.get(cell.cell) ?? [];
    const part = partOf(own, parts);
    return {
      cell: cell.cell,
      config: cell.config,
      baseline: cell.baseline,
      place: cell.place,
      changed: baseline ? changedConfig(baseline, cell) : [],
      seeds: own.map((s) => s.seed),
      n: own.length,
      planned: cell.planned,
      states: statesOf(cell),
      runIds: cell.runs.map((r) => r.id),
      metrics: Object.fromEntries(metrics.map((m) => [m, estimateOf(own, m, part)])),
      bySeed: Object.fromEntries(
        metrics.map((m) => [m, own.map((s) => ({ seed: s.seed, runId: s.runId, value: s.value(m) }))]),
      ),
      difference: Object.fromEntries(
        metrics.map((m) => [m, differenceOf(cell, comparisons.get(m) ?? null, forbiddenIn(cell, m))]),
      ),
      comparable: Object.fromEntries(metrics.map((m) => [m, mayRank(cell, m)])),
      objections: verdicts.get(cell.cell)?.objections ?? [],
      episodes: meanOf(own.map((s) => s.episodes)),
      durationMs: meanOf(own.map((s) => s.durationMs)),
      cpuSeconds: meanOf(own.map((s) => s.cpuSeconds)),
      trainStep: own.length > 0 && new Set(own.map((s) => s.trainStep)).size === 1 ? own[0].trainStep : null,
      part,
    };
  });
  const columns = metrics.map((m) => {
    const compared = cells.filter((c) => c.baseline || mayRank(c, m));
    const own = compared.map((c) => seeds.get(c.cell) ?? []);
    return columnOf(m, own, comparisons.get(m) ?? null, cells, partOf([...seeds.values()].flat(), parts));
  });
  return {
    experimentId,
    title,
    baseline: baseline?.config ?? null,
    columns,
    rows,
    leftOut,
    caption: CAPTION,
    verdicts: columns.map((column) => ({ metric: column.metric, sentence: verdictOf(column, rows) })),
    asOf: ctx.now(),
  };
}
