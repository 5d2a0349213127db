import type { Finding } from "../../../contracts/finding.ts";
import { isWarning } from "../../../contracts/is-warning.ts";
import type { RunDetail } from "../../../contracts/run.ts";
import { BEING_COMPUTED, isBeingComputed } from "../../../checks/health/being-computed.ts";
import { RUN_RULES } from "../../../checks/registry.ts";
import type { ServiceContext } from "../../context.ts";
import { storedFacts } from "./stored-facts.ts";

/** What a page says where it shows no warning: that there is none, or why nobody can say so yet; nothing where there is one. */
export function noWarnings(findings: readonly Finding[], notes: RunDetail["notes"]): string {
  if (findings.some(isWarning)) return "";
  if (findings.some(({ dismissed }) => dismissed)) return "No warnings but those dismissed.";
  if (findings.some(isBeingComputed)) return BEING_COMPUTED.claim;
  return notes.some(({ level }) => level === "warning")
    ? "Warnings of the trainer stand below."
    : "No warnings.";
}

/** "Metrics not logged: entropy (D07, D08); KL (D09)."; null where every rule could look. */
export function notLogged(ctx: ServiceContext, attempt: { id: string; runId: string }): string | null {
  const facts = storedFacts(ctx.db, attempt, undefined, null);
  const lacking = RUN_RULES.flatMap(({ info, lacks }) => {
    const what = lacks?.(facts);
    return what == null ? [] : [{ what, id: info.id }];
  });
  if (lacking.length === 0) return null;
  const said = [...Map.groupBy(lacking, ({ what }) => what)].map(
    ([what, same]) => `${what} (${same.map(({ id }) => id).join(", ")})`,
  );
  return `Metrics not logged: ${said.join("; ")}.`;
}
