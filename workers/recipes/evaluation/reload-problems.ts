import { z } from "zod";
import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { EvaluationInput } from "../../protocol/inputs.ts";
import { loadProblemSets, type ProblemNote } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";
import { observationName, type Observed } from "./measure.ts";

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

/**
 * The problems that an evaluation was played on, in its order, with what its policy could see of them.
 * Throws `Refusal` where its run's parameters do not give the same ones here.
 */
export function reloadProblems({ params, part, problems: hashes, ...evaluation }: EvaluationInput): {
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
