import { RULES } from "../../judgement/registry.ts";
import type { RuleInfo } from "../../judgement/rule.ts";

/** Every rule that may object, for the page that explains them. */
export function listRules(): readonly RuleInfo[] {
  return RULES;
}
