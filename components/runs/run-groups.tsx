"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GroupStrip } from "#components/charts/group-strip.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { topics } from "#server/contracts/live.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writePlace } from "#server/wording/axes.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { groupRows } from "./group-rows.ts";

const NEWEST = "newest";

/** A sample of training groups: every stroke is an episode's reward, a single stroke is a group without gradient. */
export function RunGroups({ run }: { run: RunDetail }) {
  const api = useApi();
  const [step, setStep] = useState<number | null>(null);
  const sample = useQuery(
    api.runs.groups.queryOptions(
      { id: run.row.id, trainStep: step },
      { meta: liveOn([topics.run(run.row.id)], 1000) },
    ),
  );
  const { min, max } = run.rewardConfig;
  return (
    <QueryState
      query={sample}
      what="the groups"
      height={200}
      empty={
        <Notice>
          {run.outside
            ? "Its client sent no completions. Tables of completions, and those of clients/python, are shown here."
            : "No group was sampled yet; every fifth step sends some."}
        </Notice>
      }
      isEmpty={(found) => found === null}
    >
      {(found) =>
        found === null ? null : (
          <Section
            title={`Groups at step ${writeWhole(found.trainStep)}`}
            note={`${writeOf(found.groups.length, found.drawn, "group")}, ${countOf(found.groups[0]?.rewards.length ?? 0, "reward")} each, scale ${writePlace(min)} to ${writePlace(max)}; a single stroke is a dead group`}
            end={
              <Select
                label="Train step of the sample"
                value={step === null ? NEWEST : String(step)}
                onChange={(value) => setStep(value === NEWEST ? null : Number(value))}
                options={[
                  { value: NEWEST, label: "newest step" },
                  ...found.steps.map((s) => ({ value: String(s), label: `step ${writeWhole(s)}` })),
                ]}
              />
            }
          >
            <GroupStrip domain={[min, max]} groups={groupRows(found.groups, run.rewardConfig)} />
          </Section>
        )
      }
    </QueryState>
  );
}
