"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useAnnotate } from "#components/annotations/annotate-context.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";

/** What is kept quiet now; nothing where nothing is. */
export function MuteSection() {
  const api = useApi();
  const query = useQuery(api.alerts.mutes.queryOptions(undefined, { meta: liveOn([topics.alerts], 1000) }));
  const { refuse } = useAnnotate();
  const unmute = useMutation(api.alerts.unmute.mutationOptions({ onError: refuse }));
  if (!query.data || query.data.length === 0) return null;
  return (
    <Section title="Muted" note="stored, but no notification is sent">
      <Table label="Muted">
        <thead>
          <Row>
            <HeadCell fixed>What</HeadCell>
            <HeadCell>Until</HeadCell>
            <HeadCell>By</HeadCell>
            <HeadCell label="Take back" />
          </Row>
        </thead>
        <tbody>
          {query.data.map(({ id, kind, name, until, by, at }) => (
            <Row key={id}>
              <Cell fixed>
                {kind} {name}
              </Cell>
              <Cell>
                {until === null ? "taken back" : <Time at={until} now={query.dataUpdatedAt} form="age" />}
              </Cell>
              <Cell>
                {by}, <Time at={at} now={query.dataUpdatedAt} />
              </Cell>
              <Cell>
                <QuietButton onClick={() => unmute.mutate({ id })} aria-label={`Unmute ${name}`}>
                  Unmute
                </QuietButton>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
