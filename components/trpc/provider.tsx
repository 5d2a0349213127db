"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "#server/routers/index.ts";
import { TRPCProvider } from "./api.ts";
import { LiveProvider } from "./live.tsx";
import { onceLink } from "./once-link.ts";
import { makeQueryClient } from "./query-client.ts";

const URL = "/api/trpc";
const BATCH = 10;
/** Questions about hundreds of runs do not fit into an address: a server refuses one of 16 kB. */
const LONGEST_ADDRESS = 8000;
const LONG_QUESTION = 1500;

/** Proof that a change was asked by our own page; the server wrote it into the document's head. */
function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="ablab-csrf"]')?.content ?? "";
}

const isLong = (op: { type: string; input: unknown }): boolean =>
  op.type === "query" && (JSON.stringify(op.input) ?? "").length > LONG_QUESTION;

function makeClient() {
  const shared = { url: URL, maxItems: BATCH, headers: () => ({ "x-csrf-token": csrfToken() }) };
  return createTRPCClient<AppRouter>({
    links: [
      onceLink,
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({ url: URL }),
        false: splitLink({
          condition: isLong,
          true: httpBatchLink({ ...shared, methodOverride: "POST" }),
          false: httpBatchLink({ ...shared, maxURLLength: LONGEST_ADDRESS }),
        }),
      }),
    ],
  });
}

/** One query cache, one client and one event stream per open page. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <LiveProvider client={client}>{children}</LiveProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
