"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import type { TableColumn } from "#server/contracts/experiment.ts";
import { topics } from "#server/contracts/live.ts";
import { checkpointWords } from "#server/wording/checkpoint-means.ts";

/** The last checkpoints of every run, and whether the set tells configurations apart; nothing where runs have too few. */
export function CheckpointMeans({ experimentId, lead }: { experimentId: string; lead: TableColumn }) {
  const { data } = useQuery(
    useApi().experiments.checkpoints.queryOptions(
      { id: experimentId, metric: lead.metric },
      { meta: liveOn([topics.experiment(experimentId)], 2000) },
    ),
  );
  const said = data ? checkpointWords(data, lead.unit) : "";
  return said === "" ? null : <p className="small">{said}</p>;
}
