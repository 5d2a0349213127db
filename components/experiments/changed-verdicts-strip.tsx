"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { ChangedVerdicts as Changed } from "#server/contracts/changed-verdicts.ts";
import { verdictWords } from "#server/wording/claims.ts";
import { countOf, plural } from "#server/wording/counts.ts";
import { writeDay } from "#server/wording/times.ts";

export interface StripProps {
  experimentId: string;
  changed: Changed;
}

/** Verdicts that an upgrade changed over the same runs, each before and now, until somebody has read them. */
export function ChangedVerdictsStrip({ experimentId, changed: { changes, beforeAt } }: StripProps) {
  const api = useApi();
  const dismiss = useMutation(api.experiments.dismissChanges.mutationOptions());
  const n = changes.length;
  return (
    <Strip
      level="info"
      claim={`An upgrade of Ablab changed ${countOf(n, "claim")}.`}
      evidence={
        <Table label="Changed claims" density="dense">
          <thead>
            <Row>
              <HeadCell fixed>Configuration</HeadCell>
              <HeadCell>Metric</HeadCell>
              <HeadCell sub={writeDay(beforeAt)}>Before</HeadCell>
              <HeadCell>Now</HeadCell>
            </Row>
          </thead>
          <tbody>
            {changes.map(({ metric, title, runId, config, before, now }) => (
              <Row key={`${metric} ${runId}`}>
                <Cell fixed>{config}</Cell>
                <Cell>{title}</Cell>
                <Cell>{verdictWords(before)}</Cell>
                <Cell>{verdictWords(now)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      }
      actions={
        <QuietButton disabled={dismiss.isPending} onClick={() => dismiss.mutate({ id: experimentId })}>
          Dismiss
        </QuietButton>
      }
    >
      The runs are the same; the rules for {plural(n, "a claim", "claims")} are not. {dismiss.error?.message}
    </Strip>
  );
}
