import { commitTogether, type Outcome } from "../../services/commit-together.ts";
import type { ServiceContext } from "../../services/context.ts";
import { TooBusy } from "../ingest-answer.ts";

/** Pieces of one commit that begin before so long; nobody else is served meanwhile. */
const AT_ONCE_MS = 15;

export interface SharedCommits {
  /**
   * Does short work in one commit with whatever else arrives at this moment, in order of arrival. Resolves as the work does, and
   * not before the commit. Throws `TooBusy` where too much of the owner's waits already.
   */
  join<T>(owner: string, work: () => T | Promise<T>): Promise<T>;
  /** Does at once all that waits. */
  flush(): void;
}

interface Piece {
  owner: string;
  work: () => unknown;
  tell: (outcome: Outcome) => void;
}

/** Group commit for requests: those that were read in one turn of the event loop, or while a commit went on, are one. */
export function createSharedCommits(
  ctx: ServiceContext,
  mostWaiting: number,
  now: () => number = () => performance.now(),
): SharedCommits {
  const waiting: Piece[] = [];
  let next: NodeJS.Immediate | null = null;

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

  function commitNext(): void {
    next = null;
    if (waiting.length === 0) return;
    const done = commitSome();
    arm();
    for (const { piece, outcome } of done) piece.tell(outcome);
  }

  function arm(): void {
    if (waiting.length > 0) next ??= setImmediate(commitNext);
  }

  return {
    join<T>(owner: string, work: () => T | Promise<T>): Promise<T> {
      if (waiting.filter((piece) => piece.owner === owner).length >= mostWaiting)
        return Promise.reject(new TooBusy());
      return new Promise<T>((resolve, reject) => {
        const tell = (outcome: Outcome): void =>
          "error" in outcome ? reject(outcome.error) : resolve(outcome.value as T | Promise<T>);
        waiting.push({ owner, work, tell });
        arm();
      });
    },
    flush() {
      while (waiting.length > 0) for (const { piece, outcome } of commitSome()) piece.tell(outcome);
    },
  };
}
