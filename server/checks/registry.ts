import { rewardConfigDiffers } from "./c01-reward-config.ts";
import { populationDiffers } from "./c02-population.ts";
import { protocolDiffers } from "./c03-protocol.ts";
import { definitionDiffers } from "./c04-definition.ts";
import { trainStepDiffers } from "./c05-train-step.ts";
import { rolloutsDiffer } from "./c06-rollouts.ts";
import { tooFewSeeds } from "./c07-seeds.ts";
import { startDiffers } from "./c08-start.ts";
import { deadGroups } from "./d01-dead-groups.ts";
import { notFinite } from "./d13-not-finite.ts";
import type { CellRule, RuleInfo, RunRule } from "./rule.ts";

/** Every rule that objects. A new rule is one file and one line here. */
export const RUN_RULES: RunRule[] = [deadGroups, notFinite];

export const CELL_RULES: CellRule[] = [
  rewardConfigDiffers,
  populationDiffers,
  protocolDiffers,
  definitionDiffers,
  trainStepDiffers,
  rolloutsDiffer,
  tooFewSeeds,
  startDiffers,
];

export const RULES: RuleInfo[] = [...RUN_RULES, ...CELL_RULES].map((rule) => rule.info);
