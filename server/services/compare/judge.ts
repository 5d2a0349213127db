import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { rewardConfigDiffers } from "../../checks/c01-reward-config.ts";
import { populationDiffers } from "../../checks/c02-population.ts";
import { protocolDiffers } from "../../checks/c03-protocol.ts";
import { definitionDiffers } from "../../checks/c04-definition.ts";
import type { CellFacts, MetricFacts } from "../../checks/rule.ts";
import type { Objection } from "../../contracts/objection.ts";
import type { ServiceContext } from "../context.ts";
import { measuredProblemsHash } from "../evaluations/measured-problems.ts";
import { protocolWords } from "../evaluations/protocol-words.ts";
import { canonicalJson } from "../hashing.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

const REWARD: MetricFacts = { metric: "reward/raw", isTrainingReward: true, isEvaluation: false };
const EVALUATION: MetricFacts = { metric: "every evaluation", isTrainingReward: false, isEvaluation: true };
const ROOT: MetricFacts = { metric: "da.root", isTrainingReward: false, isEvaluation: true };

function factsOf(ctx: ServiceContext, side: ResolvedSide, common: boolean): CellFacts {
  const { run, evaluation, population } = side;
  const { daDefinition, ...protocol } = evaluation.protocol;
  const measured = measuredProblemsHash(ctx.db, {
    evaluationId: evaluation.id,
    populationHash: population.hash,
    partial: evaluation.n !== population.n,
  });
  return {
    config: side.name,
    seeds: 1,
    planned: 1,
    rewardHash: run.rewardHash,
    rewardFormula: run.rewardConfig.formula,
    populations: [{ hash: common ? "the common problems" : measured, n: evaluation.n }],
    protocols: [{ hash: canonicalJson(protocol), words: protocolWords(evaluation.protocol) }],
    definition: daDefinition,
    trainSteps: [evaluation.trainStep],
    episodes: null,
    startWeights: [],
  };
}

const hasReward = ({ run }: ResolvedSide): boolean =>
  findRecipe(run.recipe)?.metrics.includes("reward/raw") ?? true;

export interface Judged {
  objections: Objection[];
  /** Sides whose problems or protocol are not the first side's. */
  otherProblems: number[];
  otherProtocol: number[];
  otherDefinition: number[];
  protocols: string[];
}

/** What the comparability rules say of each side beside the first. With `common` all count the same problems. */
export function judgeSides(ctx: ServiceContext, sides: ResolvedSide[], common: boolean): Judged {
  const facts = sides.map((side) => factsOf(ctx, side, common));
  const judged: Judged = {
    objections: [],
    otherProblems: [],
    otherProtocol: [],
    otherDefinition: [],
    protocols: sides.map(({ evaluation }) => protocolWords(evaluation.protocol)),
  };
  const note = (found: Objection[], into: number[] | null, i: number) => {
    judged.objections.push(
      ...found.map((o) => (o.metric === EVALUATION.metric ? { ...o, metric: null } : o)),
    );
    if (found.length > 0) into?.push(i);
  };
  facts.forEach((own, i) => {
    if (i === 0) return;
    note(populationDiffers.check(own, facts[0], EVALUATION), judged.otherProblems, i);
    note(protocolDiffers.check(own, facts[0], EVALUATION), judged.otherProtocol, i);
    note(definitionDiffers.check(own, facts[0], ROOT), judged.otherDefinition, i);
    // A policy that no reward trained has none that could differ.
    if (hasReward(sides[i]) && hasReward(sides[0]))
      note(rewardConfigDiffers.check(own, facts[0], REWARD), null, i);
  });
  return judged;
}
