"use client";

import { AuditFact } from "#components/rollouts/audits/run-audit.tsx";
import { TimeFact } from "#components/runs/run-facts.tsx";
import { StatusSource } from "#components/ui/marks/status-source.tsx";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { Meter } from "#components/ui/marks/run-state.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { ExternalDetail } from "#server/contracts/external/external.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeShared } from "#server/wording/charts/axes.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

const SHOWN = 3;

interface ExternalProps {
  run: RunDetail;
  external: ExternalDetail;
  now: number;
}

/** How far it is by its client's word; the meter only where the configuration says how far it goes. */
function StepFact({ run: { row } }: Pick<ExternalProps, "run">) {
  const isLive = row.state === "running" || row.state === "stopping";
  if (row.plannedSteps === 0)
    return (
      <Fact label="Train step" note="total unknown">
        {row.step === null ? NOT_MEASURED : writeWhole(row.step)}
      </Fact>
    );
  return (
    <Fact
      label="Train step"
      aside={`of ${writeWhole(row.plannedSteps)}`}
      note={
        <Meter
          label={`Train step ${writeWhole(row.step ?? 0)} of ${writeWhole(row.plannedSteps)}`}
          value={row.step ?? 0}
          max={row.plannedSteps}
          live={isLive}
        />
      }
    >
      {writeWhole(row.step ?? 0)}
    </Fact>
  );
}

/** The header of a run from outside: whose word its state is, how far it is, and what says most of it. */
export function ExternalFacts({ run, external, now }: ExternalProps) {
  const { row } = run;
  const lastSeenAt = run.attempts.at(-1)?.lastSeenAt ?? row.stateAt;
  return (
    <Facts>
      <Fact
        label="Status source"
        note={
          <>
            {external.client}, last seen <Time at={lastSeenAt} now={now} />
          </>
        }
      >
        <StatusSource statusSource={row.statusSource} />
      </Fact>
      <StepFact run={run} />
      <TimeFact run={row} now={now} />
      {run.audit ? <AuditFact runId={row.id} audit={run.audit} /> : null}
      {external.headline.slice(0, SHOWN).map(({ metric, value, x, sharedX }) => {
        const { title, unit } = metricInfo(metric);
        const where =
          sharedX === undefined ? `step ${writeWhole(x)}` : `last of ${writeShared(sharedX, "step", x)}`;
        return (
          <Fact key={metric} label={title} note={[where, unit].filter(Boolean).join(", ")}>
            <Value value={value} />
          </Fact>
        );
      })}
    </Facts>
  );
}
