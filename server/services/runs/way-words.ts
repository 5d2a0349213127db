import type { Db } from "#db/client.ts";
import { selectEvaluationsWithRuns, type EvaluationWithRun } from "#db/queries/compare.ts";
import { protocolParts } from "../evaluations/protocol-words.ts";
import { countOf, writeOf } from "../../wording/counts.ts";
import type { MeasuredOn } from "./measured-on.ts";

/** A way of measuring in words: what sets it apart from the other ways of a table, and all of it. */
export interface WayWords {
  apart: string;
  whole: string;
}

function problemWords({ evaluation, population }: EvaluationWithRun): string {
  const n =
    evaluation.n === population.n
      ? countOf(population.n, "problem")
      : writeOf(evaluation.n, population.n, "problem");
  return `${n} of "${population.name}"`;
}

/** The ways that stand apart in a table, by their key. Problems that are called the same are told apart by their hash. */
export function wayWords(db: Db, { ways, da }: Pick<MeasuredOn, "ways" | "da">): Map<string, WayWords> {
  const partsOf = ({ evaluation: { protocol } }: EvaluationWithRun) => [
    ...protocolParts(protocol),
    ...(da ? [`DA ${protocol.daDefinition}`] : []),
  ];
  const ids = [...ways.values()].map(({ evaluationId }) => evaluationId);
  const found = new Map(selectEvaluationsWithRuns(db, ids).map((one) => [one.evaluation.id, one]));
  const told = [...ways].flatMap(([way, { evaluationId, problems }]) => {
    const one = found.get(evaluationId);
    return one ? [{ way, problems, words: problemWords(one), parts: partsOf(one) }] : [];
  });
  const differs = (told[0]?.parts ?? []).map((part, i) => told.some(({ parts }) => parts[i] !== part));
  const sets = Map.groupBy(told, ({ words }) => words);
  return new Map(
    told.map(({ way, problems, words, parts }) => {
      const alike = new Set(sets.get(words)?.map((other) => other.problems)).size > 1;
      const named = alike ? `${words} (${problems.slice(0, 8)})` : words;
      return [
        way,
        {
          apart: [named, ...parts.filter((_, i) => differs[i])].join(", "),
          whole: `${words} (${problems.slice(0, 8)}): ${parts.join(", ")}`,
        },
      ];
    }),
  );
}
