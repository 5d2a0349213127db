import { selectRun, selectRunsByNameOrPrefix, type RunRecord } from "#db/queries/runs.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/** The run a person means by an id, a unique start of one, or a name; of several with one name the newest launch. */
export function findRun(ctx: ServiceContext, text: string): RunRecord {
  const exact = selectRun(ctx.db, text);
  if (exact) return exact;
  const found = text === "" ? [] : selectRunsByNameOrPrefix(ctx.db, text, 5);
  const named = found.filter((run) => run.name === text);
  if (named.length > 0) return named[0];
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    throw new ServiceError(
      "conflict",
      `"${text}" fits ${found.length} runs: ${found.map((r) => `${r.name} (${r.id})`).join(", ")}. Give more of the id.`,
    );
  }
  throw new ServiceError(
    "not_found",
    `There is no run "${text.slice(0, 80)}". List them with "npx ablab runs".`,
  );
}
