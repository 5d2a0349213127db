import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import type { ExternalPlaceDetail } from "#server/contracts/external/external.ts";

/** How the runs of a client's project are put into configurations; undefined until that is known, null for one of this bench. */
export const usePlace = (experimentId: string): ExternalPlaceDetail | null | undefined =>
  useQuery(
    useApi().external.place.queryOptions(
      { experimentId },
      { meta: liveOn([topics.experiment(experimentId)], 1000) },
    ),
  ).data;
