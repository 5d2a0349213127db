/** What a train step spends its time on; everything else of it (events, log) is not measured. */
export const STEP_PARTS = ["rollout", "reward", "update", "evaluate"] as const;
export type StepPart = (typeof STEP_PARTS)[number];

/** What the parts of one train step took. */
export interface StepUse {
  /** In the unit of the clock; 0 for a part that was not entered. */
  time: Record<StepPart, number>;
  /** Largest reading at the end of the part, in the unit of the reading; absent for a part that was not entered. */
  memory: Partial<Record<StepPart, number>>;
}

const untouched = (): StepUse => ({ time: { rollout: 0, reward: 0, update: 0, evaluate: 0 }, memory: {} });

/** Books the time between two calls of `enter` on the part entered first. Clock and memory are the caller's. */
export class StepMeter {
  readonly #clock: () => number;
  readonly #memory: () => number;
  #part: StepPart | null = null;
  #since = 0;
  #use = untouched();

  constructor(clock: () => number, memory: () => number) {
    this.#clock = clock;
    this.#memory = memory;
  }

  /** Ends the part under way and begins another; null: what follows is no part. */
  enter(part: StepPart | null): void {
    const now = this.#clock();
    const ended = this.#part;
    if (ended !== null) {
      this.#use.time[ended] += now - this.#since;
      this.#use.memory[ended] = Math.max(this.#use.memory[ended] ?? 0, this.#memory());
    }
    this.#part = part;
    this.#since = now;
  }

  /** What was booked since the last call. */
  take(): StepUse {
    this.enter(null);
    const use = this.#use;
    this.#use = untouched();
    return use;
  }
}
