"use client";

import { Fact } from "#components/ui/fact.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { writeDuration, writeTimeOfDay } from "#server/wording/times.ts";
import { Meter } from "#components/ui/meter.tsx";
import { useTicking } from "#components/ui/use-ticking.ts";
import { Value } from "#components/ui/value.tsx";
import type { RunDetail, RunRow } from "#server/contracts/run.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { lastNumber } from "./last-number.ts";

const isRunning = (run: RunRow) =>
  run.state === "running" || run.state === "stopping" || run.state === "starting";

/** When a run at this pace ends, UTC ms; null where nothing says. */
export function endsAbout(run: RunRow, now: number): number | null {
  if (run.state !== "running" || run.startedAt === null || !run.step || run.plannedSteps <= run.step)
    return null;
  return now + ((now - run.startedAt) / run.step) * (run.plannedSteps - run.step);
}

function TimeFact({ run, now }: { run: RunRow; now: number }) {
  const text = useTicking((present) => {
    if (run.startedAt === null) return "–";
    return writeDuration((run.endedAt ?? (isRunning(run) ? present : run.stateAt)) - run.startedAt);
  }, now);
  const ends = endsAbout(run, now);
  return (
    <Fact
      label="Duration"
      note={
        ends === null
          ? isEnded(run.state) && run.endedAt
            ? `ended ${writeTimeOfDay(run.endedAt, true)} UTC`
            : "wall time"
          : `ends about ${writeTimeOfDay(ends, true)} UTC`
      }
    >
      {text}
    </Fact>
  );
}

/** Headline numbers of recipes that train no policy by reward. */
const OWN_FACTS = ["prm/labels", "prm/label_mean", "prm/held_out_mse"];

/** A policy may also be measured on problems it trained on; the header must not call that held out. */
function measuredLabel({ params }: RunDetail): string {
  return params.part === "train" ? "RR@5, train problems" : "Held-out RR@5";
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
  const stepLabel = has("reward/raw") ? "Train step" : "Epoch";
  const attempt = run.attempts.at(-1);
  const phase =
    row.phase && isRunning(row)
      ? `${row.phase}${attempt?.phaseTotal ? ` ${attempt.phaseStep} of ${attempt.phaseTotal}` : ""}`
      : null;
  return (
    <Facts>
      {row.plannedSteps > 0 || has("reward/raw") ? (
        <Fact
          label={stepLabel}
          aside={`of ${row.plannedSteps}`}
          note={
            <Meter
              label={`${stepLabel} ${step} of ${row.plannedSteps}`}
              value={step}
              max={Math.max(1, row.plannedSteps)}
              live={live !== undefined}
            />
          }
        >
          {step}
        </Fact>
      ) : null}
      <TimeFact run={row} now={now} />
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
            <Value
              value={zero === undefined || zero === null ? zero : 1 - zero}
              kind="share"
              unit="%"
              n={100}
            />
          </Fact>
        </>
      ) : null}
      {own.map((metric) => {
        const { title, unit, definition } = metricInfo(metric);
        return (
          <Fact key={metric} label={title} note={phase ?? unit}>
            <span data-tip={definition}>
              <Value value={lastNumber(row.last[metric])} />
            </span>
          </Fact>
        );
      })}
      {has("eval/rr_at_5") ? (
        <Fact
          label={measuredLabel(run)}
          note={
            row.rrAt5
              ? `n ${row.rrAt5.n}, step ${row.rrAt5.trainStep}${row.rrAt5.final ? ", final" : ""}, [${(row.rrAt5.low * 100).toFixed(1)}, ${(row.rrAt5.high * 100).toFixed(1)}]`
              : "no evaluation yet"
          }
        >
          <Value
            value={row.rrAt5 ? row.rrAt5.hits / row.rrAt5.n : undefined}
            kind="share"
            unit="%"
            n={row.rrAt5?.n}
          />
        </Fact>
      ) : null}
      <Fact label="CPU, memory" note={row.worker ?? "no worker yet"}>
        {attempt?.cpuSeconds === null || attempt?.cpuSeconds === undefined
          ? "–"
          : writeDuration(attempt.cpuSeconds * 1000)}
        {attempt?.rssMib ? <span className="fact-aside">{attempt.rssMib} MiB</span> : null}
      </Fact>
    </Facts>
  );
}
