"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import type { ShellCounts } from "#server/contracts/shell.ts";

/** Project, counts and workers, as every page's frame shows them. One hook, so that all askers follow the same topics. */
export function useShellCounts(): ShellCounts | undefined {
  const live = { meta: liveOn([topics.runs, topics.workers, topics.experiments, topics.benchmarks], 1000) };
  return useQuery(useApi().bench.shell.queryOptions(undefined, live)).data;
}
