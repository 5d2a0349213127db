import type { RunRecord } from "#db/queries/runs.ts";
import { canContinue, isEnded } from "../../../contracts/run-lifecycle.ts";

/** Why a launch of only what is missing launches nothing. */
export const NOTHING_MISSING =
  "Nothing is missing: of every configuration and seed a run has finished, or may still finish. Name other seeds.";

type Standing = Pick<RunRecord, "id" | "name" | "cell" | "seed" | "state" | "queuedAt">;

const placeOf = ({ cell, seed }: Pick<Standing, "cell" | "seed">): string => `${cell} ${seed}`;

/**
 * Of each configuration and seed the run that stands for it: one that finished, else one that may still finish, else the last. One
 * that finished without a value of the metric of the claims (`valueless`, by id) lacks it as one that failed does.
 */
export class StandingRuns<Run extends Standing> {
  private readonly byPlace = new Map<string, Run>();
  private readonly valueless: ReadonlySet<string>;

  constructor(runs: readonly Run[], valueless: ReadonlySet<string> = new Set()) {
    this.valueless = valueless;
    const rank = (run: Run): number =>
      this.isWanting(run) ? 0 : run.state === "finished" ? 2 : isEnded(run.state) ? 0 : 1;
    for (const run of runs) {
      const known = this.byPlace.get(placeOf(run));
      const isLater = known !== undefined && rank(run) === rank(known) && run.queuedAt >= known.queuedAt;
      if (!known || isLater || rank(run) > rank(known)) this.byPlace.set(placeOf(run), run);
    }
  }

  private isWanting({ id, state }: Standing): boolean {
    return state === "finished" && this.valueless.has(id);
  }

  get(cell: string, seed: number): Run | undefined {
    return this.byPlace.get(placeOf({ cell, seed }));
  }

  /** Whether no run of it has finished or may still finish. */
  lacks(cell: string, seed: number): boolean {
    const run = this.get(cell, seed);
    return run === undefined || canContinue(run.state) || this.isWanting(run);
  }
}
