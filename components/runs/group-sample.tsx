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

/** What is asked for the newest sample of a run's groups; the Groups tab asks the same. */
export const newestGroups = (id: string) => ({ id, trainStep: null });

/** The newest sampled groups beside their curves: the collapse, reward by reward. */
export function GroupSample({ run }: { run: RunDetail }) {
  const { id } = run.row;
  const { data } = useQuery(
    useApi().runs.groups.queryOptions(newestGroups(id), { meta: liveOn([topics.run(id)], 1000) }),
  );
  if (!data) return null;
  const { min, max } = run.rewardConfig;
  return (
    <figure className="figure sample">
      <figcaption className="figure-head">
        <b className="figure-title">
          Step {writeWhole(data.trainStep)},{" "}
          {writeOf(Math.min(SHOWN, data.groups.length), data.drawn, "group")}
        </b>
        <span className="figure-unit">
          {data.groups.length < data.drawn ? `${writeCount(data.groups.length)} are kept of a step; ` : ""}
          {countOf(data.groups[0]?.rewards.length ?? 0, "reward")} each, scale {writePlace(min)} to{" "}
          {writePlace(max)}; a single stroke is a dead group
        </span>
        <span className="figure-value">
          <PageLink href={runPageHref(`/runs/${id}`, { tab: "groups" })}>
            {data.groups.length > SHOWN ? `All ${writeCount(data.groups.length)} kept` : "Other steps"}
          </PageLink>
        </span>
      </figcaption>
      <GroupStrip domain={[min, max]} groups={groupRows(data.groups.slice(0, SHOWN), run.rewardConfig)} />
    </figure>
  );
}
