import { DIGESTED } from "../../../contracts/finding.ts";
import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import { PROBLEM_COLUMNS } from "../../../../workers/protocol/metrics/problem-columns.ts";
import type { Comparison, CompareRow } from "../../../contracts/compare/compare.ts";
import type {
  PairOfSeed,
  PairsAnswer,
  PairsGroup,
  PairsRow,
  SmallEstimate,
} from "../../../contracts/reports/report-answer.ts";
import type { BeforeAfterQuery } from "../blocks/before-after.ts";
import { ServiceError } from "../../../errors.ts";
import { apartWords } from "../../../checks/judge.ts";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { saidOnce } from "../../../checks/said-once.ts";
import { settledSign } from "../../../numbers/excludes-zero.ts";
import { meanInterval } from "../../../stats/mean-interval.ts";
import {
  cutterOf,
  differenceRange,
  rangeOfUnit,
  type PossibleRange,
} from "../../../contracts/possible-range.ts";
import { pairsSentence, PAIRS_HOW, withoutPair } from "../pairs-words.ts";
import { MEAN_WITH_INTERVAL } from "../../../wording/seeds.ts";
import { compareEvaluations } from "../../compare/overview.ts";
import type { Cell } from "../../experiments/cells.ts";
import { digestOf } from "./digest.ts";
import { measuredAt, whyMeasuredApart } from "./measured-alike.ts";
import { startAndEnd } from "./start-and-end.ts";
import type { Answered, Reading } from "./reading.ts";
import { finishedRuns, requireCells } from "./subject.ts";

const STEP_LIMIT = 5;

/** One training that was measured at its start and at its end. */
interface Pair {
  cell: Cell;
  seed: number;
  run: { id: string; name: string };
  ends: [EvaluationTotals, EvaluationTotals];
  found: Comparison;
}

/** Configurations with a training reward; a start or an evaluation alone has no before and after. */
function trainedCells(reading: Reading, experimentId: string): Cell[] {
  const cells = requireCells(reading, experimentId);
  const trained = new Set(
    reading
      .table(experimentId)
      .rows.filter((row) => row.metrics["reward/raw"]?.value != null)
      .map((row) => row.cell),
  );
  return cells.filter(({ cell }) => trained.has(cell));
}

const pairsOf = (reading: Reading, cell: Cell): Pair[] =>
  finishedRuns(cell).flatMap((run): Pair[] => {
    const ends = startAndEnd(reading.evaluations(run.id));
    if (!ends) return [];
    const ids = ends.map(({ evaluation }) => evaluation.id);
    const found = compareEvaluations(reading.ctx, { ids, k: STEP_LIMIT, common: false });
    return [{ cell, seed: run.seed, run: { id: run.id, name: run.name }, ends, found }];
  });

const small = ({ value, low, high }: SmallEstimate): SmallEstimate => ({ value, low, high });
const NONE: SmallEstimate = { value: null, low: null, high: null };

function ofSeed({ seed, found }: Pair, id: string): PairOfSeed[] {
  const row = found.rows.find((one) => one.id === id);
  if (!row) return [];
  const [before, after] = row.values;
  const difference = row.differences[1];
  return [
    {
      seed,
      before: small(before),
      after: small(after),
      difference: difference ? small(difference) : NONE,
      p: difference?.p ?? null,
    },
  ];
}

/** Mean over seeds; its interval ends where the quantity does. */
function meanOf(estimates: readonly SmallEstimate[], possible: PossibleRange): SmallEstimate {
  const mean = meanInterval(estimates.flatMap(({ value }) => value ?? []));
  const { value, low, high } = mean;
  if (value === null || low === null || high === null) return small(mean);
  const cut = cutterOf(possible, value, value);
  return { value, low: cut(low), high: cut(high) };
}

function rowOf(cell: Cell, pairs: Pair[], { id, unit }: CompareRow): PairsRow[] {
  const seeds = pairs.flatMap((pair) => ofSeed(pair, id));
  if (seeds.length === 0) return [];
  const possible = rangeOfUnit(unit);
  const differences = seeds.map(({ difference }) => difference);
  const ranked = differences.filter(({ value }) => value !== null);
  const settled = (sign: 1 | -1) => differences.filter((one) => settledSign(one) === sign).length;
  return [
    {
      config: cell.config,
      baseline: cell.baseline,
      before: meanOf(
        seeds.map(({ before }) => before),
        possible,
      ),
      after: meanOf(
        seeds.map(({ after }) => after),
        possible,
      ),
      difference:
        ranked.length < seeds.length ? NONE : meanOf(differences, differenceRange(possible, possible)),
      n: seeds.length,
      ranked: ranked.length,
      higher: settled(1),
      lower: settled(-1),
      seeds,
    },
  ];
}

