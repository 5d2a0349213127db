import { type AttemptRecord, selectLatestAttempts, updateAttempt } from "#db/queries/attempts.ts";
import { selectGpusOfAttempt } from "#db/queries/machine/leases.ts";
import { selectWorker } from "#db/queries/machine/means.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import type { Db } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { ExitRecord } from "../../../../workers/protocol/exit.ts";
import type { DeathPlan, MarkedLost } from "../../../contracts/attempts/mark-lost.ts";
import { isEnded } from "../../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf } from "../../../wording/counts.ts";
import { writeMoment, writeTimeOfDay } from "../../../wording/times.ts";
import { beginSentence } from "../../../wording/typography.ts";
import { elapsedSince } from "../../clock.ts";
import { actorName, commit, type ServiceContext } from "../../context.ts";
import { recipeOf } from "../../recipes/book.ts";
import { transitionAttempt } from "../transition.ts";
import { endSilent } from "./end-silent.ts";

/** The attempt of a run that nothing is heard of, or the sentence that says why nobody may end it by their word. */
function requireSilent(db: Db, id: string): { run: RunRecord; attempt: AttemptRecord; worker: string } {
  const run = selectRun(db, id);
  if (!run) throw new ServiceError("not_found", `There is no run ${id}.`);
  const no = (why: string) => new ServiceError("conflict", `${run.name} ${why}`);
  if (isEnded(run.state)) throw no(`has already ended: ${run.state}.`);
  const [attempt] = selectLatestAttempts(db, [id]);
  if (run.state === "queued" || !attempt)
    throw no("waits in the queue; nothing of it runs. Stop it instead.");
  if (attempt.state !== "unreachable")
    throw no(
      `is ${attempt.state} and sends heartbeats. Only an unreachable run can be marked as lost; stop it instead.`,
    );
  return { run, attempt, worker: selectWorker(db, attempt.workerId)?.name ?? "its worker" };
}

type Asked = Pick<ServiceContext, "db" | "now" | "comparableSince" | "timing">;

/** A script that logs by itself is heard of without its worker. */
function whatItSent(ctx: Asked, { id }: AttemptRecord): string {
  const last = Math.max(
    ...pointStore(ctx.db)
      .series([id], null)
      .map(({ lastAt }) => lastAt ?? 0),
  );
  return last > 0 && elapsedSince(ctx, last) < ctx.timing.unreachableAfterMs
    ? `, but its script measured until ${writeTimeOfDay(last)}, so it may still run`
    : "";
}

function whatIsKnown(ctx: Asked, attempt: AttemptRecord, worker: string): string {
  const { place, lastSeenAt } = attempt;
  const silence = place?.lost
    ? (place.why ?? "nothing is known of it")
    : `no heartbeat from ${worker} since ${writeMoment(lastSeenAt)}`;
  return silence + whatItSent(ctx, attempt);
}

function whatIsThenTrue(db: Db, run: RunRecord, attempt: AttemptRecord, worker: string): string {
  const gpus = selectGpusOfAttempt(db, attempt.id).length;
  return [
    `Attempt ${attempt.n} of ${run.name} counts as killed from then on, by your word, and nobody saw its end.`,
    "Its points so far stay, and what its node may still say is not taken.",
    `If ${worker} calls again it ends what is left of it.`,
    gpus === 0
      ? ""
      : `Its ${countOf(gpus, "GPU stays", "GPUs stay")} booked until a worker shows that nothing of it stands there.`,
    recipeOf(db, run) ? "The run can then be retried." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Of a run from outside nothing is left here to end, and its client may still send. */
const EXTERNAL_DEATH =
  "It has been silent. It counts as ended from then on, by your word; what it may still send is kept.";

/** What is known of a silent attempt, and what will be true once somebody has marked it as lost. */
export function planDeath(ctx: Asked, id: string): DeathPlan {
  const { db } = ctx;
  const { run, attempt, worker } = requireSilent(db, id);
  if (run.origin === "external") return { id, name: run.name, message: EXTERNAL_DEATH };
  const message = `${beginSentence(whatIsKnown(ctx, attempt, worker))}. ${whatIsThenTrue(db, run, attempt, worker)}`;
  return { id, name: run.name, message };
}

/**
 * Ends an attempt by somebody's word that it will not come back: silence alone never does. The fence rises, so that no late word of
 * its node changes what was said; a worker that comes back is told to end the process.
 */
export function markLost(ctx: ServiceContext, id: string): MarkedLost {
  return commit(ctx, (scope) => {
    const { run, attempt, worker } = requireSilent(scope.db, id);
    const by = actorName(ctx.actor);
    const at = ctx.now();
    if (run.origin === "external") {
      const { message } = endSilent(scope, run, attempt, { by, at });
      return { id, name: run.name, state: "killed", message };
    }
    const exit: ExitRecord = {
      code: null,
      signal: null,
      askedBy: by,
      reason: "stopped",
      endedAt: at,
      escalation: [],
      detail: whatIsKnown({ ...ctx, db: scope.db }, attempt, worker),
      leftovers: 0,
      toldBy: by,
    };
    updateAttempt(scope.db, attempt.id, { exit, fence: attempt.fence + 1, phase: null });
    const state = transitionAttempt(scope, attempt, run.experimentId, {
      event: { kind: "ended", exit },
      at,
      actor: by,
      evidence: { kind: "dead", by, since: attempt.lastSeenAt },
    });
    if (state === null) throw new ServiceError("conflict", `${run.name} has just changed. Look again.`);
    return {
      id,
      name: run.name,
      state,
      message: `Marked as lost. ${whatIsThenTrue(scope.db, run, attempt, worker).replace(" from then on", " now").replace("can then be", "can be")}`,
    };
  });
}
