"use client";

import { Fact } from "#components/ui/fact.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { formatDuration } from "#components/ui/format/format-duration.ts";
import { formatTimeOfDay } from "#components/ui/format/format-time.ts";
import { Meter } from "#components/ui/meter.tsx";
import { useTicking } from "#components/ui/use-ticking.ts";
import { Value } from "#components/ui/value.tsx";
import type { RunDetail, RunRow } from "#server/contracts/run.ts";
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
    return formatDuration((run.endedAt ?? (isRunning(run) ? present : run.stateAt)) - run.startedAt);
  }, now);
  const ends = endsAbout(run, now);
  return (
    <Fact
      label="Duration"
      note={
        ends === null
          ? isEnded(run.state) && run.endedAt
            ? `ended ${formatTimeOfDay(run.endedAt, true)} UTC`
            : "wall time"
          : `ends about ${formatTimeOfDay(ends, true)} UTC`
      }
    >
      {text}
    </Fact>
  );
}

/** The header of truth of a run: where it is, what its reward and groups do, how it does on held-out problems. */
export function RunFacts({ run, now }: { run: RunDetail; now: number }) {
  const { row } = run;
  const step = row.step ?? 0;
  const live = row.state === "running" || row.state === "stopping" ? ("live" as const) : undefined;
  const stale = row.state === "unreachable";
  const zero = lastNumber(row.last["group/zero_share"]);
  const attempt = run.attempts.at(-1);
  const phase =
    row.phase && isRunning(row)
      ? `${row.phase}${attempt?.phaseTotal ? ` ${attempt.phaseStep} of ${attempt.phaseTotal}` : ""}`
      : null;
  return (
    <Facts>
      <Fact
        label="Train step"
        aside={`of ${row.plannedSteps}`}
        note={
          <Meter
            label={`Train step ${step} of ${row.plannedSteps}`}
            value={step}
            max={Math.max(1, row.plannedSteps)}
            live={live !== undefined}
          />
        }
      >
        {step}
      </Fact>
      <TimeFact run={row} now={now} />
      <Fact label="Reward, raw" note="last step, points">
        <Value
          value={lastNumber(row.last["reward/raw"])}
          source={live ?? (stale ? "live" : undefined)}
          stale={stale}
        />
      </Fact>
      <Fact label="Groups with gradient" note={phase ?? "last step, of all drawn groups"}>
        <Value value={zero === undefined || zero === null ? zero : 1 - zero} kind="share" unit="%" n={100} />
      </Fact>
      <Fact
        label="Held-out RR@5"
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
      <Fact label="CPU, memory" note={row.worker ?? "no worker yet"}>
        {attempt?.cpuSeconds === null || attempt?.cpuSeconds === undefined
          ? "–"
          : formatDuration(attempt.cpuSeconds * 1000)}
        {attempt?.rssMib ? <span className="fact-aside">{attempt.rssMib} MiB</span> : null}
      </Fact>
    </Facts>
  );
}
