import { writePercent } from "../../math/percent.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { drawWithout, weaknessWeights } from "../../lab/failures/draw-subset.ts";
import { elementName } from "../../lp/model.ts";
import { mean } from "../../math/moments.ts";
import { COUNTED, type DiagnosisCounts } from "../../../packs/repair/diagnosis.ts";
import type { EpisodeStep } from "../../protocol/events.ts";
import {
  countKinds,
  type FailureKind,
  failureKind,
  type FailureReport,
  type WeakPart,
  weakParts,
} from "../../protocol/failures.ts";
import { faultTypes } from "../../protocol/problems/fault-types.ts";
import { reloadProblems } from "../evaluation/reload-problems.ts";
import { problemsEvent, recordOf } from "../problems/leave-problems.ts";
import type { Train } from "../recipe.ts";
import { Refusal } from "../refusal.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

interface Params {
  slow_over: number;
  counts: DiagnosisCounts;
  subset: "failed" | "weighted" | "uniform";
  subset_size: number;
}

/** One episode with the problem it was played on and how it failed. */
interface Judged {
  problem: Problem;
  steps: readonly EpisodeStep[];
  kind: FailureKind | null;
}

/** How each episode of the given evaluation failed, where the policy is weak, and a set of train problems of it. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const evaluation = context.inputs.evaluation("episodes");
  const { run, part, protocol } = evaluation;
  const reporter = new Reporter(context);
  reporter.progress("problems", 0, 1);
  const { problems, notes } = reloadProblems(evaluation);
  for (const { level, message } of notes) reporter.note(level, message);
  const judged = evaluation.episodes.map(({ i, steps }): Judged => {
    const problem = problems[i];
    return { problem, steps, kind: judge(problem, steps, protocol.maxSteps, params) };
  });
  if (judged.length === 0)
    throw new Refusal(
      `The evaluation of run ${run.name} holds no episodes; only final evaluations keep them. Choose one of those.`,
    );
  if (await context.shouldStop()) return "stopped";
  const set = part === "train" ? drawSet(judged, params, context.seed) : null;
  if (set?.drawn.length === 0)
    throw new Refusal(
      `Nothing is left to train on: all ${judged.length} episodes of run ${run.name} were solved${params.slow_over > 0 ? ` within ${params.slow_over} steps` : ""}.`,
    );
  const report = reportOf(judged, params, { part, maxSteps: protocol.maxSteps }, set);
  context.emit({ t: "failures", at: Date.now(), report });
  if (set) {
    const name = `${SET_WORDS[params.subset]} ${run.name}`.replace(/[^\w .-]/g, "-").slice(0, 90);
    const records = set.drawn.map(({ problem }) => recordOf(problem));
    context.emit(problemsEvent(name, records, aboutSet(report, run.name), Date.now()));
  } else {
    reporter.note(
      "info",
      "These are held-out problems, so none is left to train on: a policy that learnt them could not be measured on them.",
    );
  }
  const failed = judged.filter(({ kind }) => kind !== null && kind !== "slow").length;
  const slow = judged.filter(({ kind }) => kind === "slow").length;
  context.log(`${failed} of ${judged.length} episodes failed, ${slow} were slow`);
  reporter.points(0, {
    "failures/share": failed / judged.length,
    "failures/slow_share": slow / judged.length,
    "failures/set": set?.drawn.length ?? 0,
    "perf/cpu_s": cpuSeconds(),
  });
  return "finished";
};

const SET_WORDS = { failed: "failures of", weighted: "weak spots of", uniform: "sample of" };

function judge(
  { model, rootAny }: Problem,
  steps: readonly EpisodeStep[],
  maxSteps: number,
  { counts, slow_over }: Params,
): FailureKind | null {
  const status = steps.at(-1)?.status;
  const named = steps.flatMap(({ action, target }) =>
    target !== null && COUNTED[counts].has(action) ? [target] : [],
  );
  const truth = new Set([...rootAny].map((element) => elementName(model, element)));
  return failureKind(
    {
      of: "repairs",
      solved: status === "OPTIMAL",
      infeasible: status !== "OPTIMAL",
      steps: steps.length,
      maxSteps,
      named,
      truth,
    },
    slow_over,
  );
}

interface DrawnSet {
  drawn: Judged[];
  /** Of each judged episode; null where nothing was weighted. */
  weights: number[] | null;
}

