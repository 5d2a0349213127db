import { evaluationStreams } from "../../lab/algo/evaluate.ts";
import { Experience } from "../../lab/algo/experience.ts";
import { featureCount, RepairEnv } from "../../lab/env/env.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { replayEpisode } from "../../lab/prm/replay-episode.ts";
import type { EvaluationInput } from "../../protocol/inputs.ts";
import { environmentOf, type Observed } from "../evaluation/measure.ts";
import { reloadProblems } from "../evaluation/reload-problems.ts";
import type { ProblemNote } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";

/** Decisions to imitate, and the problems they were made on. */
export interface Taught {
  problems: Problem[];
  decisions: Experience;
  notes: ProblemNote[];
}

/**
 * The solved episodes of an evaluation as decisions to imitate, the first `most` of them, each as its policy saw it. Throws
 * `Refusal` for episodes on held-out problems, where none is kept or solved, where the learner sees otherwise, and where they
 * cannot be played again.
 */
export function successesOf(evaluation: EvaluationInput, sees: Observed, most: number): Taught {
  const { run, part, protocol, episodes } = evaluation;
  if (part !== "train")
    throw new Refusal(
      `The evaluation of run ${run.name} was made on held-out problems; whoever learns from them is measured by memory. Evaluate that policy on its train problems (recipe evaluate, part train) and take that one.`,
    );
  if (episodes.length === 0)
    throw new Refusal(
      `The evaluation of run ${run.name} keeps no steps; only final evaluations do. Measure the checkpoint with the recipe evaluate, part train.`,
    );
  const source = reloadProblems(evaluation);
  if (source.sees.observe_names !== sees.observe_names)
    throw new Refusal(
      `The policy of run ${run.name} ${source.sees.observe_names ? "saw" : "did not see"} the classes of names, and this one ${sees.observe_names ? "does" : "does not"}. Set observe_names alike.`,
    );
  const solved = episodes.filter(({ steps }) => steps.at(-1)?.status === "OPTIMAL").slice(0, most);
  if (solved.length === 0)
    throw new Refusal(
      `None of the ${episodes.length} episodes of run ${run.name} ended with a solution, so there is nothing to learn from.`,
    );
  const problems = solved.map(({ i }) => source.problems[i]);
  const environment = environmentOf(source.sees, protocol.maxSteps);
  const count = solved.reduce((sum, { steps }) => sum + steps.length, 0);
  const decisions = new Experience(problems, count, featureCount(environment));
  const env = new RepairEnv(environment);
  solved.forEach(({ i, steps }, episode) => {
    const rng = evaluationStreams(protocol.evalSeed, i).environment;
    const mismatch = replayEpisode(env, problems[episode], rng, steps, (_position, action) => {
      decisions.action[decisions.observe(env, episode)] = action;
    });
    if (mismatch !== null)
      throw new Refusal(
        `Episode ${i} of run ${run.name} cannot be played again on problem ${problems[episode].key}: ${mismatch}. It was recorded by another version or on other problems; evaluate again.`,
      );
  });
  const message = `Learns from ${solved.length} solved episodes, ${count} steps, of ${episodes.length} that run ${run.name} played on its train problems.`;
  return { problems, decisions, notes: [...source.notes, { level: "info", message }] };
}
