import type { Db } from "#db/client.ts";
import type { Objection } from "../../contracts/objection.ts";

/** What the rules said of an attempt when its points, and those of the run it is read against, were in this state. */
export interface Judged {
  state: string;
  objections: Objection[];
  /** When the rules looked, ms. */
  at: number;
  /** The attempt had ended by then. */
  ended: boolean;
}

/** Verdicts by attempt. One that has ended is judged once; one that runs, again when its points have advanced. */
export interface ObjectionsCache {
  /** The verdict on this state, or nothing where the rules have not seen it. */
  get(attemptId: string, state: string): Objection[] | undefined;
  /** The last verdict, whatever it was on. */
  last(attemptId: string): Judged | undefined;
  set(attemptId: string, judged: Judged): void;
}

/** Most attempts have nothing said against them: an entry is then some hundred bytes. */
const MOST = 50_000;

const caches = new WeakMap<Db["$client"], ObjectionsCache>();

function createCache(): ObjectionsCache {
  const judged = new Map<string, Judged>();
  return {
    get(attemptId, state) {
      const known = judged.get(attemptId);
      return known?.state === state ? known.objections : undefined;
    },
    last: (attemptId) => judged.get(attemptId),
    set(attemptId, verdict) {
      judged.delete(attemptId);
      judged.set(attemptId, verdict);
      const [oldest] = judged.keys();
      if (judged.size > MOST) judged.delete(oldest);
    },
  };
}

/** The verdicts on the runs of this database; forgotten with the process. */
export function objectionsCache(db: Db): ObjectionsCache {
  const known = caches.get(db.$client);
  if (known) return known;
  const made = createCache();
  caches.set(db.$client, made);
  return made;
}
