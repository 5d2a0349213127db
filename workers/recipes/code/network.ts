import { CODE_ACTIONS, CODE_FEATURES } from "../../code/observe.ts";
import { DEFAULT_MAX_ROWS, Policy, type PolicyShape } from "../../lab/nn/policy.ts";

/** The shape of a network over the grammar's productions. */
export const codeShape = (hidden: number): PolicyShape => ({
  features: CODE_FEATURES,
  hidden,
  actions: CODE_ACTIONS,
  maxRows: DEFAULT_MAX_ROWS,
});

export const createCodeNetwork = (hidden: number): Policy => new Policy(codeShape(hidden));
