"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { useState, type ReactNode } from "react";
import type { AppRouter } from "#server/routers/index.ts";
import { TRPCProvider } from "./api.ts";
import { LiveProvider } from "./live.tsx";
import { makeQueryClient } from "./query-client.ts";

const URL = "/api/trpc";
const BATCH = 10;

/** Proof that a change was asked by our own page; the server wrote it into the document's head. */
function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="ablab-csrf"]')?.content ?? "";
}

function makeClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({ url: URL }),
        false: httpBatchLink({ url: URL, maxItems: BATCH, headers: () => ({ "x-csrf-token": csrfToken() }) }),
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
