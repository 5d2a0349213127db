import type { Problem } from "../../lab/env/problem.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { EvaluationInput } from "../../protocol/inputs.ts";
import { ProblemParams } from "../../protocol/problems/problem-params.ts";
import { loadProblemSets, type ProblemNote } from "../problems/problem-sets.ts";
import { Refusal } from "../refusal.ts";
import { observationName, type Observed } from "./measure.ts";

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
  const source = ProblemParams.safeParse(params);
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
