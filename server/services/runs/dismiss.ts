import { deleteDismissal, upsertDismissal } from "#db/queries/dismissals.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { DismissInput, type Finding } from "../../contracts/finding.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { selectRun } from "#db/queries/runs.ts";
import { runFindings } from "./findings.ts";

/**
 * Sets a finding of a run aside with a reason, or lists it again. It is no longer counted as a warning, stands on its run with its
 * reason, and forbids what it forbade. Throws `not_found` where the checks of the run say nothing of the kind.
 */
export function dismissFinding(ctx: ServiceContext, rawInput: DismissInput): Finding[] {
  const { id, rule, metric, reason } = DismissInput.parse(rawInput);
  const run = selectRun(ctx.db, id);
  if (!run) throw new ServiceError("not_found", `There is no run ${id}.`);
  const attempts = selectLatestAttempts(ctx.db, [run.id]);
  const findings = () => [...runFindings(ctx, attempts).values()].flat();
  if (reason !== null && !findings().some((one) => one.rule === rule && one.metric === metric))
    throw new ServiceError(
      "not_found",
      `The checks of ${run.name} have no finding of ${rule}${metric === null ? "" : ` on ${metric}`} now.`,
      { field: "rule" },
    );
  commit(ctx, (scope) => {
    const key = { runId: run.id, rule, metric: metric ?? "" };
    if (reason === null) deleteDismissal(scope.db, key);
    else upsertDismissal(scope.db, { ...key, reason, by: actorName(ctx.actor), at: ctx.now() });
    scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
  });
  return findings();
}
