import { commitTogether, type Outcome } from "../../services/commit-together.ts";
import type { ServiceContext } from "../../services/context.ts";
import { TooBusy } from "../ingest-answer.ts";

/** Pieces of one commit that begin before so long; nobody else is served meanwhile. */
const AT_ONCE_MS = 15;

/** So long those who can wait do so for others who sent within so long, ms. */
const WAIT_MS = 25;
const LATELY_MS = 1100;

/** Where a request came from; one whose connection is closed brings nothing more. */
export interface Sender {
  readonly destroyed: boolean;
}

export interface SharedCommits {
  /**
   * Does short work in one commit with whatever else arrives at this moment, in order of arrival. Resolves as the work does, and
   * not before the commit. Where all that is there is of a `patient` sender, others who sent lately are waited for, at most 25
   * ms. Throws `TooBusy` where too much of the owner's waits already.
   */
  join<T>(owner: string, work: () => T | Promise<T>, patient?: Sender): Promise<T>;
  /** Does at once all that waits. */
  flush(): void;
}

interface Piece {
  owner: string;
  isPatient: boolean;
  work: () => unknown;
  tell: (outcome: Outcome) => void;
}

/** Group commit for requests: those that were read in one turn of the event loop, or while a commit went on, are one. */
export function createSharedCommits(
  ctx: ServiceContext,
  mostWaiting: number,
  now: () => number = () => performance.now(),
  waitMs = WAIT_MS,
): SharedCommits {
  const waiting: Piece[] = [];
  /** When each patient sender sent last, the longest ago first. */
  const lately = new Map<Sender, number>();
  let next: NodeJS.Immediate | null = null;
  let timer: NodeJS.Timeout | null = null;

  function note(sender: Sender): void {
    lately.delete(sender);
    lately.set(sender, now());
    for (const [one, at] of lately) if (one.destroyed || now() - at > LATELY_MS) lately.delete(one);
  }

  /** Takes those that were done out of the queue, with how each ended. */
  function commitSome(): { piece: Piece; outcome: Outcome }[] {
    const pieces = [...waiting];
    const end = now() + AT_ONCE_MS;
    let outcomes: Outcome[];
    try {
      outcomes = commitTogether(
        ctx,
        pieces.map(({ work }) => work),
        () => now() < end,
      );
    } catch (error) {
      outcomes = pieces.map(() => ({ error }));
    }
    waiting.splice(0, outcomes.length);
    return outcomes.map((outcome, i) => ({ piece: pieces[i], outcome }));
  }

  function disarm(): void {
    if (next) clearImmediate(next);
    if (timer) clearTimeout(timer);
    next = timer = null;
  }

  function commitNext(): void {
    disarm();
    if (waiting.length === 0) return;
    const done = commitSome();
    arm();
    for (const { piece, outcome } of done) piece.tell(outcome);
  }

  function arm(): void {
    if (waiting.length === 0) return;
    const isAnyoneLeft = waiting.length < lately.size && waiting.every(({ isPatient }) => isPatient);
    if (isAnyoneLeft) timer ??= setTimeout(commitNext, waitMs);
    else next ??= setImmediate(commitNext);
  }

  return {
    join<T>(owner: string, work: () => T | Promise<T>, patient?: Sender): Promise<T> {
      if (waiting.filter((piece) => piece.owner === owner).length >= mostWaiting)
        return Promise.reject(new TooBusy());
      return new Promise<T>((resolve, reject) => {
        const tell = (outcome: Outcome): void =>
          "error" in outcome ? reject(outcome.error) : resolve(outcome.value as T | Promise<T>);
        if (patient) note(patient);
        waiting.push({ owner, work, tell, isPatient: patient !== undefined });
        arm();
      });
    },
    flush() {
      disarm();
      while (waiting.length > 0) for (const { piece, outcome } of commitSome()) piece.tell(outcome);
    },
  };
}
