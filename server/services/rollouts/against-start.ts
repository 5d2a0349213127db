import type { z } from "zod";
import { selectRun } from "#db/queries/runs.ts";
import { AgainstStartInput, type AgainstStart } from "../../contracts/rollouts/against-start.ts";
import { isParsed, policyOf, sortedPolicies } from "../../contracts/external/said-columns.ts";
import { AUDIT_LIMITS } from "../../contracts/rollouts/audit-limits.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import { ServiceError } from "../../errors.ts";
import { usualThreshold } from "../../stats/audit/draw-audit.ts";
import {
  COVER_TAUS,
  coverAt,
  parseSplit,
  passAgainstStart,
  type TriedProblem,
  type Tries,
} from "../../stats/problems/against-start.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { doInSlices, type Sliced } from "../series/sliced.ts";
import { sourcedSteps, type SourcedStep } from "./source.ts";
import { finiteReward } from "./spread.ts";

interface ReadProblem {
  key: string;
  opening: string;
  rewards: number[];
  /** How many answers could be read; null where one does not say. */
  parsed: number | null;
}

interface ReadSide {
  step: SourcedStep;
  problems: Map<string, ReadProblem>;
  policies: Set<string>;
}

/** Completions of a step by their prompt. */
function* readSide(step: SourcedStep): Sliced<ReadSide> {
  const problems = new Map<string, ReadProblem>();
  const policies = new Set<string>();
  for (const { key, hash, opening } of step.source.groups(step)) {
    const known = problems.get(hash) ?? { key, opening, rewards: [], parsed: 0 };
    for (const one of step.source.completions(step, key)) {
      const reward = finiteReward(one);
      if (reward === null) continue;
      const parsed = isParsed(one);
      const policy = policyOf(one);
      if (policy !== null) policies.add(policy);
      known.rewards.push(reward);
      known.parsed = known.parsed === null || parsed === null ? null : known.parsed + Number(parsed);
    }
    if (known.rewards.length > 0) problems.set(hash, known);
    yield;
  }
  return { step, problems, policies };
}

/** The two evaluated steps that are asked for, or the first and the last. */
function stepsOf(ctx: ServiceContext, { runId, start, trained }: AgainstStartInput): SourcedStep[] {
  const steps = sourcedSteps(ctx, runId).filter(({ phase }) => phase === "eval");
  const found = [start ?? steps.at(0)?.step, trained ?? steps.at(-1)?.step].map((wanted) =>
    steps.find(({ step }) => step === wanted),
  );
  const [first, last] = found;
  if (start === null && trained === null && steps.length < 2)
    throw new ServiceError(
      "conflict",
      `The first and the last evaluation are compared, and this run has ${steps.length === 0 ? "none" : "only one"} with completions. Evaluate the start as well, with its completions.`,
      { field: "trained" },
    );
  if (!first || !last || first.step === last.step)
    throw new ServiceError(
      "not_found",
      `Two evaluated steps with completions are compared; this run has ${writeCount(steps.length)}, or not those that were named.`,
      { field: "trained" },
    );
  const n = first.n + last.n;
  if (n > AUDIT_LIMITS.population)
    throw new ServiceError(
      "too_large",
      `These are ${countOf(n, "completion")}; at most ${writeCount(AUDIT_LIMITS.population)} are compared at once.`,
    );
  return [first, last];
}

const sideOf = ({ step, problems, policies }: ReadSide): AgainstStart["start"] => ({
  step: step.step,
  problems: problems.size,
  completions: [...problems.values()].reduce((sum, { rewards }) => sum + rewards.length, 0),
  policies: sortedPolicies([...policies]),
});

/**
 * What a trained policy solves against its start, problem by problem, from the completions of two evaluations: pass@k, Cover@tau,
 * problems that it lost, and of the gain what comes from answers that can be read now. Where a side was answered by several
 * policies, as by trainers that go on while they evaluate, that is said and no difference is given.
 */
export async function againstStart(
  ctx: ServiceContext,
  rawInput: z.input<typeof AgainstStartInput>,
  signal?: AbortSignal,
): Promise<AgainstStart> {
  const input = AgainstStartInput.parse(rawInput);
  if (!selectRun(ctx.db, input.runId))
    throw new ServiceError("not_found", `There is no run ${input.runId}. It may have been deleted.`);
  const [first, last] = stepsOf(ctx, input);
  const start = await doInSlices(readSide(first), signal);
  const trained = await doInSlices(readSide(last), signal);
  const hashes = [...start.problems.keys()].filter((hash) => trained.problems.has(hash));
  if (hashes.length === 0)
    throw new ServiceError("conflict", "The two evaluations have no problem in common.", {
      field: "trained",
    });
  const read = (of: ReadSide, hash: string): ReadProblem => of.problems.get(hash)!;
  const threshold =
    input.threshold ??
    usualThreshold(hashes.flatMap((hash) => [...read(start, hash).rewards, ...read(trained, hash).rewards]));
  const triesOf = ({ rewards, parsed }: ReadProblem): Tries => {
    const right = rewards.filter((reward) => reward >= threshold).length;
    // What was right was read, whatever its client says.
    return { n: rewards.length, right, parsed: parsed === null ? null : Math.max(parsed, right) };
  };
  const problems = hashes.map((hash): TriedProblem & { hash: string } => ({
    hash,
    start: triesOf(read(start, hash)),
    trained: triesOf(read(trained, hash)),
  }));
  const lost = problems.filter((one) => one.start.right > 0 && one.trained.right === 0);
  const severalPolicies = start.policies.size > 1 || trained.policies.size > 1;
  return {
    runId: input.runId,
    threshold,
    start: sideOf(start),
    trained: sideOf(trained),
    problems: problems.length,
    severalPolicies,
    pass: passAgainstStart(problems).map(({ k, start: before, trained: after, difference }) => ({
      k,
      start: before,
      trained: after,
      difference: severalPolicies
        ? null
        : { value: difference.value, low: difference.low, high: difference.high },
    })),
    cover: COVER_TAUS.map((tau) => ({
      tau,
      start: coverAt(problems, "start", tau),
      trained: coverAt(problems, "trained", tau),
    })),
    lost: lost.length,
    lostProblems: lost.slice(0, ROLLOUT_LIMITS.listed).map((one) => {
      const { key, opening } = read(start, one.hash);
      const { right, n } = one.start;
      return { key, opening, startRight: right, startTries: n, trainedTries: one.trained.n };
    }),
    gained: problems.filter((one) => one.start.right === 0 && one.trained.right > 0).length,
    parse: severalPolicies ? null : parseSplit(problems),
  };
}
