import { selectEvaluationHead } from "#db/queries/episodes.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { metricInfo } from "../../../../workers/protocol/metrics/metrics.ts";
import type { NumberAnswer } from "../../../contracts/reports/report-answer.ts";
import type { NumberQuery } from "../blocks/number.ts";
import { ServiceError } from "../../../errors.ts";
import type { Cell } from "../../experiments/cells.ts";
import { possibleOfRuns } from "../../comparability/rewards.ts";
import { meanOfMetric } from "../../../stats/within-possible.ts";
import { seedDifferences } from "../../../numbers/seeds.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { nameSeed, withoutInterval, writeSeeds } from "../../../wording/seeds.ts";
import type { Answered, Reading } from "./reading.ts";
import { CLAIMS, digestOf } from "./digest.ts";
import { type MetricOfRun, readEvaluation, readMetric } from "./read-metric.ts";
import { finishedRuns, requireCell, requireCells, requireRunOf } from "./subject.ts";

const named = (run: RunRecord) => ({ id: run.id, name: run.name });

function head(reading: Reading, query: NumberQuery) {
  const { title, unit } = metricInfo(query.metric);
  return {
    kind: "number" as const,
    metric: query.metric,
    title,
    unit,
    source: "live" as const,
    computedAt: reading.at,
  };
}

function ofOneRun(
  reading: Reading,
  query: NumberQuery,
  read: MetricOfRun,
  run: { id: string; name: string },
  subject: string,
): Answered<NumberAnswer> {
  const { estimate } = read;
  const caveat = estimate.value !== null && estimate.low === null ? "no interval" : null;
  const answer: NumberAnswer = {
    ...head(reading, query),
    subject,
    definition: read.definition,
    method: estimate.method,
    runs: [run],
    evaluations: read.evaluationId === null ? [] : [read.evaluationId],
    difference: false,
    value: estimate.value,
    special: read.special,
    low: estimate.low,
    high: estimate.high,
    n: estimate.n,
    counts: read.counts,
    p: null,
    problems: read.problems,
    bySeed: [],
    caveat,
  };
  return { answer, digest: digestOf({ metric: query.metric, run: run.id, data: read.data }) };
}

interface SeedReading {
  run: RunRecord;
  read: MetricOfRun;
}

/** The seeds of a configuration that have the metric; a finished run without it is a missing value, not a mistake. */
function readSeeds(reading: Reading, cell: Cell, query: Pick<NumberQuery, "metric" | "at">): SeedReading[] {
  return finishedRuns(cell).flatMap((run): SeedReading[] => {
    try {
      return [{ run, read: readMetric(reading, run.id, query.metric, query.at) }];
    } catch (error) {
      if (error instanceof ServiceError && error.code === "not_found") return [];
      throw error;
    }
  });
}

/** What a digest sees of a configuration: which run counts for which seed, and the rows read from it. */
export function cellData(reading: Reading, cell: Cell, query: Pick<NumberQuery, "metric" | "at">): unknown[] {
  return readSeeds(reading, cell, query).map(({ run, read }) => [run.seed, run.id, read.data]);
}

function ofCell(reading: Reading, query: NumberQuery, cell: Cell): NumberAnswer {
  const seeds = readSeeds(reading, cell, query);
  const values = seeds.flatMap(({ read }) => (read.estimate.value === null ? [] : [read.estimate.value]));
  const possible = possibleOfRuns(
    reading.ctx,
    query.metric,
    seeds.map(({ run }) => run),
  );
  const interval = meanOfMetric(query.metric, values, possible);
  const bad = seeds.find(({ read }) => read.special !== null);
  const problems = [...new Set(seeds.map(({ read }) => read.problems))];
  const missing = finishedRuns(cell).length - values.length;
  const caveats = [
    bad
      ? `${nameSeed(bad.run.seed)} is not finite`
      : missing > 0
        ? `${writeSeeds(missing)} without a value`
        : null,
    values.length > 0 && interval.low === null ? withoutInterval(values.length) : null,
    values.length === 0 && !bad ? "no finished run has a value" : null,
  ].filter((c) => c !== null);
  return {
    ...head(reading, query),
    subject: `${cell.config}, mean over ${writeSeeds(values.length)}`,
    definition: seeds[0]?.read.definition ?? metricInfo(query.metric).definition,
    method: interval.method,
    runs: seeds.map(({ run }) => named(run)),
    evaluations: seeds.flatMap(({ read }) => read.evaluationId ?? []),
    difference: false,
    value: bad ? null : interval.value,
    special: bad?.read.special ?? null,
    low: bad ? null : interval.low,
    high: bad ? null : interval.high,
    n: interval.n,
    counts: "seed",
    p: null,
    problems: problems.length === 1 ? problems[0] : null,
    bySeed: seeds.map(({ run, read }) => ({ seed: run.seed, runId: run.id, value: read.estimate.value })),
    caveat: caveats.length > 0 ? caveats.join("; ") : null,
  };
}

