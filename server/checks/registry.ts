import { rewardConfigDiffers } from "./c01-reward-config.ts";
import { populationDiffers } from "./c02-population.ts";
import { protocolDiffers } from "./c03-protocol.ts";
import { definitionDiffers } from "./c04-definition.ts";
import { trainStepDiffers } from "./c05-train-step.ts";
import { rolloutsDiffer } from "./c06-rollouts.ts";
import { tooFewSeeds } from "./c07-seeds.ts";
import { startDiffers } from "./c08-start.ts";
import { notSeparable } from "./c09-not-separable.ts";
import { deadGroups } from "./d01-dead-groups.ts";
import { noiseOnly } from "./d06-noise-only.ts";
import { notFinite } from "./d13-not-finite.ts";
import { rewardRescaled } from "./i01-rescaled-reward.ts";
import type { CellRule, RuleInfo, RunRule } from "./rule.ts";

/** Every rule that objects. A new rule is one file and one line here. */
export const RUN_RULES: RunRule[] = [deadGroups, noiseOnly, notFinite, rewardRescaled];

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

/** Every rule a page may name, also those that a single page asks by itself. */
export const RULES: RuleInfo[] = [...RUN_RULES, ...CELL_RULES, notSeparable].map((rule) => rule.info);
