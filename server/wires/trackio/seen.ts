import type { Rollout } from "../../contracts/outside/verbs.ts";

const MOST_GROUPS = 1000;

/**
 * What came of one run while this server runs, as far as what comes next depends on it. Bounded: the oldest is forgotten, and
 * then what is sent again after that may be kept twice, never in the place of something else.
 */
export class Seen {
  #phases = new Map<string, Rollout["phase"]>();
  #traces = new Map<string, { group: string; places: Map<string, number> }>();

  /**
   * TRL sends its last table once more at the end of training, and then nothing tells whether it was an evaluation's: a group
   * that came before keeps its phase.
   */
  samePhase(rollouts: readonly Rollout[]): Rollout[] {
    return rollouts.map((rollout) => {
      const key = `${rollout.step} ${rollout.group}`;
      if (!this.#phases.has(key)) remember(this.#phases, key, rollout.phase);
      return { ...rollout, phase: this.#phases.get(key) ?? null };
    });
  }

  /**
   * Group and place of a trace. Traces come one by one: a group has the id of its first in its name, so that after a restart,
   * when nobody knows how many came, others do not take their places.
   */
  placeOfTrace(step: number, shared: string, id: string): { group: string; place: number } {
    const key = `${step} ${shared}`;
    const known = this.#traces.get(key) ?? {
      group: `${shared} ${id.slice(0, 12)}`,
      places: new Map<string, number>(),
    };
    if (!this.#traces.has(key)) remember(this.#traces, key, known);
    if (!known.places.has(id)) known.places.set(id, known.places.size);
    return { group: known.group, place: known.places.get(id)! };
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size > MOST_GROUPS) map.delete(map.keys().next().value!);
}

const MOST_RUNS = 200;

/** What was seen, by run. */
export class SeenByRun {
  #runs = new Map<string, Seen>();

  of(runId: string): Seen {
    const seen = this.#runs.get(runId) ?? new Seen();
    this.#runs.delete(runId);
    this.#runs.set(runId, seen);
    if (this.#runs.size > MOST_RUNS) this.#runs.delete(this.#runs.keys().next().value!);
    return seen;
  }
}
