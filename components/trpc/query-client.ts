import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";

/**
 * Live ticks say when something changed, so nothing is refetched for its age alone. How long unused answers are kept is
 * left to the library: 5 minutes in a browser, and on the server no timer, which would hold every rendered page.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: 1,
        refetchOnWindowFocus: false,
      },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });
}
