import { selectEvaluationWithRun, type EvaluationWithRun } from "#db/queries/compare.ts";
import { selectFinalEvaluation } from "#db/queries/inputs.ts";
import { ID_PREFIXES, shortId } from "../../contracts/ids.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { writeWhole } from "../../wording/numbers.ts";

/** An evaluation that somebody named, by its own id or by its run's. */
export interface ResolvedSide extends EvaluationWithRun {
  name: string;
}

function resolve(ctx: ServiceContext, id: string): EvaluationWithRun {
  const ofRun = id.startsWith(`${ID_PREFIXES.run}_`);
  const evaluationId = ofRun ? selectFinalEvaluation(ctx.db, id)?.id : id;
  const found = evaluationId === undefined ? undefined : selectEvaluationWithRun(ctx.db, evaluationId);
  if (found) return found;
  throw new ServiceError(
    "not_found",
    ofRun
      ? `Run ${id} has no final evaluation here. Choose a finished run, or one of its evaluations.`
      : `There is no evaluation ${id}. It may belong to another data directory.`,
  );
}

/**
 * The run's name; with the train step where a run stands here twice, with the decoding where it does at one step, with its id
 * where two runs share a name.
 */
function nameSides(found: EvaluationWithRun[]): ResolvedSide[] {
  const runsCalled = (name: string) =>
    new Set(found.filter((f) => f.run.name === name).map((f) => f.run.id)).size;
  const evaluationsOf = (runId: string) => found.filter((f) => f.run.id === runId).length;
  return found.map((one) => {
    const { run, evaluation } = one;
    const id = runsCalled(run.name) > 1 ? ` ${shortId(run.id)}` : "";
    const step =
      evaluationsOf(run.id) > 1 || !evaluation.final ? `, step ${writeWhole(evaluation.trainStep)}` : "";
    const isDecodedTwice = found.some(
      (f) =>
        f.run.id === run.id &&
        f.evaluation.trainStep === evaluation.trainStep &&
        f.evaluation.protocol.decoding !== evaluation.protocol.decoding,
    );
    const decoding = isDecodedTwice ? `, ${evaluation.protocol.decoding}` : "";
    return { ...one, name: `${run.name}${id}${step}${decoding}` };
  });
}

/** The evaluations behind some ids, in their order; one that is named twice stands once. Throws for one that is not known. */
export function resolveSides(ctx: ServiceContext, ids: string[]): ResolvedSide[] {
  const found = ids.map((id) => resolve(ctx, id));
  return nameSides([...new Map(found.map((f) => [f.evaluation.id, f])).values()]);
}
