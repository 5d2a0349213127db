import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { later } from "#components/ui/later.tsx";
import { topics } from "#server/contracts/live.ts";
import type { FrontierSectionProps } from "#packs/repair/pages/frontier-section.tsx";

const STILL = { still: true };
const FrontierSection = later(
  async () => (await import("#packs/repair/pages/frontier-section.tsx")).FrontierSection,
  "diagnosis against speed",
  300,
  STILL,
);
const RoundsSection = later(
  async () => (await import("./rounds-section.tsx")).RoundsSection,
  "the rounds",
  200,
  STILL,
);

/** Diagnosis against speed, where players that learn nothing stand beside the trainings; its script comes only there. */
export function FrontierWhereDrawn({
  experimentId,
  ...shown
}: Omit<FrontierSectionProps, "data"> & { experimentId: string }) {
  const { data } = useQuery(
    useApi().experiments.frontier.queryOptions(
      { id: experimentId, ...shown.choice },
      { placeholderData: keepPreviousData, meta: liveOn([topics.experiment(experimentId)], 2000) },
    ),
  );
  const hasPlayers = data?.rows.some(({ player }) => player !== null);
  return data && hasPlayers ? <FrontierSection data={data} {...shown} /> : null;
}

/** Rounds of self-play, which most experiments have none of; their script comes only where there are some. */
export function RoundsWherePlayed({ experimentId }: { experimentId: string }) {
  const { data = [] } = useQuery(
    useApi().experiments.rounds.queryOptions(
      { id: experimentId },
      { meta: liveOn([topics.experiment(experimentId)], 1000) },
    ),
  );
  return data.length > 0 ? <RoundsSection data={data} /> : null;
}