function drawSet(judged: Judged[], { subset, subset_size }: Params, seed: number): DrawnSet {
  if (subset === "failed") return { drawn: judged.filter(({ kind }) => kind !== null), weights: null };
  const weights =
    subset === "uniform"
      ? judged.map(() => 1)
      : weaknessWeights(
          judged.map(({ problem, kind }) => ({ parts: faultTypes(problem.type), failed: kind !== null })),
        );
  const drawn = drawWithout(weights, subset_size, seed).map((place) => judged[place]);
  return { drawn, weights: subset === "weighted" ? weights : null };
}

/** Share of the total weight that lies on each part; a problem of several parts gives each an even share of its own. */
function withWeights(
  parts: WeakPart[],
  judged: Judged[],
  weights: number[] | null,
  namesOf: (problem: Problem) => string[],
): WeakPart[] {
  if (!weights) return parts;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = new Map<string, number>();
  judged.forEach(({ problem }, k) => {
    const names = namesOf(problem);
    for (const name of names) shares.set(name, (shares.get(name) ?? 0) + weights[k] / names.length / total);
  });
  return parts.map((part) => ({ ...part, weight: Math.min(1, shares.get(part.name) ?? 0) }));
}

function reportOf(
  judged: Judged[],
  { slow_over: slowOver, counts, subset }: Params,
  { part, maxSteps }: Pick<FailureReport, "part" | "maxSteps">,
  set: DrawnSet | null,
): FailureReport {
  const looked = judged.map(({ problem: { type, level }, kind }) => ({ type, level, kind }));
  const bad = judged.flatMap(({ kind, ...rest }) => (kind === null ? [] : [{ kind, ...rest }]));
  const sizes = bad.flatMap(({ steps }) => steps[0]?.iisBefore?.length ?? []);
  const weights = set?.weights ?? null;
  return {
    n: judged.length,
    slowOver,
    maxSteps,
    counts,
    part,
    kinds: countKinds(judged.map(({ kind }) => kind)),
    byType: withWeights(
      weakParts(looked, ({ type }) => faultTypes(type)),
      judged,
      weights,
      ({ type }) => faultTypes(type),
    ),
    byLevel: withWeights(
      weakParts(looked, ({ level }) => [level]),
      judged,
      weights,
      ({ level }) => [level],
    ),
    conflict:
      sizes.length === 0
        ? null
        : { n: sizes.length, least: Math.min(...sizes), mean: mean(sizes), most: Math.max(...sizes) },
    meanSteps: bad.length === 0 ? null : mean(bad.map(({ steps }) => steps.length)),
    subset: set && { how: subset, n: set.drawn.length },
    cases: bad.map(({ problem: { contentHash: hash, key, type, level }, kind, steps }) => ({
      hash,
      key,
      type,
      level,
      kind,
      steps: steps.length,
    })),
  };
}

/** What a reader of the set must know of it. */
function aboutSet({ kinds, n, byType, subset }: FailureReport, runName: string): string[] {
  const some = kinds.filter(({ count }) => count > 0).map(({ kind, count }) => `${kind} ${count}`);
  const weighed = byType.flatMap(({ name, weight }) =>
    weight === null ? [] : [`${name} ${writePercent(weight)}`],
  );
  return [
    `Of ${n} episodes of run ${runName} on its train problems: ${some.join(", ") || "none failed"}.`,
    ...(subset?.how === "weighted" && weighed.length > 0 ? [`Drawn by weight: ${weighed.join(", ")}.`] : []),
    ...(subset?.how === "uniform" ? ["Drawn alike, as a control."] : []),
  ].map((sentence) => sentence.slice(0, 500));
}