/** Every metric that any pair has, in the order of the first that has it. */
function groupsOf(cells: Cell[], pairs: Pair[]): PairsGroup[] {
  const metrics = new Map(pairs.flatMap(({ found }) => found.rows.map((row) => [row.id, row] as const)));
  return [...metrics.values()].map((metric) => ({
    title: metric.title,
    unit: metric.unit,
    rows: cells.flatMap((cell) =>
      rowOf(
        cell,
        pairs.filter((pair) => pair.cell === cell),
        metric,
      ),
    ),
  }));
}

/** Why no difference is given, each reason once. */
function refusals(pairs: Pair[]): string[] {
  const forbidding = pairs
    .filter(({ found }) => !found.ranked)
    .flatMap(({ found }) => found.findings.filter(({ severity }) => severity === "error"));
  return saidOnce(forbidding).map(
    ({ rule, claim, evidence }) => `No difference is given. ${rule}: ${claim} ${evidence[0].words}`,
  );
}

const remarks = (pairs: Pair[]): string[] =>
  saidOnce(pairs.flatMap(({ found }) => found.findings.filter((o) => o.severity !== "error"))).map(
    ({ rule, severity, claim, evidence }) => `${rule} (${severity}): ${claim} ${evidence[0].words}`,
  );

function flipsOf({ cell, seed, found }: Pair): PairsAnswer["flips"] {
  const pair = found.pairs[1];
  if (!pair) return [];
  const { both, onlyA, onlyB, neither } = pair;
  return [{ config: cell.config, seed, both, onlyA, onlyB, neither }];
}

/** Answers what training changed, of every trained configuration, metric by metric and seed by seed. */
export function answerPairs(reading: Reading, query: BeforeAfterQuery): Answered<PairsAnswer> {
  const cells = trainedCells(reading, query.experiment);
  const pairs = cells.flatMap((cell) => pairsOf(reading, cell));
  if (pairs.length === 0)
    throw new ServiceError(
      "invalid",
      "No run of this experiment was evaluated before its training, so the two cannot be paired.",
    );
  const groups = groupsOf(cells, pairs);
  const [lead] = groups;
  const apart = whyMeasuredApart(
    pairs.map(({ run, ends }) => measuredAt(reading, run.id, ends)),
    reading.table(query.experiment).columns.map(({ metric }) => metric),
  );
  const missing = cells.flatMap((cell) => {
    const n = finishedRuns(cell).length - pairs.filter((pair) => pair.cell === cell).length;
    return n > 0 ? [withoutPair(cell.config, n)] : [];
  });
  const problems = [...new Set(pairs.map(({ found }) => found.common))];
  const results = lead.rows.map(({ difference, ...row }) => ({ ...row, difference: difference.value }));
  const answer: PairsAnswer = {
    kind: "pairs",
    say: query.say,
    subject: `${cells.map(({ config }) => config).join(", ")}: before and after training`,
    definition: pairs[0].found.rows.map((row) => `${row.title}: ${row.definition}`).join(". "),
    method: `${MEAN_WITH_INTERVAL}; the interval of one seed is over problems`,
    runs: pairs.map(({ run }) => run),
    evaluations: pairs.flatMap(({ ends }) => ends.map(({ evaluation }) => evaluation.id)),
    source: "live",
    computedAt: reading.at,
    message: pairsSentence(lead.title, lead.unit, results, NOT_RANKED),
    groups,
    flips: pairs.flatMap(flipsOf),
    problems: problems.length === 1 ? problems[0] : null,
    notes: [...(apart ? [apartWords(apart)] : []), ...refusals(pairs), ...missing],
    how: [
      PAIRS_HOW,
      ...(apart ? [] : ["Measured on the same held-out problems under the same protocol."]),
      ...remarks(pairs),
    ],
  };
  const data = pairs.map(({ cell, seed, ends, found }) => [
    cell.cell,
    seed,
    ends.map(({ evaluation }) => [evaluation.id, reading.rows(evaluation.id, PROBLEM_COLUMNS)]),
    found.ranked,
    // Rules decide whether it has drifted, not the words for them.
    found.findings.map(({ rule, severity, metric }) => [rule, DIGESTED[severity], metric]),
  ]);
  return { answer, digest: digestOf({ data, apart: apart?.rules ?? null }) };
}
