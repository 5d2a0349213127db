import type { ServiceContext } from "../context.ts";
import { describeOutside } from "./describe.ts";
import { endOutside, hearOutside, isStopAsked } from "./end.ts";
import { keepEvaluationOutside } from "../attempts/store-from-outside.ts";
import { keepFileOutside } from "./keep-file.ts";
import { logOutside } from "./log.ts";
import { findOutside, openOutside } from "./open.ts";
import { printOutside } from "./print.ts";
import { sayOutside } from "./say.ts";
import { requireOutside } from "./session.ts";
import type { OutsideVerbs, Rollout } from "./verbs.ts";

/** Where completions go. */
export type KeepRollouts = (ctx: ServiceContext, runId: string, rollouts: readonly Rollout[]) => void;

/** Until there is a place for completions they are counted on the run page, so that nobody takes them for kept. */
const sayRollouts: KeepRollouts = (ctx, runId, rollouts) => {
  if (rollouts.length > 0)
    sayOutside(ctx, runId, {
      level: "note",
      message: "Completions were sent; this version has no place for them yet.",
    });
};

/** The verbs of wires on the database, for the project whose token speaks: `ctx.actor` is an ingest token. */
export function outsideVerbs(ctx: ServiceContext, keepRollouts: KeepRollouts = sayRollouts): OutsideVerbs {
  return {
    open: (wanted) => openOutside(ctx, wanted),
    find: (place) => findOutside(ctx, place),
    describe: (runId, facts) => describeOutside(ctx, runId, facts),
    log: (runId, batch) => logOutside(ctx, runId, batch),
    print: (runId, printed) => printOutside(ctx, runId, printed),
    keepFile: (runId, file) => keepFileOutside(ctx, runId, file),
    keepRollouts: (runId, rollouts) => {
      requireOutside(ctx, runId);
      keepRollouts(ctx, runId, rollouts);
    },
    keepEvaluation: (runId, evaluation) => keepEvaluationOutside(ctx, runId, evaluation),
    say: (runId, note) => sayOutside(ctx, runId, note),
    hear: (runId) => hearOutside(ctx, runId),
    end: (runId, told) => endOutside(ctx, runId, told),
    isStopAsked: (runId) => isStopAsked(ctx, runId),
  };
}
