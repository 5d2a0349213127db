import { type DiagnosedRow, selectDiagnosed } from "#db/queries/compare-episodes.ts";
import { DIAGNOSIS_DEFINITIONS, type DiagnosisDefinition } from "../../contracts/compare.ts";
import { DIAGNOSIS_COUNTS, type DiagnosisCounts } from "../../contracts/compare-words.ts";
import type { EvaluationDiagnosis, MeanOver } from "../../contracts/evaluation.ts";
import { type DiagnosedEpisode, diagnosisAccuracy, pointedAt } from "../../stats/problems/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";
import { requireHead } from "./head.ts";

/** How each definition counts, in a formula. */
export const DIAGNOSIS_FORMULAS: Record<DiagnosisDefinition, string> = {
  "da.iis_set": "|G ∩ D| / |G| as sets",
  "da.iis_dup": "members of D in G, repeats counted, over |G|; it can exceed 100 %",
  "da.iis_jaccard": "|G ∩ D| / |G ∪ D| as sets",
};

function readEpisode({ conflict, actions }: DiagnosedRow): DiagnosedEpisode {
  const list = JSON.parse(actions) as [string, string | null][];
  return {
    conflict: conflict === null ? [] : (JSON.parse(conflict) as string[]),
    actions: list.map(([action, target]) => ({ action, target })),
  };
}

/** The stored episodes of an evaluation as far as a diagnosis needs them, by problem. */
export const diagnosedEpisodes = (ctx: ServiceContext, id: string): Map<string, DiagnosedEpisode> =>
  new Map(selectDiagnosed(ctx.db, id).map((row) => [row.problemHash, readEpisode(row)]));

function meanOver(values: readonly number[]): MeanOver {
  const n = values.length;
  return { n, value: n === 0 ? null : values.reduce((sum, one) => sum + one, 0) / n };
}

const byCounts = <V>(of: (counts: DiagnosisCounts) => V): Record<DiagnosisCounts, V> =>
  Object.fromEntries(DIAGNOSIS_COUNTS.map((counts) => [counts, of(counts)])) as Record<DiagnosisCounts, V>;

/**
 * Every definition of DA for one evaluation, recomputed from its stored episodes: G is the conflict at the start, D what the
 * counted actions pointed at. Beside them how much of D was right, and what one right repair alone can reach, n / sum |G|.
 */
export function evaluationDiagnosis(ctx: ServiceContext, id: string): EvaluationDiagnosis {
  requireHead(ctx, id);
  const all = [...diagnosedEpisodes(ctx, id).values()];
  const told = all.filter(({ conflict }) => conflict.length > 0);
  const members = told.reduce((sum, { conflict }) => sum + new Set(conflict).size, 0);
  const pointed = byCounts((counts) =>
    told.map((episode) => ({
      conflict: new Set(episode.conflict),
      named: new Set(pointedAt(episode, counts)),
    })),
  );
  const right = ({ conflict, named }: { conflict: Set<string>; named: Set<string> }) =>
    [...named].filter((one) => conflict.has(one)).length;
  return {
    episodes: all.length,
    n: told.length,
    rows: DIAGNOSIS_DEFINITIONS.map((definition) => ({
      definition,
      formula: DIAGNOSIS_FORMULAS[definition],
      by: byCounts((counts) =>
        meanOver(
          told.flatMap((episode) => {
            const parts = diagnosisAccuracy(episode, definition, counts);
            return parts === null ? [] : [parts.hits / parts.of];
          }),
        ),
      ),
    })),
    precision: byCounts((counts) =>
      meanOver(pointed[counts].flatMap((one) => (one.named.size === 0 ? [] : [right(one) / one.named.size]))),
    ),
    innocent: byCounts((counts) => meanOver(pointed[counts].map((one) => one.named.size - right(one)))),
    ceiling: { n: told.length, value: members === 0 ? null : told.length / members },
  };
}
