import { writePercent } from "../../math/percent.ts";
import { evaluationStreams } from "../../lab/algo/evaluate.ts";
import { RepairEnv } from "../../lab/env/env.ts";
import { judgeEpisode, type JudgedStep, LABEL_RULES, type LabelRules } from "../../lab/prm/label-progress.ts";
import { labelStep } from "../../lab/prm/label-step.ts";
import { mean } from "../../math/moments.ts";
import type { LabelReport, StepLabel } from "../../protocol/label-events.ts";
import type { EvaluationInput } from "../../protocol/inputs.ts";
import { environmentOf } from "../evaluation/measure.ts";
import { reloadProblems } from "../evaluation/reload-problems.ts";
import type { Train } from "../recipe.ts";
import { Refusal } from "../refusal.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

/** Rows per event, so that no line grows beyond what one upload takes. */
const ROWS_PER_EVENT = 5000;

/** Labels every step of the given episodes. Nothing is random. */
export const train: Train = async (context) => {
  const rules = context.params.rules as LabelRules;
  const evaluation = context.inputs.evaluation("episodes");
  const reporter = new Reporter(context);
  const judged = judgeAll(evaluation, rules, (why) =>
    reporter.note("warning", `How the rules agree with the injected roots is not known: ${why}`),
  );
  const rows = labelEpisodes(evaluation, rules, judged);
  for (let from = 0; from < rows.length; from += ROWS_PER_EVENT) {
    context.emit({ t: "labels", at: Date.now(), rows: rows.slice(from, from + ROWS_PER_EVENT) });
    reporter.progress("labels", Math.min(from + ROWS_PER_EVENT, rows.length), rows.length);
    if (await context.shouldStop()) return "stopped";
  }
  const report = { rules, agreement: judged ? agreementOf(judged.flat()) : [] };
  context.emit({ t: "label_report", at: Date.now(), report });
  reporter.note("info", distributionText(rows, evaluation));
  reporter.points(0, {
    "prm/labels": rows.length,
    "prm/label_mean": mean(rows.map((row) => row.label)),
    "perf/cpu_s": cpuSeconds(),
  });
  return "finished";
};

/**
 * Every step of every episode by every set of rules, episode by episode. Where the problems cannot be had again this is
 * null for rules that do without them, said by `warn`; `Refusal` for those that do not.
 */
function judgeAll(
  evaluation: EvaluationInput,
  rules: LabelRules,
  warn: (why: string) => void,
): JudgedStep[][] | null {
  try {
    return judgeEpisodes(evaluation);
  } catch (error) {
    if (!(error instanceof Refusal) || rules !== "reports") throw error;
    warn(error.message);
    return null;
  }
}

/** Throws `Refusal` where the episodes cannot be played again. */
export function judgeEpisodes(evaluation: EvaluationInput): JudgedStep[][] {
  const { problems, sees } = reloadProblems(evaluation);
  const { protocol, run, episodes } = evaluation;
  const env = new RepairEnv(environmentOf(sees, protocol.maxSteps));
  return episodes.map(({ i, steps }) => {
    if (i >= problems.length)
      throw new Refusal(`Episode ${i} of run ${run.name} is on none of its problems.`);
    const judged = judgeEpisode(env, problems[i], evaluationStreams(protocol.evalSeed, i).environment, steps);
    if (typeof judged !== "string") return judged;
    throw new Refusal(
      `Episode ${i} of run ${run.name} cannot be played again on problem ${problems[i].key}: ${judged}. It was recorded by another version or on other problems; evaluate and label again.`,
    );
  });
}

/** One row per step. Throws `Refusal` where the evaluation has no steps. */
export function labelEpisodes(
  { episodes, run }: EvaluationInput,
  rules: LabelRules = "reports",
  judged: readonly (readonly JudgedStep[])[] | null = null,
): StepLabel[] {
  const rows = episodes.flatMap(({ i, steps }, e) =>
    steps.map((step, k) => ({ i, step: k + 1, ...(judged?.[e][k].labels[rules] ?? labelStep(step)) })),
  );
  if (rows.length > 0) return rows;
  throw new Refusal(
    `The evaluation of run ${run.name} holds no steps to label; only final evaluations keep their episodes. Choose one of those, or measure the checkpoint again with the recipe evaluate.`,
  );
}

/** By each set of rules: how many removals of a shown root are labelled 0, and of a shown innocent element 1. */
export function agreementOf(steps: readonly JudgedStep[]): LabelReport["agreement"] {
  const roots = steps.filter((step) => step.removed === "root");
  const innocents = steps.filter((step) => step.removed === "innocent");
  const given = (of: JudgedStep[], rules: LabelRules, label: number) =>
    of.filter((step) => step.labels[rules].label === label).length;
  return LABEL_RULES.map((rules) => ({
    rules,
    roots: roots.length,
    rootsAtZero: given(roots, rules, 0),
    innocents: innocents.length,
    innocentsAtOne: given(innocents, rules, 1),
  }));
}

/** "1280 steps of 300 episodes: 1 31.2 %, 0.5 2.0 %, ...", most valuable first. */
function distributionText(rows: readonly StepLabel[], { episodes, run, part }: EvaluationInput): string {
  const counts = new Map<number, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  const shares = [...counts]
    .sort(([a], [b]) => b - a)
    .map(([label, count]) => `${label}: ${count} (${writePercent(count / rows.length)})`);
  const source = `${episodes.length} episodes on ${part === "train" ? "train" : "held-out"} problems of run ${run.name}`;
  return `Labels of ${rows.length} steps of ${source}. ${shares.join(", ")}.`;
}
