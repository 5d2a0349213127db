"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "#components/trpc/api.ts";
import type { RunColour } from "#server/plot/colours.ts";
import type { Side } from "#server/contracts/compare.ts";
import { sharedExperiment, sideColours } from "./side-colours.ts";

/** One colour per side; by place until the experiment they share is known. */
export function useSideColours(sides: Side[] | undefined): RunColour[] {
  const experimentId = sharedExperiment(sides ?? []);
  const cells = useQuery(
    useApi().compare.variance.queryOptions(
      { experimentId },
      { enabled: experimentId !== null, staleTime: Infinity },
    ),
  );
  const known = experimentId === null ? null : (cells.data?.cells ?? null);
  return useMemo(() => sideColours(sides ?? [], known), [sides, known]);
}
