import { type DiagnosedRow, selectDiagnosed, selectTallies } from "#db/queries/compare-episodes.ts";
import {
  type DiagnosedEpisode,
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_DEFINITIONS,
  type DiagnosisCounts,
  type DiagnosisChoice,
  definitionOfId,
  type DiagnosisParts,
  diagnosisParts,
  type DiagnosisTally,
  isMicro,
  TALLY_LENGTH,
  tallyDiagnosis,
  unpackTally,
} from "../diagnosis.ts";
import type {
  DiagnosisPart,
  EvaluationDiagnosis,
  EvaluationDiagnosisInput,
  MeanOver,
} from "../contracts/diagnosis.ts";
import { typeParts } from "../../../server/contracts/problem-type.ts";
import { clusterBootstrap } from "../../../server/stats/problems/cluster-bootstrap.ts";
import type { Estimate } from "../../../server/stats/estimate.ts";
import { countOf } from "../../../server/wording/counts.ts";
import { diagnosisDefinition, DIAGNOSIS_FORMULAS, diagnosisTitle } from "../wording/diagnosis.ts";
import type { ServiceContext } from "../../../server/services/context.ts";
import { requireHead } from "../../../server/services/evaluations/head.ts";
import { BOOTSTRAP, estimateOfProblems } from "../../../server/services/evaluations/metric-registry.ts";

interface Counted {
  hash: string;
  type: string;
  level: string;
  /** Null where nobody counted. */
  tally: DiagnosisTally | null;
}

export interface CountedEvaluation {
  from: EvaluationDiagnosis["from"];
  rows: Counted[];
}

function readEpisode({ conflict, actions }: DiagnosedRow): DiagnosedEpisode<string> {
  const list = JSON.parse(actions) as [string, string | null][];
  return {
    conflict: conflict === null ? [] : (JSON.parse(conflict) as string[]),
    // Which elements a fault accepts is not stored.
    faults: [],
    actions: list.map(([action, target]) => ({ action, target })),
  };
}

/**
 * What each problem of some evaluations was counted as: by its row, or, where a trainer of before did not count, from its
 * stored episode, which tells everything but the roots.
 */
export function talliesOf(ctx: ServiceContext, ids: string[]): Map<string, CountedEvaluation> {
  const found = Map.groupBy(selectTallies(ctx.db, ids), (row) => row.evaluationId);
  return new Map(
    ids.map((id): [string, CountedEvaluation] => {
      const own = found.get(id) ?? [];
      const rows = own.map(({ tally, ...row }): Counted => {
        const numbers = tally === null ? [] : (JSON.parse(tally) as number[]);
        return { ...row, tally: numbers.length === TALLY_LENGTH ? unpackTally(numbers) : null };
      });
      if (rows.some(({ tally }) => tally !== null)) return [id, { from: "rows", rows }];
      const kept = new Map(selectDiagnosed(ctx.db, id).map((row) => [row.problemHash, readEpisode(row)]));
      const replayed = rows.map((row): Counted => {
        const episode = kept.get(row.hash);
        return { ...row, tally: episode ? tallyDiagnosis(episode) : null };
      });
      return [id, { from: kept.size > 0 ? "episodes" : null, rows: replayed }];
    }),
  );
}

/** The ratio that one episode adds to a DA; null where there was nothing to name, or nobody counted. */
export const partsOf = (
  tally: DiagnosisTally | null,
  { da, counts }: DiagnosisChoice,
): DiagnosisParts | null => tally && diagnosisParts(tally, definitionOfId(da), counts);

const ratio = ({ hits, of }: DiagnosisParts) => hits / of;

/** Sums of the parts, as a value and what it is over. */
function pooled(parts: readonly DiagnosisParts[]): MeanOver {
  const of = parts.reduce((sum, part) => sum + part.of, 0);
  const hits = parts.reduce((sum, part) => sum + part.hits, 0);
  return { value: of === 0 ? null : hits / of, n: parts.length };
}

/** The value alone: the mean over problems, or one ratio of sums over all of them. */
export const diagnosisValueOf = (parts: readonly DiagnosisParts[], { da }: DiagnosisChoice): MeanOver =>
  isMicro(da) ? pooled(parts) : meanOver(parts.map(ratio));

