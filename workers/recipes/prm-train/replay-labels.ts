import { evaluationStreams } from "../../lab/algo/evaluate.ts";
import { Experience } from "../../lab/algo/experience.ts";
import { ACTION_COUNT } from "../../lab/env/actions.ts";
import { featureCount, RepairEnv } from "../../lab/env/env.ts";
import { replayEpisode } from "../../lab/prm/replay-episode.ts";
import type { LabelsInput } from "../../protocol/inputs.ts";
import { environmentOf } from "../evaluation/measure.ts";
import { reloadProblems } from "../evaluation/reload-problems.ts";
import type { ProblemNote } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";

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
