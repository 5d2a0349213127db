"use client";

import { useQuery } from "@tanstack/react-query";
import { ALL_AUDITS, type ChangeView, type RolloutView } from "../rollout-search.ts";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import type { AuditLine } from "#server/contracts/rollouts/audit.ts";
import { auditScope, writeAudited } from "#server/wording/audits.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { DrawAudit } from "./draw-audit.tsx";
import { MarkAudit } from "./mark-audit.tsx";

interface AuditsProps {
  runId: string;
  view: RolloutView;
  onView: ChangeView;
}

/** Audits of a run's verifier: the list with a form that draws one, or one that is marked. */
export function Audits(props: AuditsProps) {
  const { onView, view } = props;
  const isList = view.audit === ALL_AUDITS;
  return (
    <div className="rollouts">
      <div className="toolbar">
        <Button size="small" onClick={() => onView({ audit: isList ? null : ALL_AUDITS, item: null })}>
          {isList ? "Back to the groups" : "All audits"}
        </Button>
      </div>
      {isList ? <AllAudits {...props} /> : <OneAudit {...props} id={view.audit ?? ""} />}
    </div>
  );
}

function AllAudits({ runId, view, onView }: AuditsProps) {
  const query = useQuery(
    useApi().audits.list.queryOptions({ runId }, { meta: liveOn([topics.run(runId)], 1000) }),
  );
  const open = (id: string) => onView({ audit: id, item: null });
  return (
    <>
      <DrawAudit runId={runId} view={view} onDrawn={open} />
      <QueryState query={query} what="the audits" height={120}>
        {(audits) =>
          audits.length === 0 ? null : (
            <Section title="Audits">
              <Table label="Audits of the verifier">
                <thead>
                  <Row>
                    <HeadCell fixed>Completions</HeadCell>
                    <HeadCell num sub="verifier">
                      Measured
                    </HeadCell>
                    <HeadCell num sub="95 %">
                      Corrected
                    </HeadCell>
                    <HeadCell num sub="n">
                      Marked
                    </HeadCell>
                    <HeadCell>By</HeadCell>
                  </Row>
                </thead>
                <tbody>
                  {audits.map((audit) => (
                    <AuditRow key={audit.id} audit={audit} onOpen={open} />
                  ))}
                </tbody>
              </Table>
            </Section>
          )
        }
      </QueryState>
    </>
  );
}

function AuditRow({ audit, onOpen }: { audit: AuditLine; onOpen: (id: string) => void }) {
  const { id, measured, corrected, n, people } = audit;
  return (
    <Row>
      <Cell fixed>
        <QuietButton onClick={() => onOpen(id)}>{beginSentence(auditScope(audit))}</QuietButton>
      </Cell>
      <Cell num>{writeAudited({ value: measured }, n)}</Cell>
      <Cell num>{writeAudited(corrected, n)}</Cell>
      <Cell num>{writeWhole(n)}</Cell>
      <Cell>{people.length === 0 ? "nobody yet" : people.join(", ")}</Cell>
    </Row>
  );
}

function OneAudit({ runId, view, onView, id }: AuditsProps & { id: string }) {
  const query = useQuery(
    useApi().audits.get.queryOptions({ id }, { meta: liveOn([topics.run(runId)], 1000) }),
  );
  return (
    <QueryState query={query} what="the audit" height={500}>
      {(audit) => (
        <MarkAudit
          key={audit.id}
          audit={audit}
          item={view.item}
          showsRewards={view.rewards === "shown"}
          onItem={(item) => onView({ item })}
          onRewards={(on) => onView({ rewards: on ? "shown" : null })}
        />
      )}
    </QueryState>
  );
}
