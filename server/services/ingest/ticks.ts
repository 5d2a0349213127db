import { topics } from "../../contracts/live.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";

/** Shortest time between two ticks about points: pages draw no oftener, and each tick is a row. */
const TICK_EVERY_MS = 200;

/** A run that got points: whose experiment it is of, and the highest x they reach. */
export interface RunWithPoints {
  experimentId: string;
  x: number;
}

export type RunsWithPoints = ReadonlyMap<string, RunWithPoints>;

/** Tells pages that runs got points, a few times a second, and always once more after the last points. */
export interface IngestTicks {
  /**
   * Inside the transaction that stores the points: adds to its tick these runs and those that are owed one, if it is
   * time. What it returns is called after the commit, and sees to it that what was not told now is told soon.
   */
  tell(scope: WriteScope, runs: RunsWithPoints): () => void;
  /** Tells what is owed, and nothing more. */
  close(): void;
}

function touch(scope: WriteScope, runs: RunsWithPoints): void {
  for (const [id, { experimentId, x }] of runs) {
    scope.touch(topics.run(id), topics.experimentPoints(experimentId), topics.progress);
    scope.advance(id, x);
  }
}

export function createIngestTicks(ctx: ServiceContext): IngestTicks {
  /** Runs with points that no tick has told of. */
  const owed = new Map<string, RunWithPoints>();
  let lastAt = -Infinity;
  let timer: NodeJS.Timeout | null = null;

  function settle(toldAt: number): void {
    lastAt = toldAt;
    owed.clear();
  }

  function tellOwed(): void {
    timer = null;
    if (owed.size === 0) return;
    try {
      commit(ctx, (scope) => touch(scope, owed));
      settle(ctx.now());
    } catch (error) {
      console.error("telling pages of new points failed and will be tried again:", error);
      arm();
    }
  }

  function arm(): void {
    timer ??= setTimeout(tellOwed, TICK_EVERY_MS).unref();
  }

  return {
    tell(scope, runs) {
      if (runs.size === 0) return () => {};
      const now = ctx.now();
      if (now - lastAt >= TICK_EVERY_MS) {
        touch(scope, owed);
        touch(scope, runs);
        return () => settle(now);
      }
      return () => {
        for (const [id, { experimentId, x }] of runs)
          owed.set(id, { experimentId, x: Math.max(x, owed.get(id)?.x ?? x) });
        arm();
      };
    },
    close() {
      if (timer) clearTimeout(timer);
      tellOwed();
      if (timer) clearTimeout(timer);
    },
  };
}
