import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";
import { refusalStatus } from "./refusal-status.ts";

/** An answer of the server that asking again will not change: what is asked for is not there, or not allowed. */
function isRefusal(error: Error): boolean {
  const status = refusalStatus(error) ?? 0;
  return status >= 400 && status < 500;
}

/**
 * Live ticks say when something changed, so nothing is refetched for its age alone. How long unused answers are kept is
 * left to the library: 5 minutes in a browser, and on the server no timer, which would hold every rendered page.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        refetchOnWindowFocus: false,
      },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });
}
