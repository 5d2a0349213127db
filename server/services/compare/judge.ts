import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { rewardConfigDiffers } from "../../checks/c01-reward-config.ts";
import { populationDiffers } from "../../checks/c02-population.ts";
import { protocolDiffers } from "../../checks/c03-protocol.ts";
import { definitionDiffers } from "../../checks/c04-definition.ts";
import type { CellFacts, MetricFacts } from "../../checks/rule.ts";
import type { Objection } from "../../contracts/objection.ts";
import type { ServiceContext } from "../context.ts";
import { canonicalJson } from "../hashing.ts";
import { measuredHash } from "./population-gaps.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

const REWARD: MetricFacts = { metric: "reward/raw", isTrainingReward: true, isEvaluation: false };
const EVALUATION: MetricFacts = { metric: "every evaluation", isTrainingReward: false, isEvaluation: true };
const ROOT: MetricFacts = { metric: "da.root", isTrainingReward: false, isEvaluation: true };

/** How episodes were run. How DA was counted in them is another question, and its own rule. */
function protocolWords({ evaluation }: ResolvedSide): string {
  const { decoding, temperature, maxSteps, observation, evalSeed } = evaluation.protocol;
  return `${decoding}, temperature ${temperature}, at most ${maxSteps} steps, ${observation}, evaluation seed ${evalSeed}`;
}

function factsOf(ctx: ServiceContext, side: ResolvedSide, common: boolean): CellFacts {
  const { run, evaluation } = side;
  const { daDefinition, ...protocol } = evaluation.protocol;
  return {
    config: side.name,
    seeds: 1,
    planned: 1,
    rewardHash: run.rewardHash,
    rewardFormula: run.rewardConfig.formula,
    populations: [{ hash: common ? "the common problems" : measuredHash(ctx, side), n: evaluation.n }],
    protocols: [{ hash: canonicalJson(protocol), words: protocolWords(side) }],
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
    protocols: sides.map(protocolWords),
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
