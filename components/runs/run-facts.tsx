"use client";

import { durationOf } from "#server/contracts/external/duration.ts";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { Meter } from "#components/ui/marks/run-state.tsx";
import { useTicking } from "#components/ui/marks/use-ticking.ts";
import { Value } from "#components/ui/marks/value.tsx";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";
import type { LastValue, RunDetail, RunRow } from "#server/contracts/run.ts";
import { endsAbout } from "./ends-about.ts";
import { isScriptVersion } from "#server/contracts/launch/script-version.ts";
import { LEAD_METRICS, metricInfo } from "#server/contracts/metrics.ts";
import { heldOut } from "#server/wording/typography.ts";
import { isEnded, isHeard } from "#server/contracts/run-lifecycle.ts";
import { writeN, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeBytes, writeInterval } from "#server/wording/quantities.ts";
import { writeDuration, writeMoment, writeSynced, writeTimeOfDay } from "#server/wording/times.ts";

const NON_FINITE: Record<number, number> = {
  1: Number.NaN,
  2: Number.POSITIVE_INFINITY,
  3: Number.NEGATIVE_INFINITY,
};

/** The last value of a series as the run said it: a number, NaN, an infinity, or undefined where there is none. */
function lastNumber(last: LastValue | undefined): number | null | undefined {
  if (!last) return undefined;
  return last.kind === 0 ? last.value : NON_FINITE[last.kind];
}

/** How long it has run, and when it ends at this pace. */
export function TimeFact({ run, now, fromStep }: { run: RunRow; now: number; fromStep?: number }) {
  const text = useTicking((present) => {
    return writeDuration(durationOf(run, present));
  }, now);
  const ends = endsAbout(run, now, fromStep);
  const synced = run.arrival?.syncedMs ?? null;
  const ended =
    run.startedAt === null
      ? "no times were logged"
      : run.endedAt === null
        ? "wall time"
        : synced === null
          ? `ended ${writeTimeOfDay(run.endedAt)}`
          : `ended ${writeMoment(run.endedAt)}`;
  return (
    <Fact
      label="Duration"
      note={
        ends === null
          ? [
              isEnded(run.state) ? ended : "wall time",
              ...(synced === null ? [] : [writeSynced(synced)]),
            ].join(", ")
          : `should end about ${writeTimeOfDay(ends)}`
      }
    >
      {text}
    </Fact>
  );
}

const MIB = 1024 * 1024;

/** Headline numbers of recipes that train no policy by reward. */
const OWN_FACTS = [
  "prm/labels",
  "prm/label_mean",
  "prm/held_out_mse",
  "rerank/greedy_rr_at_5",
  "rerank/sampled_rr_at_5",
  "rerank/oracle_rr_at_5",
];

/** A policy may also be measured on problems it trained on; the header must not call that held out. */
function measuredLabel({ measuredOn }: RunDetail, metric: LeadShare["metric"]): string {
  const { title } = metricInfo(metric);
  return measuredOn === "train" ? `${title}, train problems` : heldOut(title);
}

/** ", [72, 91] by families"; nothing where there are no bounds. */
function leadBounds({ low, high, n, families }: LeadShare): string {
  if (low === null || high === null) return "";
  const bounds = writeInterval(low, high, { unit: "share", n });
  return `, ${bounds}${families === null ? "" : " by families"}`;
}

/** The header of truth of a run: where it is, what its reward and groups do, how it does on held-out problems. */
export function RunFacts({ run, now }: { run: RunDetail; now: number }) {
  const { row } = run;
  const step = row.step ?? 0;
  const live = row.state === "running" || row.state === "stopping" ? ("live" as const) : undefined;
  const stale = row.state === "unreachable";
  const zero = lastNumber(row.last["group/zero_share"]);
  const known = new Set([...run.expected, ...run.metrics]);
  const has = (metric: string) => known.has(metric);
  const own = OWN_FACTS.filter(has);
  const lead = row.lead?.metric ?? LEAD_METRICS.find(has);
  const stepLabel = has("reward/raw") || isScriptVersion(run.recipeVersion) ? "Train step" : "Epoch";
  const attempt = run.attempts.at(-1);
  const phase =
    row.phase && isHeard(row.state)
      ? `${row.phase}${attempt?.phaseTotal ? ` ${writeOf(attempt.phaseStep ?? 0, attempt.phaseTotal)}` : ""}`
      : null;
  return (
    <Facts>
      {row.plannedSteps > 0 || has("reward/raw") ? (
        <Fact
          label={stepLabel}
          aside={`of ${writeWhole(row.plannedSteps)}`}
          note={
            <Meter
              label={`${stepLabel} ${writeWhole(step)} of ${writeWhole(row.plannedSteps)}`}
              value={step}
              max={Math.max(1, row.plannedSteps)}
              live={live !== undefined}
            />
          }
        >
          {writeWhole(step)}
        </Fact>
      ) : null}
      <TimeFact run={row} now={now} fromStep={attempt?.begun?.checkpoint?.step ?? 0} />
      {has("reward/raw") ? (
        <>
          <Fact label="Reward, raw" note="last step, points">
            <Value
              value={lastNumber(row.last["reward/raw"])}
              source={live ?? (stale ? "live" : undefined)}
              stale={stale}
            />
          </Fact>
          <Fact label="Groups with gradient" note={phase ?? "last step, of all drawn groups"}>
            <Value value={zero === undefined || zero === null ? zero : 1 - zero} kind="share" unit="%" />
          </Fact>
        </>
      ) : null}
      {own.map((metric) => {
        const { title, unit, definition } = metricInfo(metric);
        const share = unit === "share";
        return (
          <Fact key={metric} label={title} note={phase ?? (share ? writeN(row.lead?.n ?? 0) : unit)}>
            <span data-tip={definition}>
              <Value
                value={lastNumber(row.last[metric])}
                kind={share ? "share" : undefined}
                n={share ? row.lead?.n : undefined}
              />
            </span>
          </Fact>
        );
      })}
      {lead ? (
        <Fact
          label={measuredLabel(run, lead)}
          note={
            row.lead
              ? `${writeN(row.lead.n)}, step ${writeWhole(row.lead.trainStep)}${row.lead.final ? ", final" : ""}${leadBounds(row.lead)}`
              : "no evaluation yet"
          }
        >
          <Value
            value={row.lead ? row.lead.hits / row.lead.n : undefined}
            kind="share"
            unit="%"
            n={row.lead?.n}
          />
        </Fact>
      ) : null}
      <Fact label="CPU, memory" note={row.worker ?? "no worker yet"}>
        {writeDuration(typeof attempt?.cpuSeconds === "number" ? attempt.cpuSeconds * 1000 : null)}{" "}
        {attempt?.rssMib ? <span className="fact-aside">{writeBytes(attempt.rssMib * MIB)}</span> : null}
      </Fact>
    </Facts>
  );
}
