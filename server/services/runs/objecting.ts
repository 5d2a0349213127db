import { countRuns, selectRunPage, type RunFilter } from "#db/queries/runs.ts";
import type { ObjectingRuns } from "../../contracts/run.ts";
import type { ServiceContext } from "../context.ts";
import { runObjections } from "./objections.ts";

const LOOKED_AT = 200;
const EVERYTHING: RunFilter = { experimentId: null, states: null, search: "" };

/** Of the latest runs those that a rule cautions about or objects to, whatever their state. */
export function objectingRuns(ctx: ServiceContext): ObjectingRuns {
  const page = selectRunPage(ctx.db, EVERYTHING, LOOKED_AT, 0);
  const found = runObjections(
    ctx,
    page.flatMap(({ attempt }) => attempt ?? []),
  );
  const runs = page.flatMap(({ run, attempt, experiment }) => {
    const all = (attempt && found.get(attempt.id)) ?? [];
    const objections = all.filter(({ severity }) => severity !== "note");
    if (objections.length === 0) return [];
    return [{ id: run.id, name: run.name, experimentId: run.experimentId, experiment, objections }];
  });
  return { runs, lookedAt: page.length, total: countRuns(ctx.db, EVERYTHING) };
}
