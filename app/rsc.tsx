import "server-only";
import { dehydrate, type FetchQueryOptions, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "#components/trpc/provider.tsx";
import type { ServerDoor } from "#server/http/door.ts";

/** The process that serves this page put its router and context here; the page's own bundle holds neither. */
function door(): ServerDoor {
  const found = (globalThis as { [key: symbol]: ServerDoor | undefined })[Symbol.for("ablab.door")];
  if (!found) throw new Error("Pages are served by Ablab's own server. Start it with: npx ablab start");
  return found;
}

const queryClient = cache(makeQueryClient);

/** The same options as `useApi()` gives in the browser, answered in this process. */
export const api = cache(() => {
  const { router, context } = door();
  return createTRPCOptionsProxy({ router, ctx: context, queryClient });
});

/** Reads what a page will show before it is sent. What fails is left to the browser, which can say so and try again. */
// oxlint-disable-next-line typescript/no-explicit-any -- options of queries of every result type are mixed here
export async function prefetch(...options: FetchQueryOptions<any, any, any, any>[]): Promise<void> {
  await Promise.all(options.map((option) => queryClient().prefetchQuery(option)));
}

/** The same for one thing that decides what else is read; undefined where it could not be. */
// oxlint-disable-next-line typescript/no-explicit-any -- errors and keys are of any kind here too
export async function read<Data>(option: FetchQueryOptions<any, any, Data, any>): Promise<Data | undefined> {
  await prefetch(option);
  return queryClient().getQueryData<Data>(option.queryKey);
}

/** Hands what was read to the browser's cache. */
export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(queryClient())}>{children}</HydrationBoundary>;
}
