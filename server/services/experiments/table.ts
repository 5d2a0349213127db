import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { isTrainingReward, metricInfo, isEvaluationMetric } from "../../../workers/protocol/metrics.ts";
import { CELL_RULES } from "../../checks/registry.ts";
import type { CellFacts, MetricFacts } from "../../checks/rule.ts";
import type {
  AblationRow,
  AblationTable,
  Difference,
  Estimate,
  TableColumn,
} from "../../contracts/experiment.ts";
import { bySeverity, type Objection } from "../../contracts/objection.ts";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import type { CellComparison } from "../../stats/cell-comparison.ts";
import { compareCells } from "../../stats/compare-cells.ts";
import { minimalDetectable } from "../../stats/minimal-detectable.ts";
import type { ServiceContext } from "../context.ts";
import { definitionOf, seedFacts, type SeedFacts } from "./cell-values.ts";
import { protocolFor, protocolWords } from "../evaluations/protocol-words.ts";
import { canonicalJson } from "../hashing.ts";
import { runObjections } from "../runs/objections.ts";
import { acrossRuns } from "./across-runs.ts";
import { experimentCells, type Cell } from "./cells.ts";
import { changedConfig } from "./changed-config.ts";
import { rewardWords } from "./reward-words.ts";
import { definitionOn, measuredParts, partOf } from "./measured-part.ts";
import { meanOfMetric } from "./mean-of-metric.ts";
import { isSpoiling, spoiledMetrics } from "./spoiled-metrics.ts";
import { verdictOf } from "./verdict.ts";

const CAPTION = "over RL seeds; SFT start and problems fixed";
const DETECTION_POWER = 0.8;

