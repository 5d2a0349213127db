import { Fact } from "#components/ui/marks/fact.tsx";
import type { LaunchPlan } from "#server/contracts/launch/plan.ts";
import { countOf } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { writeDuration } from "#server/wording/times.ts";

interface TakesAboutProps {
  estimate: LaunchPlan["estimate"];
  runs: number;
}

function costWords({ estimate, runs }: TakesAboutProps): string {
  const { slots, queue, waitingBefore, seconds, source } = estimate;
  if (slots === 0 && queue === null) return "no worker is connected";
  if (seconds === null) return source;
  if (queue !== null) return "a run, from when Slurm starts it";
  const behind = waitingBefore > 0 ? `, behind ${countOf(waitingBefore, "waiting run")}` : "";
  return `${countOf(runs, "run")} on ${countOf(slots, "slot")}${behind}`;
}

/** How long a launch takes, or one of its runs where an engine says when each of them starts. */
export function TakesAbout({ estimate, runs }: TakesAboutProps) {
  return (
    <Fact label="Estimated time" note={costWords({ estimate, runs })}>
      <span data-tip={estimate.source}>
        {writeDuration(estimate.seconds === null ? null : estimate.seconds * 1000)}
      </span>
    </Fact>
  );
}

/** On which device the runs would train if they started now, in one word; the note says where, and how long one takes. */
export function WhereTrained({ devices }: Pick<LaunchPlan, "devices">) {
  if (devices === null) return null;
  const kinds = new Set(devices.workers.map(({ gpus }) => (gpus === 0 ? "CPU" : "GPU")));
  return (
    <Fact label="Device" note={devices.message}>
      {[...kinds].toSorted().toReversed().join(", ") || NOT_MEASURED}
    </Fact>
  );
}
