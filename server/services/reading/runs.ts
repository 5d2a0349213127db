import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectLaunchedRun, selectExternalRun } from "#db/queries/external.ts";
import { selectProject } from "#db/queries/projects.ts";
import { selectRunPageByIds, type RunPageRow } from "#db/queries/runs.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import { NO_ANNOTATIONS } from "../../contracts/housekeeping/annotation-limits.ts";
import type { ReadRunsInput } from "../../contracts/reading/asked.ts";
import type { ReadMetric, ReadRun, ReadRunDetail, ReadRuns } from "../../contracts/reading/things.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { aside } from "../aside.ts";
import type { ServiceContext } from "../context.ts";
import { annotationsByIds } from "../annotations/read.ts";
import { idsInOrder, type OrderedView } from "../run-table/order.ts";
import { inAttemptOrder, takeoversOf } from "../series/built-upon.ts";
import { type ShownFacts, shownFacts } from "../series/shown-part.ts";
import { whyWords } from "../runs/why-words.ts";
import { conditionIn, orderIn } from "./read-words.ts";
import { readScope, requireReadExperiment, requireReadRun } from "./scope.ts";

/** Characters of configurations that a page tells; one run is told whatever it has. */
const PAGE_CHARACTERS = 4 * 2 ** 20;

export interface ReadPage {
  view: OrderedView;
  offset: number;
  limit: number;
}

/** Ids of a page of runs in the order that is asked for, and how many fit in all. */
export function readPage(
  ctx: ServiceContext,
  { view, offset, limit }: ReadPage,
): { ids: string[]; total: number } {
  const ids = idsInOrder(ctx, view);
  return { ids: ids.slice(offset, offset + limit), total: ids.length };
}

function told(ctx: ServiceContext, rows: readonly RunPageRow[]): ReadRun[] {
  const kept = annotationsByIds(
    ctx,
    rows.map(({ run }) => run.id),
  );
  const slugs = new Map<string, string>();
  const slugOf = (id: string): string => {
    const slug = slugs.get(id) ?? selectProject(ctx.db, id)?.slug ?? id;
    slugs.set(id, slug);
    return slug;
  };
  return rows.map(({ run, experiment }) => {
    const { tags, notes } = kept.get(run.id) ?? NO_ANNOTATIONS;
    return {
      id: run.id,
      name: run.name,
      state: run.state,
      project: slugOf(run.projectId),
      experiment: { id: run.experimentId, title: experiment },
      configuration: run.label,
      recipe: run.recipe,
      seed: isSaidSeed(run.seed) ? run.seed : null,
      tags: [...tags],
      notes,
      created: run.queuedAt,
      started: run.startedAt,
      ended: run.endedAt,
      config: run.params,
    };
  });
}

/** A page of runs. It ends earlier where their configurations are long. */
export async function readRuns(
  ctx: ServiceContext,
  { project, experiment, state, search, where, order, offset, limit }: ReadRunsInput,
  signal?: AbortSignal,
): Promise<ReadRuns> {
  const scope = readScope(ctx, project);
  const view: OrderedView = {
    project: experiment === null ? scope : null,
    experimentId: experiment === null ? null : requireReadExperiment(ctx, experiment).id,
    state,
    search,
    where: where.map(conditionIn),
    sort: order.length > 0 ? order.map(orderIn) : [{ column: "launched", direction: "desc" }],
    group: null,
    also: [],
  };
  const page = { view, offset, limit };
  const { ids, total } = await aside(ctx, { name: "reading.page", work: readPage }, page, signal);
  const byId = new Map(selectRunPageByIds(ctx.db, ids).map((row) => [row.run.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  let [shown, room] = [0, PAGE_CHARACTERS];
  for (; shown < rows.length && (room > 0 || shown === 0); shown++)
    room -= JSON.stringify(rows[shown].run.params).length;
  const reached = offset + (shown === rows.length ? ids.length : shown);
  return {
    runs: told(ctx, rows.slice(0, shown)),
    total,
    next: reached < total && ids.length > 0 ? reached : null,
  };
}

/** Facts of a metric over the attempts of a run, later ones first where they share a name: what was logged last is theirs. */
function metricOf(parts: readonly ShownFacts[]): ReadMetric {
  const [{ metric, axis, lastValue, lastX }] = parts;
  const least = parts.flatMap(({ min }) => min ?? []);
  const greatest = parts.flatMap(({ max }) => max ?? []);
  const finite = parts.map(({ n, nan, posInf, negInf }) => n - nan - posInf - negInf);
  const points = finite.reduce((sum, n) => sum + n, 0);
  const sum = parts.reduce((all, { mean }, i) => all + (mean ?? 0) * finite[i], 0);
  return {
    metric,
    axis,
    n: parts.reduce((all, { n }) => all + n, 0),
    last: lastValue === null ? null : toWire(lastValue),
    last_x: lastX,
    min: least.length > 0 ? Math.min(...least) : null,
    max: greatest.length > 0 ? Math.max(...greatest) : null,
    mean: points > 0 ? sum / points : null,
  };
}

/** What a run has of each metric; of an earlier attempt what no later one took over. */
function summaryOf(ctx: ServiceContext, runId: string): ReadMetric[] {
  const store = pointStore(ctx.db);
  const all = selectAttemptsOfRuns(ctx.db, [runId]);
  const ids = all.map(({ id }) => id);
  const series = store.series(ids, null).filter(({ n }) => n > 0);
  const hiddenFrom = takeoversOf(all, series);
  const newestFirst = inAttemptOrder(all.toReversed(), series);
  return [...Map.groupBy(newestFirst, ({ metric, axis }) => `${axis}\n${metric}`).values()]
    .map((parts) => metricOf(parts.flatMap((one) => shownFacts(store, one, hiddenFrom(one)) ?? [])))
    .toSorted((a, b) => (a.metric < b.metric ? -1 : a.metric > b.metric ? 1 : 0));
}

/** A run with its configuration, what its client told of it, and a summary of each metric. */
export function readRun(ctx: ServiceContext, text: string): ReadRunDetail {
  const { id } = requireReadRun(ctx, text);
  const rows = selectRunPageByIds(ctx.db, [id]);
  const [run] = told(ctx, rows);
  const client = selectExternalRun(ctx.db, id)?.told ?? selectLaunchedRun(ctx.db, id);
  return {
    ...run,
    why: whyWords(ctx, rows).get(id) ?? "",
    client: client?.client ?? null,
    group: client?.groupName ?? null,
    job_type: client?.jobType ?? null,
    environment: client?.environment ?? {},
    logged_summary: client?.summary ?? {},
    summary: summaryOf(ctx, id),
  };
}
