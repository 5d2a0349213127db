import { insertRunInputs } from "#db/queries/inputs.ts";
import { selectFinalEvaluation } from "#db/queries/inputs.ts";
import type { EpisodeStep, TrainerEvent } from "../../../workers/protocol/events.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
  type StartedAttempt,
  type World,
} from "../testing.ts";

export type Label = { i: number; step: number; label: number; reason: string };

/** A step that leaves the IIS as it was, unless told otherwise. */
export const step = (action: EpisodeStep["action"], more: Partial<EpisodeStep> = {}): EpisodeStep => ({
  action,
  target: action === "GET_IIS" ? null : "c1",
  status: "INFEASIBLE",
  iisBefore: ["c1", "c2"],
  iisAfter: ["c1", "c2"],
  ...more,
});

export const labelsEvent = (rows: Label[], at = 50): TrainerEvent => ({ t: "labels", at, rows });

export interface LabelWorld {
  world: World;
  worker: ReturnType<typeof joinWorker>;
  /** The run that was evaluated. */
  policy: StartedAttempt;
  evaluationId: string;
  hashes: string[];
  /** A run under way whose slot "episodes" takes the policy's final evaluation. */
  labeller(from?: StartedAttempt): StartedAttempt;
}

/** A finished run with a final evaluation of `episodes.length` problems; `episodes[i]` is null where no steps were kept. */
export function labelWorld(episodes: (EpisodeStep[] | null)[]): LabelWorld {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  launch(world, {}, { title: "Policy" });
  const policy = startNext(world, worker);
  const hashes = problemHashes(episodes.length);
  policy.send(populationEvent(hashes), evaluationEvent(hashes, Math.floor(episodes.length / 2)));
  const kept = episodes.flatMap((steps, i) => (steps ? [{ i, steps }] : []));
  for (let from = 0; from < kept.length; from += 500)
    policy.send({ t: "episodes", at: 3, key: "final", episodes: kept.slice(from, from + 500) });
  policy.finish();
  const labeller = (from = policy) => {
    launch(world, {}, { title: "Labels" });
    const attempt = startNext(world, worker);
    insertRunInputs(world.ctx.db, [
      {
        runId: attempt.runId,
        slot: "episodes",
        kind: "evaluation",
        fromRunId: from.runId,
        fromName: "policy",
        evaluationId: null,
      },
    ]);
    return attempt;
  };
  const evaluationId = selectFinalEvaluation(world.ctx.db, policy.runId)?.id ?? "";
  return { world, worker, policy, evaluationId, hashes, labeller };
}
