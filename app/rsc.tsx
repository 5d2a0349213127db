import "server-only";
import { dehydrate, type FetchQueryOptions, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "#components/trpc/query-client.ts";
import { isMissing } from "#components/trpc/refusal-status.ts";
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

// oxlint-disable-next-line typescript/no-explicit-any -- errors and keys are of any kind
type Option<Data> = FetchQueryOptions<any, any, Data, any>;

/** Reads what a page will show before it is sent. What fails is left to the browser, which can say so and try again. */
// oxlint-disable-next-line typescript/no-explicit-any -- queries of every result type are mixed
export async function prefetch(...options: Option<any>[]): Promise<void> {
  await Promise.all(options.map((option) => queryClient().prefetchQuery(option)));
}

/** The same for one thing that decides what else is read; undefined where it could not be. */
export async function read<Data>(option: Option<Data>): Promise<Data | undefined> {
  await prefetch(option);
  return queryClient().getQueryData<Data>(option.queryKey);
}

/**
 * The same for the thing that the address names: where it is not there, the answer is the page of a missing one, with status
 * 404. What could not be read for another reason is left to the browser.
 */
export async function readThing<Data>(option: Option<Data>): Promise<Data | undefined> {
  const found = await read(option);
  if (found === undefined && isMissing(queryClient().getQueryState(option.queryKey)?.error)) notFound();
  return found;
}

/** Hands what was read to the browser's cache. */
export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(queryClient())}>{children}</HydrationBoundary>;
}
