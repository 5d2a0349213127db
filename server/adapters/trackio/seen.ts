import type { Rollout } from "../../contracts/external/verbs.ts";
import { BoundedStore } from "../../numbers/bounded-store.ts";
import { digestOf } from "../../foreign/foreign-values.ts";

interface Traces {
  group: string;
  places: Map<string, number>;
}

const KIB = 1024;
/** What is remembered of the runs of this server, and of one of them. */
const MEMORY = { bytes: 16 * KIB * KIB, bytesOfOwner: 512 * KIB };
/** Places in one group that are remembered; a group has some tens. */
const MOST_PLACES = 2000;

/**
 * What came of one run while this server runs, as far as what comes next depends on it. Bounded: the oldest is forgotten, and
 * then what is sent again after that may be kept twice, never in the place of something else.
 */
export class Seen {
  readonly #run: string;
  readonly #phases: BoundedStore<Rollout["phase"]>;
  readonly #traces: BoundedStore<Traces>;

  constructor(
    run = "",
    phases = new BoundedStore<Rollout["phase"]>(MEMORY),
    traces = new BoundedStore<Traces>(MEMORY),
  ) {
    this.#run = run;
    this.#phases = phases;
    this.#traces = traces;
  }

  /**
   * TRL sends its last table once more at the end of training, and then nothing tells whether it was an evaluation's: a group
   * that came before keeps its phase.
   */
  samePhase(rollouts: readonly Rollout[]): Rollout[] {
    return rollouts.map((rollout) => {
      const key = `${rollout.step} ${rollout.group}`;
      const known = this.#phases.get(this.#run, key);
      if (known === undefined) this.#phases.set(this.#run, key, rollout.phase);
      return { ...rollout, phase: known === undefined ? rollout.phase : known };
    });
  }

  /**
   * Group and place of a trace. Traces come one by one: a group has the id of its first in its name, so that after a restart,
   * when nobody knows how many came, others do not take their places.
   */
  placeOfTrace(step: number, shared: string, id: string): { group: string; place: number } {
    const key = `${step} ${shared}`;
    let known = this.#traces.get(this.#run, key);
    if (known === undefined || known.places.size >= MOST_PLACES)
      known = { group: `${shared} ${id.slice(0, 12)}`, places: new Map<string, number>() };
    const mark = id.length <= 100 ? id : digestOf(id);
    const place = known.places.get(mark) ?? known.places.size;
    known.places.set(mark, place);
    this.#traces.set(this.#run, key, known, 200 * known.places.size + 2 * known.group.length);
    return { group: known.group, place };
  }
}

/** What was seen, by run. A run's id is nobody else's, so nothing of one project is answered to another. */
export class SeenByRun {
  readonly #phases = new BoundedStore<Rollout["phase"]>(MEMORY);
  readonly #traces = new BoundedStore<Traces>(MEMORY);

  of = (runId: string): Seen => new Seen(runId, this.#phases, this.#traces);
}
