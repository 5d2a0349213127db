import type { Query, QueryClient } from "@tanstack/react-query";

const gone = new WeakSet<Query>();

/** Its thing was deleted: whoever follows changes leaves it as it is. */
export const isGone = (query: Query): boolean => gone.has(query);

/**
 * What the page knows of a thing that was just deleted is not asked for again, as nothing is there to answer, and is forgotten
 * when the page is left: a thing that is brought back is read anew.
 */
export function forgetThing(queryClient: QueryClient, id: string): void {
  const cache = queryClient.getQueryCache();
  const left = cache.getAll().filter(({ queryHash }) => queryHash.includes(id));
  for (const query of left) gone.add(query);
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === "observerRemoved" && gone.has(query) && !query.isActive()) cache.remove(query);
    if (left.every((one) => cache.get(one.queryHash) !== one)) unsubscribe();
  });
  for (const query of left) if (query.getObserversCount() === 0) cache.remove(query);
}