/** The value with its interval over problems; a pooled one by a bootstrap of whole problems. */
export function estimateDiagnosis(parts: readonly DiagnosisParts[], choice: DiagnosisChoice): Estimate {
  if (!isMicro(choice.da)) return estimateOfProblems("eval/da", parts.map(ratio));
  const clusters = parts
    .toSorted((a, b) => a.of - b.of || a.hits - b.hits)
    .map((part) => Array.from({ length: part.of }, () => ratio(part)));
  return clusterBootstrap(clusters, BOOTSTRAP);
}

function meanOver(values: readonly number[]): MeanOver {
  const n = values.length;
  return { n, value: n === 0 ? null : values.reduce((sum, one) => sum + one, 0) / n };
}

const byCounts = <V>(of: (counts: DiagnosisCounts) => V): Record<DiagnosisCounts, V> =>
  Object.fromEntries(DIAGNOSIS_COUNTS.map((counts) => [counts, of(counts)])) as Record<DiagnosisCounts, V>;

function kinds(rows: readonly Counted[], choice: DiagnosisChoice, keysOf: (row: Counted) => string[]) {
  const parts = new Map<string, DiagnosisParts[]>();
  for (const row of rows) {
    const own = partsOf(row.tally, choice);
    for (const key of own ? keysOf(row) : []) {
      const list = parts.get(key) ?? [];
      if (own) list.push(own);
      parts.set(key, list);
    }
  }
  return [...parts].map(([key, own]): DiagnosisPart => {
    const { value, low, high, n } = estimateDiagnosis(own, choice);
    return { key, value, low, high, n };
  });
}

/** Why a value is missing, in words. */
export function whyUndefined(
  from: EvaluationDiagnosis["from"],
  { da }: DiagnosisChoice,
  rows: number,
): string {
  if (from === null) return "not recorded: nobody counted what its episodes named";
  if (definitionOfId(da) !== "da.root")
    return `not defined: no conflict is known in ${countOf(rows, "problem")}`;
  return from === "episodes"
    ? "not recorded: its stored episodes do not tell which elements a fault accepts"
    : `not defined: no fault is known in ${countOf(rows, "problem")}`;
}

/**
 * Every definition of DA for one evaluation, from what its rows counted: G is the conflict at the start, D what the counted
 * actions pointed at. Beside them how much of D was right, and what one right repair alone can reach, n / sum |G|.
 */
export function evaluationDiagnosis(
  ctx: ServiceContext,
  { id, da, counts: chosenCounts }: EvaluationDiagnosisInput,
): EvaluationDiagnosis {
  requireHead(ctx, id);
  const { from = null, rows = [] } = talliesOf(ctx, [id]).get(id) ?? {};
  const all = rows.flatMap(({ tally }) => tally ?? []);
  const told = all.filter(({ conflict }) => conflict > 0);
  const members = told.reduce((sum, { conflict }) => sum + conflict, 0);
  const choice: DiagnosisChoice = { da, counts: chosenCounts };
  const parts = rows.flatMap(({ tally }) => partsOf(tally, choice) ?? []);
  const { value, low, high, n, method } = estimateDiagnosis(parts, choice);
  return {
    from,
    counted: all.length,
    n: told.length,
    rows: DIAGNOSIS_DEFINITIONS.map((definition) => {
      const of = (counts: DiagnosisCounts) =>
        all.flatMap((tally) => diagnosisParts(tally, definition, counts) ?? []);
      return {
        definition,
        formula: DIAGNOSIS_FORMULAS[definition],
        mean: byCounts((counts) => meanOver(of(counts).map(ratio))),
        micro: byCounts((counts) => pooled(of(counts))),
      };
    }),
    precision: byCounts((counts) =>
      meanOver(
        told.flatMap(({ by }) =>
          by[counts].distinct === 0 ? [] : [by[counts].members / by[counts].distinct],
        ),
      ),
    ),
    innocent: byCounts((counts) => meanOver(told.map(({ by }) => by[counts].distinct - by[counts].members))),
    ceiling: { n: told.length, value: members === 0 ? null : told.length / members },
    chosen: {
      id: "eval/da",
      title: diagnosisTitle(choice),
      unit: "share",
      value,
      low,
      high,
      n,
      of: definitionOfId(da) === "da.root" ? "problems with known faults" : "problems with a conflict",
      hits: null,
      method: value === null ? whyUndefined(from, choice, rows.length) : method,
      definition: diagnosisDefinition(choice),
    },
    byLevel: kinds(rows, choice, (row) => [row.level]),
    byType: kinds(rows, choice, (row) => typeParts(row.type)),
  };
}
