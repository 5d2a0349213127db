"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { topics } from "#server/contracts/live.ts";
import { groupFindings } from "#server/checks/group-findings.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { DismissedList } from "./dismissed-list.tsx";
import { FindingList } from "./finding-list.tsx";
import { RuleList } from "./rule-list.tsx";

/** Everything that objects to a run now, and every rule with its formula, threshold, source and advice. */
export function ChecksPage() {
  const project = useProject();
  const api = useApi();
  const rules = useQuery(api.bench.rules.queryOptions());
  const runs = useQuery(api.runs.objecting.queryOptions({ project }, { meta: liveOn([topics.runs], 2000) }));
  const { data: dismissed = [] } = useQuery(
    api.runs.dismissed.queryOptions({ project }, { meta: liveOn([topics.runs], 2000) }),
  );
  const objecting = groupFindings(runs.data?.runs ?? []);
  return (
    <BenchPage crumbs={[{ label: "Checks" }]} dataAt={runs.dataUpdatedAt}>
      <PageHead
        title="Checks"
        summary="Rules that look at every run and every comparison, and say so when a number does not carry what it seems to."
      />
      <QueryState query={runs} what="the runs" height={160}>
        {(list) => (
          <Section
            title="Warnings now"
            note={`to the latest ${writeOf(list.lookedAt, list.total, "run")}; comparisons are judged on their experiment's page`}
          >
            {list.pending > 0 && (
              <Notice>Checks of {countOf(list.pending, "run")} are being computed.</Notice>
            )}
            {objecting.length > 0 ? (
              <FindingList groups={objecting} />
            ) : (
              list.pending === 0 && <Notice>No warnings.</Notice>
            )}
          </Section>
        )}
      </QueryState>
      {dismissed.length > 0 ? (
        <Section title="Dismissed" note={countOf(dismissed.length, "finding")}>
          <DismissedList dismissed={dismissed} />
        </Section>
      ) : null}
      <QueryState query={rules} what="the rules" height={300}>
        {(list) => (
          <Section title="Rules" note={countOf(list.length, "rule")}>
            <RuleList rules={list} />
          </Section>
        )}
      </QueryState>
    </BenchPage>
  );
}
