import { selectFilePlace, updateAttemptFile } from "#db/queries/attempts/attempt-files.ts";
import { ApplyRetentionInput, type RetentionAnswer } from "../../../contracts/attempts/retention.ts";
import { topics } from "../../../contracts/live.ts";
import { isLive } from "../../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf, listAnd, plural } from "../../../wording/counts.ts";
import { writeBytes } from "../../../wording/quantities.ts";
import { commit, type ServiceContext } from "../../context.ts";
import { planRetention } from "./plan.ts";

/**
 * Asks the workers to remove what a preview listed. The rule is asked again in the same change: what it would keep by now, because
 * somebody pinned it or goes on from it, is refused whole.
 */
export function applyRetention(ctx: ServiceContext, rawInput: ApplyRetentionInput): RetentionAnswer {
  const { ids, ...rule } = ApplyRetentionInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const going = new Map(planRetention(scope, rule).go.map((one) => [one.id, one]));
    const changed = ids.filter((id) => !going.has(id));
    if (changed.length > 0)
      throw new ServiceError(
        "conflict",
        `${countOf(changed.length, "checkpoint")} of the preview would stay by now. Nothing was removed; look at the preview again.`,
      );
    const asked = [...new Set(ids)].flatMap((id) => going.get(id) ?? []);
    for (const { id, runId } of asked) {
      updateAttemptFile(scope.db, id, { wish: "drop", problem: null });
      scope.touch(topics.run(runId));
    }
    const bytes = asked.reduce((sum, one) => sum + one.bytes, 0);
    const workers = listAnd([...new Set(asked.map(({ worker }) => worker))]);
    return {
      asked: asked.length,
      bytes,
      message: `${countOf(asked.length, "checkpoint")} with ${writeBytes(bytes)} ${plural(asked.length, "goes", "go")} from ${workers} with the next call of that worker.`,
    };
  });
}

function requireFile(scope: Parameters<Parameters<typeof commit>[1]>[0], id: number) {
  const found = selectFilePlace(scope.db, id);
  if (!found) throw new ServiceError("not_found", "There is no such file on record.");
  if (found.file.goneAt !== null)
    throw new ServiceError("conflict", `${found.file.path} is not on its worker any more.`);
  return found;
}

/** Keeps a checkpoint from every retention, or lets it go like others again. */
export function pinFile(
  ctx: ServiceContext,
  { id, pinned }: { id: number; pinned: boolean },
): { message: string } {
  return commit(ctx, (scope) => {
    const { file, run } = requireFile(scope, id);
    if (file.wish === "drop") throw new ServiceError("conflict", `${file.path} is being removed already.`);
    updateAttemptFile(scope.db, id, { pinnedAt: pinned ? ctx.now() : null });
    scope.touch(topics.run(run.id));
    return {
      message: pinned
        ? `${file.path} of ${run.name} stays, whatever a retention would take.`
        : `${file.path} of ${run.name} goes like others again.`,
    };
  });
}

/** Asks the worker for the hash of what lies there. */
export function askHash(ctx: ServiceContext, { id }: { id: number }): { message: string } {
  return commit(ctx, (scope) => {
    const { file, run, attempt, worker } = requireFile(scope, id);
    if (file.sha256 !== null) return { message: `The hash of ${file.path} is ${file.sha256}.` };
    if (isLive(attempt.state))
      throw new ServiceError(
        "conflict",
        `${run.name} still trains; what it writes may change. Ask once it has ended.`,
      );
    if (file.wish === null) updateAttemptFile(scope.db, id, { wish: "hash", problem: null });
    scope.touch(topics.run(run.id));
    return { message: `${worker} reads ${file.path} and says its hash as soon as it calls.` };
  });
}