/**
 * A difference to the baseline is the one of the ablation table: its interval is adjusted for the whole family of
 * comparable configurations, so the digest holds the rows of all of them.
 */
function ofDifference(
  reading: Reading,
  query: NumberQuery,
  experimentId: string,
  cell: Cell,
): Answered<NumberAnswer> {
  const table = reading.table(experimentId);
  const row = table.rows.find((r) => r.cell === cell.cell);
  const difference = row?.difference[query.metric];
  if (!row || !difference || query.at !== "final")
    throw new ServiceError(
      "invalid",
      `The ablation table has no difference in ${query.metric.slice(0, 60)}. It has ${table.columns.map((c) => c.metric).join(", ")}, of the final evaluation.`,
    );
  const comparable = new Set(
    table.rows.filter((r) => r.baseline || r.comparable[query.metric]).map((r) => r.cell),
  );
  const family = requireCells(reading, experimentId).filter(
    (c) => comparable.has(c.cell) || c.cell === cell.cell,
  );
  const own = ofCell(reading, { ...query, difference: undefined }, cell);
  const baseline = family.find((c) => c.baseline);
  const inFamily = new Set(family.flatMap((c) => finishedRuns(c).map((r) => r.id)));
  const answer: NumberAnswer = {
    ...own,
    subject: `${cell.config} minus ${table.baseline ?? "the baseline"}, ${writeSeeds(row.n)}`,
    method: difference.method,
    runs: family.flatMap((c) => finishedRuns(c).map(named)).filter((r) => inFamily.has(r.id)),
    difference: true,
    value: difference.value,
    special: null,
    low: difference.low,
    high: difference.high,
    p: difference.p,
    n: row.n,
    bySeed: baseline
      ? seedDifferences(
          row.bySeed[query.metric] ?? [],
          table.rows.find((r) => r.baseline)?.bySeed[query.metric] ?? [],
        )
      : [],
    caveat: difference.low === null ? difference.method : null,
  };
  const data = family.map((c) => [c.cell, c.baseline, comparable.has(c.cell), cellData(reading, c, query)]);
  return { answer, digest: digestOf({ metric: query.metric, of: cell.cell, family: data, claims: CLAIMS }) };
}

/** Answers a number of an evaluation, a run, or a configuration over its seeds. Throws a sentence where it cannot. */
export function answerNumber(reading: Reading, query: NumberQuery): Answered<NumberAnswer> {
  if (query.evaluation !== undefined) {
    const found = selectEvaluationHead(reading.ctx.db, query.evaluation);
    if (!found)
      throw new ServiceError(
        "not_found",
        `There is no evaluation ${query.evaluation}. Its run may have been deleted.`,
      );
    const { evaluation, run } = found;
    const read = readEvaluation(reading, evaluation.id, query.metric);
    const subject = `${run.name}, evaluation at train step ${writeWhole(evaluation.trainStep)}`;
    return ofOneRun(reading, query, read, named(run), subject);
  }
  if (query.run !== undefined) {
    const run = requireRunOf(reading, query.run);
    return ofOneRun(
      reading,
      query,
      readMetric(reading, run.id, query.metric, query.at),
      named(run),
      run.name,
    );
  }
  const experimentId = query.experiment ?? "";
  const cell = requireCell(reading, experimentId, query.config ?? "");
  if (query.difference !== undefined) return ofDifference(reading, query, experimentId, cell);
  const data = cellData(reading, cell, query);
  return {
    answer: ofCell(reading, query, cell),
    digest: digestOf({ metric: query.metric, cell: cell.cell, data }),
  };
}
