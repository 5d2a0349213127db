import { labelStep } from "../../lab/prm/label-step.ts";
import { mean } from "../../math/moments.ts";
import type { StepLabel } from "../../protocol/events.ts";
import type { EvaluationInput } from "../../protocol/inputs.ts";
import type { Train } from "../recipe.ts";
import { Refusal } from "../refusal.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

/** Rows per event, so that no line grows beyond what one upload takes. */
const ROWS_PER_EVENT = 5000;

/** Labels every step of the given episodes. Nothing is random. */
export const train: Train = async (context) => {
  const evaluation = context.inputs.evaluation("episodes");
  const reporter = new Reporter(context);
  const rows = labelEpisodes(evaluation);
  for (let from = 0; from < rows.length; from += ROWS_PER_EVENT) {
    context.emit({ t: "labels", at: Date.now(), rows: rows.slice(from, from + ROWS_PER_EVENT) });
    reporter.progress("labels", Math.min(from + ROWS_PER_EVENT, rows.length), rows.length);
    if (await context.shouldStop()) return "stopped";
  }
  reporter.note("note", distributionText(rows, evaluation));
  reporter.points(0, {
    "prm/labels": rows.length,
    "prm/label_mean": mean(rows.map((row) => row.label)),
    "perf/cpu_s": cpuSeconds(),
  });
  return "finished";
};

/** One row per step. Throws `Refusal` where the evaluation has no steps. */
export function labelEpisodes({ episodes, run }: EvaluationInput): StepLabel[] {
  const rows = episodes.flatMap(({ i, steps }) =>
    steps.map((step, k) => ({ i, step: k + 1, ...labelStep(step) })),
  );
  if (rows.length > 0) return rows;
  throw new Refusal(
    `The evaluation of run ${run.name} holds no steps to label; only final evaluations keep their episodes. Choose one of those, or measure the checkpoint again with the recipe evaluate.`,
  );
}

/** "1280 steps of 300 episodes: 1 31.2 %, 0.5 2.0 %, ...", most valuable first. */
function distributionText(rows: readonly StepLabel[], { episodes, run, part }: EvaluationInput): string {
  const counts = new Map<number, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  const shares = [...counts]
    .sort(([a], [b]) => b - a)
    .map(([label, count]) => `${label}: ${count} (${((100 * count) / rows.length).toFixed(1)} %)`);
  const source = `${episodes.length} episodes on ${part === "train" ? "train" : "held-out"} problems of run ${run.name}`;
  return `Labels of ${rows.length} steps of ${source}. ${shares.join(", ")}.`;
}
