import { type RunRecord, selectRun, selectRunsByNameOrPrefix } from "#db/queries/runs.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import type { TableRunRow } from "#db/queries/run-table/run-table.ts";

/** Of how many runs metrics say only what the latest of several attempts sent. */
export const countResumed = (runs: readonly Pick<TableRunRow, "attempt">[]): number =>
  runs.filter(({ attempt }) => attempt !== null && attempt > 1).length;

/** More runs of one name than anybody lists. */
const MOST_OF_A_NAME = 1000;
const SHOWN = 5;

/** The run a person means by an id, a unique start of one, or a name; of several with one name the newest launch. */
export function findRun(ctx: ServiceContext, text: string): RunRecord {
  return findSameNamed(ctx, text)[0];
}

/** The same with all runs of that name, newest launch first; one run where the text is an id or the start of one. */
export function findSameNamed(ctx: ServiceContext, text: string): [RunRecord, ...RunRecord[]] {
  const exact = selectRun(ctx.db, text);
  if (exact) return [exact];
  const found = text === "" ? [] : selectRunsByNameOrPrefix(ctx.db, text, MOST_OF_A_NAME);
  const [newest, ...others] = found.filter((run) => run.name === text);
  if (newest) return [newest, ...others];
  if (found.length === 1) return [found[0]];
  if (found.length > 1) {
    throw new ServiceError(
      "conflict",
      `"${text}" fits ${countOf(found.length, "run")}: ${listRuns(found)}. Give more of the id.`,
    );
  }
  throw new ServiceError(
    "not_found",
    `There is no run "${text.slice(0, 80)}". List them with "npx ablab runs".`,
  );
}

function listRuns(runs: RunRecord[]): string {
  const more = runs.length > SHOWN ? ` and ${writeCount(runs.length - SHOWN)} more` : "";
  return (
    runs
      .slice(0, SHOWN)
      .map((r) => `${r.name} (${r.id})`)
      .join(", ") + more
  );
}
