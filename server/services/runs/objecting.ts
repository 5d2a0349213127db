import { selectLatestJudged } from "#db/queries/twins.ts";
import { countRuns, selectRunPageByIds, type RunFilter } from "#db/queries/runs.ts";
import type { ObjectingRuns } from "../../contracts/run.ts";
import type { Objection } from "../../contracts/objection.ts";
import type { ServiceContext } from "../context.ts";
import { lastObjections, runObjections } from "./objections.ts";

const LOOKED_AT = 200;
const EVERYTHING: RunFilter = { experimentId: null, states: null, search: "" };

const isSaidAloud = ({ severity }: Objection): boolean => severity !== "note";

/** Of the latest runs those that a rule cautions about or objects to, whatever their state. */
export function objectingRuns(ctx: ServiceContext): ObjectingRuns {
  const latest = selectLatestJudged(ctx.db, LOOKED_AT);
  const found = runObjections(
    ctx,
    latest.flatMap(({ attempt }) => attempt ?? []),
  );
  const said = new Map(
    latest.flatMap(({ runId, attempt }) => {
      const objections = ((attempt && found.get(attempt.id)) ?? []).filter(isSaidAloud);
      return objections.length > 0 ? [[runId, objections] as const] : [];
    }),
  );
  const runs = selectRunPageByIds(ctx.db, [...said.keys()]).map(({ run, experiment }) => ({
    id: run.id,
    name: run.name,
    experimentId: run.experimentId,
    experiment,
    objections: said.get(run.id) ?? [],
  }));
  return { runs, lookedAt: latest.length, total: countRuns(ctx.db, EVERYTHING) };
}

/** A look at a run takes a while; the sidebar asks once a second on every open page. */
const COUNTING = { budgetMs: 20, staleMs: 10_000 };

/** How many of the latest runs that is, by the last look at each; null while some wait for their first. */
export function countObjecting(ctx: ServiceContext): number | null {
  const attempts = selectLatestJudged(ctx.db, LOOKED_AT).flatMap(({ attempt }) => attempt ?? []);
  const last = lastObjections(ctx, attempts, COUNTING);
  if (last.size < attempts.length) return null;
  return [...last.values()].filter((objections) => objections.some(isSaidAloud)).length;
}
