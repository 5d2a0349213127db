import { commit, type ServiceContext } from "./context.ts";

export type Outcome = { value: unknown } | { error: unknown };

function outcomeOf(ctx: ServiceContext, work: () => unknown): Outcome {
  try {
    // Wrapped, since what is a promise goes on after the commit by itself.
    return commit(ctx, () => ({ value: work() }));
  } catch (error) {
    // A full disk has undone everything: there is nothing left that others could be part of.
    if (!ctx.db.$client.inTransaction) throw error;
    return { error };
  }
}

/**
 * Does pieces of work in one commit, for as long as `goesOn` and at least one, and tells how each ended. A piece that throws is
 * undone by itself. Throws where the commit fails, and then nothing of any piece is stored. Of a piece that answers a promise
 * the commit holds what it did before its first pause.
 */
export function commitTogether(
  ctx: ServiceContext,
  pieces: readonly (() => unknown)[],
  goesOn: () => boolean = () => true,
): Outcome[] {
  return commit(ctx, () => {
    const outcomes: Outcome[] = [];
    for (const work of pieces) {
      if (outcomes.length > 0 && !goesOn()) break;
      outcomes.push(outcomeOf(ctx, work));
    }
    return outcomes;
  });
}
