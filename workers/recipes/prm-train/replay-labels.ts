import { z } from "zod";
import { evaluationStreams } from "../../lab/algo/evaluate.ts";
import { Experience } from "../../lab/algo/experience.ts";
import { ACTION_COUNT } from "../../lab/env/actions.ts";
import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import { featureCount, RepairEnv } from "../../lab/env/env.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { replayEpisode } from "../../lab/prm/replay-episode.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { LabelsInput } from "../../protocol/inputs.ts";
import { environmentOf, observationName, type Observed } from "../evaluation/measure.ts";
import { loadProblemSets, type ProblemNote } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";

/** What must be known of the run that played the episodes; every recipe that measures has these parameters. */
const SourceParams = z.object({
  problems: z.string(),
  level: z.enum(LEVEL_NAMES),
  names: z.enum(["neutral", "original", "random"]).default("neutral"),
  train_problems: z.number().int(),
  eval_problems: z.number().int(),
  holdout_share: z.number(),
  problem_seed: z.number().int(),
  only_level: z.enum(["all", ...LEVEL_NAMES]).default("all"),
  sigma: z.number(),
  observe_names: z.boolean().default(false),
});

/** Labelled steps as a network sees them. */
export interface LabelledSteps {
  /** One decision per step: the entity that was acted on, since the score of an action depends on no other. */
  experience: Experience;
  /** Indexed by decision. */
  labels: Float64Array;
  /** Decisions of each episode that has labels, in the order of the episodes. */
  episodes: number[][];
  /** The episodes were played with the classes of names in sight. */
  seesNames: boolean;
  /** What a reader must know about the problems. */
  notes: ProblemNote[];
}

/**
 * Loads the problems of a label set again, plays its episodes and keeps what the policy saw before each labelled step.
 * Throws `Refusal` where problems, episodes and labels do not belong together.
 */
export function replayLabels({ evaluation, labels }: LabelsInput): LabelledSteps {
  const { protocol, run, episodes } = evaluation;
  const { problems, sees, notes } = reloadProblems(evaluation);
  const byEpisode = groupLabels(labels);
  const count = labels.length;
  if (count === 0) throw new Refusal("The label set holds no labels. Choose another one.");
  const environment = environmentOf(sees, protocol.maxSteps);
  const width = featureCount(environment);
  const experience = new Experience([], count, width);
  const seen = new Experience(problems, 1, width);
  const kept = new Float64Array(count);
  const env = new RepairEnv(environment);
  const decisions: number[][] = [];
  for (const { i, steps } of episodes) {
    const own = byEpisode.get(i);
    if (!own) continue;
    byEpisode.delete(i);
    if (i >= problems.length)
      throw new Refusal(`Episode ${i} of run ${run.name} is on none of its problems.`);
    const mine: number[] = [];
    const rng = evaluationStreams(protocol.evalSeed, i).environment;
    const mismatch = replayEpisode(env, problems[i], rng, steps, (position, action) => {
      const label = own.get(position + 1);
      if (label === undefined) return;
      own.delete(position + 1);
      seen.clear();
      const [entity, type] = [Math.floor(action / ACTION_COUNT), action % ACTION_COUNT];
      const decision = experience.keepEntity(seen, seen.observe(env, i), entity, type);
      kept[decision] = label;
      mine.push(decision);
    });
    if (mismatch !== null) {
      throw new Refusal(
        `Episode ${i} of run ${run.name} cannot be played again on problem ${problems[i].key}: ${mismatch}. It was recorded by another version or on other problems; evaluate and label again.`,
      );
    }
    if (own.size > 0) throw new Refusal(missing(i, [...own.keys()][0]));
    decisions.push(mine);
  }
  for (const [i, own] of byEpisode) throw new Refusal(missing(i, [...own.keys()][0]));
  return { experience, labels: kept, episodes: decisions, notes, seesNames: sees.observe_names };
}

const missing = (i: number, step: number) =>
  `The label set has a label for step ${step} of episode ${i}, which its evaluation does not hold. Label the episodes again.`;

function reloadProblems({ params, part, problems: hashes, ...evaluation }: LabelsInput["evaluation"]): {
  problems: Problem[];
  sees: Observed;
  notes: ProblemNote[];
} {
  const { run, protocol } = evaluation;
  const source = SourceParams.safeParse(params);
  if (!source.success) {
    const [issue] = source.error.issues;
    throw new Refusal(
      `The parameters of run ${run.name} do not say which problems it played: ${issue.path.join(".")}: ${issue.message}.`,
    );
  }
  const sees: Observed = source.data;
  if (protocol.observation !== observationName(sees)) {
    throw new Refusal(
      `Run ${run.name} observed "${protocol.observation}", but its parameters say "${observationName(sees)}"; its episodes cannot be seen again as they were.`,
    );
  }
  const sets = loadProblemSets(source.data, null);
  const problems = part === "train" ? sets.train : sets.heldOut;
  const own = problems.map((problem) => problem.contentHash);
  if (populationHash(own) !== evaluation.populationHash || own.some((hash, i) => hash !== hashes[i])) {
    throw new Refusal(
      `The episodes of run ${run.name} were played on other problems than its parameters give here ("${source.data.problems}", ${part === "train" ? "train" : "held-out"} part): the benchmark or the version changed. Evaluate and label again.`,
    );
  }
  return { problems, sees, notes: sets.notes };
}

/** Episode -> step -> label. */
function groupLabels(labels: LabelsInput["labels"]): Map<number, Map<number, number>> {
  const grouped = new Map<number, Map<number, number>>();
  for (const { i, step, label } of labels) {
    const own = grouped.get(i) ?? new Map<number, number>();
    if (own.has(step)) throw new Refusal(`The label set has two labels for step ${step} of episode ${i}.`);
    grouped.set(i, own.set(step, label));
  }
  return grouped;
}
