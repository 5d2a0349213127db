import { selectEvaluationHead } from "#db/queries/episodes.ts";
import type { ReadEvaluations, ReadProblems } from "../../contracts/reading/things.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { evaluationProblems } from "../evaluations/get.ts";
import { listEvaluations } from "../evaluations/list.ts";
import { isReadable, requireReadRun } from "./scope.ts";

/** Evaluations of a run that are told, the newest; nobody has measured one as often. */
const MOST = 500;

/** The evaluations of a run, newest first. */
export function readEvaluations(ctx: ServiceContext, run: string): ReadEvaluations {
  const { id: runId } = requireReadRun(ctx, run);
  const asked = { project: null, runId, finalOnly: false, search: "", limit: MOST, offset: 0 };
  return {
    evaluations: listEvaluations(ctx, asked).rows.map(
      ({ id, trainStep, final, at, n, population, policies, lead }) => ({
        id,
        run: runId,
        step: trainStep,
        final,
        at,
        benchmark: population.name,
        problems: n,
        policies,
        metric: lead.metric,
        solved: lead.hits,
        value: lead.n > 0 ? lead.hits / lead.n : null,
        low: lead.low,
        high: lead.high,
      }),
    ),
  };
}

/** Outcomes of an evaluation by problem, in the order of its set. */
export function readProblems(ctx: ServiceContext, id: string): ReadProblems {
  const head = selectEvaluationHead(ctx.db, id);
  if (!head || !isReadable(ctx, head.run.projectId))
    throw new ServiceError("not_found", `There is no evaluation ${JSON.stringify(id.slice(0, 80))}.`);
  return {
    problems: evaluationProblems(ctx, id).map(({ key, hash, type, level, solved, steps, passed }) => ({
      problem: key,
      hash,
      type,
      level,
      solved,
      steps,
      passed,
    })),
  };
}
