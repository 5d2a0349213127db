import { AXIOM_RL } from "./axiom-rl.ts";
import { LLM_FOR_OR_EVALUATIONS } from "./llm-for-or.ts";
import { LLM_FOR_OR_PLANS } from "./llm-for-or-plans.ts";
import { LLM_FOR_OR_TRAINING } from "./llm-for-or-training.ts";
import type { ReferenceTable } from "./reference-table.ts";

/** Reported tables of two public projects. */
export const REFERENCE_TABLES: readonly ReferenceTable[] = [
  ...LLM_FOR_OR_EVALUATIONS,
  ...LLM_FOR_OR_TRAINING,
  ...LLM_FOR_OR_PLANS,
  ...AXIOM_RL,
];
