import { selectEvaluationIdsByPrefix } from "#db/queries/episodes.ts";
import { selectFinalEvaluation } from "#db/queries/inputs.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { isServiceError, ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { findRun } from "../runs/find.ts";

const PREFIX = `${ID_PREFIXES.evaluation}_`;
const SHOWN = 5;

/**
 * The evaluation a person means: by its id, a unique start of it (with or without "evl_"), or a run (id, start of one, or
 * name), which stands for its final evaluation. Refuses what fits several or nothing.
 */
export function findEvaluation(ctx: ServiceContext, text: string): { id: string } {
  const start = text.startsWith(PREFIX) ? text : PREFIX + text;
  const ids = text === "" ? [] : selectEvaluationIdsByPrefix(ctx.db, start, SHOWN + 1);
  if (ids.length === 1 || ids.includes(start)) return { id: ids.includes(start) ? start : ids[0] };
  if (text.startsWith(PREFIX) && ids.length > 1)
    throw new ServiceError(
      "conflict",
      `"${text}" fits ${ids.length > SHOWN ? `more than ${SHOWN}` : ids.length} evaluations: ${ids.slice(0, SHOWN).join(", ")}. Give more of the id.`,
    );
  const run = runOf(ctx, text);
  const final = run && selectFinalEvaluation(ctx.db, run.id);
  if (final) return { id: final.id };
  throw new ServiceError(
    "not_found",
    run
      ? `Run ${run.name} is ${run.state} and has no final evaluation. "npx ablab run ${run.id} --json" lists those it has.`
      : `There is no evaluation or run "${text.slice(0, 80)}". List runs with "npx ablab runs".`,
  );
}

function runOf(ctx: ServiceContext, text: string) {
  try {
    return findRun(ctx, text);
  } catch (error) {
    if (isServiceError(error) && error.code === "not_found") return null;
    throw error;
  }
}
