import { selectExternalRun, updateRunFacts } from "#db/queries/external.ts";
import { deleteStatement, upsertStatement } from "#db/queries/external/statements.ts";
import { selectRun } from "#db/queries/runs.ts";
import { topics } from "../../contracts/live.ts";
import type { StatementInput } from "../../contracts/external/external.ts";
import { publishedShare } from "../../contracts/published-start.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { rewardHashOf } from "../comparability/rewards.ts";
import { NO_REWARD, NO_REWARD_HASH } from "../comparability/reward-on-record.ts";

/**
 * Keeps what a person says of runs from outside, as their word with who and when. A stated reward function decides from then on
 * which training rewards are ranked; null takes a statement back.
 */
export function keepStatement(ctx: ServiceContext, { runIds, what, text }: StatementInput): { runs: number } {
  if (what === "start" && text !== null && publishedShare(text) === null)
    throw new ServiceError("invalid", `Begin with the published share of solved problems, as "75.9 %".`, {
      field: "text",
    });
  return commit(ctx, (scope) => {
    const [by, at] = [actorName(ctx.actor), ctx.now()];
    for (const runId of new Set(runIds)) {
      const found = selectExternalRun(scope.db, runId);
      const run = found?.run ?? (what === "start" ? selectRun(scope.db, runId) : undefined);
      if (!run)
        throw new ServiceError("invalid", `${runId} was launched here: what it is trained by is on record.`);
      if (text === null) deleteStatement(scope.db, runId, what);
      else upsertStatement(scope.db, { runId, what, text, by, at });
      if (what === "reward") {
        const rewardConfig = text === null ? NO_REWARD : { ...NO_REWARD, formula: text };
        const rewardHash = text === null ? NO_REWARD_HASH : rewardHashOf(rewardConfig);
        updateRunFacts(scope.db, runId, { rewardConfig, rewardHash });
      }
      scope.touch(topics.run(runId), topics.experiment(run.experimentId));
    }
    scope.touch(topics.runs, topics.experiments);
    return { runs: new Set(runIds).size };
  });
}
