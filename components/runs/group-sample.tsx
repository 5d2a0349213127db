"use client";

import { useQuery } from "@tanstack/react-query";
import { GroupStrip } from "#components/charts/group-strip.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { topics } from "#server/contracts/live.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writePlace } from "#server/wording/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { groupRows } from "./group-rows.ts";
import { runPageHref } from "./run-search-params.ts";

const SHOWN = 16;

/** The newest sampled groups beside their curves: the collapse, reward by reward. */
export function GroupSample({ run }: { run: RunDetail }) {
  const { id } = run.row;
  // By name: by spread the first of them would be those that have not collapsed.
  const newest = { runId: id, phase: "train", order: "key" } as const;
  const { data } = useQuery(
    useApi().rollouts.step.queryOptions(newest, { meta: liveOn([topics.run(id)], 1000) }),
  );
  if (!data) return null;
  const { min, max } = run.rewardConfig;
  return (
    <figure className="figure sample">
      <figcaption className="figure-head">
        <b className="figure-title">
          Step {writeWhole(data.step)}, {writeOf(Math.min(SHOWN, data.groups.length), data.drawn, "group")}
        </b>
        <span className="figure-unit">
          {data.total < data.drawn ? `${writeCount(data.total)} are kept of a step; ` : ""}
          {countOf(data.groups[0]?.n ?? 0, "reward")} each, scale {writePlace(min)} to {writePlace(max)}; a
          single stroke is a dead group
        </span>
        <span className="figure-value">
          <PageLink href={runPageHref(`/runs/${id}`, { tab: "groups" })}>
            {data.total > SHOWN ? `All ${writeCount(data.total)} kept` : "Other steps"}
          </PageLink>
        </span>
      </figcaption>
      <GroupStrip domain={[min, max]} groups={groupRows(data.groups.slice(0, SHOWN), run.rewardConfig)} />
    </figure>
  );
}
