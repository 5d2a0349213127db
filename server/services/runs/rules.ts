import { RULES } from "../../checks/registry.ts";
import type { RuleInfo } from "../../checks/rule.ts";

/** Every rule that may object, for the page that explains them. */
export function listRules(): RuleInfo[] {
  return RULES;
}
