"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import type { StorageState } from "#server/contracts/shell.ts";

/** Nothing is written of a disk that fills or a page that breaks, so no tick tells of it: it is asked for. */
const ASK_MS = 15_000;

/** What is wrong with the data directory, for every page. */
export function useStorage(): StorageState | undefined {
  return useQuery(useApi().bench.storage.queryOptions(undefined, { refetchInterval: ASK_MS })).data;
}
