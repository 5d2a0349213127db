import type { Query, QueryClient } from "@tanstack/react-query";

const gone = new WeakSet<Query>();

/** Its thing was deleted: whoever follows changes leaves it as it is. */
export const isGone = (query: Query): boolean => gone.has(query);

/** A deletion waits this long, in ms, for answers about its thing that are on their way. */
const ANSWERS_MS = 2000;

/** What was asked about any of these things. */
function queriesOf(queryClient: QueryClient, ids: readonly string[]): Query[] {
  const names = (hash: string) => ids.some((id) => hash.includes(id));
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryHash }) => names(queryHash));
}

/**
 * What goes around a change that deletes things. Other pages' news of a deletion may be here before its own answer: so what
 * the page knows of them follows no changes from before it is asked for, and what is already asked is answered first.
 * Where the deletion fails, they are followed as before, and read again.
 */
export const aroundDeletion = (queryClient: QueryClient, ...ids: string[]) => ({
  async onMutate(): Promise<void> {
    const left = queriesOf(queryClient, ids);
    for (const query of left) gone.add(query);
    const underWay = left.filter(({ state }) => state.fetchStatus === "fetching");
    if (underWay.length === 0) return;
    const tooLong = new Promise((resolve) => setTimeout(resolve, ANSWERS_MS));
    await Promise.race([
      Promise.allSettled(underWay.map(({ promise }) => Promise.resolve(promise))),
      tooLong,
    ]);
  },
  onError(): void {
    const kept = new Set(queriesOf(queryClient, ids).filter((query) => gone.delete(query)));
    void queryClient.invalidateQueries({ predicate: (query) => kept.has(query) });
  },
});

/**
 * What the page knows of things that were just deleted is not asked for again, as nothing is there to answer, and is forgotten
 * when the page is left: a thing that is brought back is read anew.
 */
export function forgetThings(queryClient: QueryClient, ...ids: string[]): void {
  const cache = queryClient.getQueryCache();
  const left = queriesOf(queryClient, ids);
  for (const query of left) gone.add(query);
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === "observerRemoved" && gone.has(query) && !query.isActive()) cache.remove(query);
    if (left.every((one) => cache.get(one.queryHash) !== one)) unsubscribe();
  });
  for (const query of left) if (query.getObserversCount() === 0) cache.remove(query);
}