const meanOf = (values: (number | null)[]): number | null => {
  const known = values.filter((v) => v !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
};

function uniqueBy<T>(items: T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/** Whether the recipe of a cell has this metric at all; one that has none has none that could differ. */
function measures({ runs: [{ recipe }] }: Cell, metric: string): boolean {
  return (findRecipe(recipe)?.metrics as string[] | undefined)?.includes(metric) ?? true;
}

function factsOfCell(cell: Cell, seeds: SeedFacts[], metric: string): CellFacts {
  const evaluations = seeds.flatMap((s) => (s.evaluation ? [s.evaluation] : []));
  return {
    config: cell.config,
    seeds: seeds.length,
    planned: cell.planned,
    rewardHash: cell.runs[0].rewardHash,
    rewardFormula: seeds[0]?.rewardFormula ?? rewardWords(cell.runs[0].rewardConfig),
    populations: uniqueBy(
      evaluations.map((t) => ({ hash: t.evaluation.populationHash, n: t.n })),
      (p) => p.hash,
    ),
    protocols: uniqueBy(
      evaluations.map(({ evaluation: { protocol } }) => ({
        hash: canonicalJson(protocolFor(metric, protocol)),
        words: protocolWords(protocol),
      })),
      (p) => p.hash,
    ),
    definition: definitionOf(metric),
    // Without a training reward steps are epochs or nothing: no number of them equals an RL step.
    trainSteps: measures(cell, "reward/raw") ? seeds.flatMap((s) => s.trainStep ?? []) : [],
    episodes: meanOf(seeds.map((s) => s.episodes)),
    startWeights: [...new Set(seeds.flatMap((s) => s.startWeights))],
  };
}

function estimateOf(seeds: SeedFacts[], metric: string, part: AblationRow["part"]): Estimate {
  const values = seeds.map((s) => s.value(metric)).filter((v) => v !== null);
  const { value, low, high, n, method } = meanOfMetric(metric, values);
  return { value, low, high, n, unit: "seed", method, definition: definitionOn(metric, part) };
}

/** Per cell and metric what the comparability rules say; an objection forbids the ranking. */
function judge(cells: Cell[], seeds: Map<string, SeedFacts[]>, metrics: string[]): Map<string, Objection[]> {
  const baseline = cells.find((c) => c.baseline);
  return new Map(
    cells.map((cell) => {
      if (!baseline) return [cell.cell, []];
      const found = metrics
        .filter((metric) => measures(cell, metric))
        .flatMap((metric) => {
          const about: MetricFacts = {
            metric,
            isTrainingReward: isTrainingReward(metric),
            isEvaluation: isEvaluationMetric(metric),
          };
          const own = factsOfCell(cell, seeds.get(cell.cell) ?? [], metric);
          const base = factsOfCell(baseline, seeds.get(baseline.cell) ?? [], metric);
          return CELL_RULES.flatMap((rule) => rule.check(own, base, about));
        });
      return [cell.cell, found];
    }),
  );
}

const forbids = (objections: Objection[], metric: string) =>
  objections.some((o) => o.severity === "objection" && o.metric === metric);

/** Comparison of the comparable cells only; a forbidden one is not part of the family. */
function compare(
  cells: Cell[],
  seeds: Map<string, SeedFacts[]>,
  judged: Map<string, Objection[]>,
  metric: string,
): CellComparison | null {
  const baseline = cells.find((c) => c.baseline);
  if (!baseline) return null;
  const comparable = cells.filter((c) => c.baseline || !forbids(judged.get(c.cell) ?? [], metric));
  const values = new Map(
    comparable.map((c) => [c.cell, new Map((seeds.get(c.cell) ?? []).map((s) => [s.seed, s.value(metric)]))]),
  );
  return compareCells(values, baseline.cell);
}

function differenceOf(
  cell: Cell,
  comparison: CellComparison | null,
  objections: Objection[],
  metric: string,
): Difference {
  const none = { value: null, low: null, high: null, p: null };
  if (cell.baseline) return { ...none, method: "this is the baseline" };
  const forbidden = objections.filter((o) => o.severity === "objection" && o.metric === metric);
  if (forbidden.length > 0)
    return { ...none, method: `not ranked: ${forbidden.map((o) => o.rule).join(", ")}` };
  const row = comparison?.rows.find((r) => r.cell === cell.cell);
  return row
    ? { value: row.value, low: row.low, high: row.high, p: row.p, method: row.method }
    : { ...none, method: "no baseline to compare with" };
}

/** The same thing said for every metric is said once. */
function mergeObjections(objections: Objection[], metrics: string[]): Objection[] {
  const groups = Map.groupBy(objections, (o) => `${o.rule}|${o.claim}|${o.evidence}`);
  return bySeverity(
    [...groups.values()]
      .map((same) => (same.length > 1 && same.length >= metrics.length ? { ...same[0], metric: null } : same))
      .flat(),
  );
}

/** What the run-health rules say of the cell's runs as a whole; what spoils a metric is said of that metric. */
function healthOf(cell: Cell, byAttempt: Map<string, Objection[]>): Objection[] {
  const found = acrossRuns(cell, byAttempt, (o) => o.severity !== "note" && !isSpoiling(o.rule));
  return found.map((objection) => ({ ...objection, metric: null }));
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
  const judged = spoiledMetrics(judge(cells, seeds, metrics), cells, health, metrics);
  const comparisons = new Map(metrics.map((metric) => [metric, compare(cells, seeds, judged, metric)]));
  const baseline = cells.find((c) => c.baseline);
  const parts = measuredParts(ctx, [...seeds.values()].flat());
  const rows = cells.map((cell): AblationRow => {
    const own = seeds.get(cell.cell) ?? [];
    const objections = judged.get(cell.cell) ?? [];
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
        metrics.map((m) => [m, differenceOf(cell, comparisons.get(m) ?? null, objections, m)]),
      ),
      comparable: Object.fromEntries(metrics.map((m) => [m, !forbids(objections, m)])),
      objections: bySeverity([...mergeObjections(objections, metrics), ...healthOf(cell, health)]),
      episodes: meanOf(own.map((s) => s.episodes)),
      durationMs: meanOf(own.map((s) => s.durationMs)),
      cpuSeconds: meanOf(own.map((s) => s.cpuSeconds)),
      trainStep: own.length > 0 && new Set(own.map((s) => s.trainStep)).size === 1 ? own[0].trainStep : null,
      part,
    };
  });
  const columns = metrics.map((m) => {
    const compared = cells.filter((c) => c.baseline || !forbids(judged.get(c.cell) ?? [], m));
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
