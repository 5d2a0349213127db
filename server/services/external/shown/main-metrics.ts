import { selectPlaceOfExperiment } from "#db/queries/external.ts";
import { type RunPageRow, selectRunPage, selectRunsByIds } from "#db/queries/runs.ts";
import { STEP_METRICS } from "../../../../workers/protocol/default-axis.ts";
import { metricInfo } from "../../../contracts/metrics.ts";
import type { MainMetric, UsualMetrics } from "../../../contracts/external/external.ts";
import { LEAD_METRICS } from "../../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { ServiceContext } from "../../context.ts";
import { scopeId } from "../../projects/find.ts";
import { recipeOf } from "../../recipes/book.ts";
import { sentMetrics, tellingMetrics } from "../headline.ts";

/** The latest launches: what runs of a year ago sent decides nothing of today's table. */
const LOOKED_AT = 200;
const MOST = 3;
/** Where nothing that was sent is known to tell much, so many of the commonest stand in. */
const MOST_COMMON = 2;

const isCounter = (metric: string): boolean =>
  (STEP_METRICS as readonly string[]).includes(metric) || /(^|[/_])(step|epoch)$/.test(metric);

/** Of what runs sent the metrics that say most; where none is known to, the commonest. */
function mainOf(sent: ReadonlyMap<string, number>): string[] {
  const telling = tellingMetrics(sent).slice(0, MOST);
  if (telling.length > 0) return telling;
  return [...sent]
    .filter(([metric]) => !isCounter(metric))
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MOST_COMMON)
    .map(([metric]) => metric);
}

/** What the evaluations of the bench's own runs are told by. */
function leadsOfOwn(ctx: ServiceContext, page: readonly RunPageRow[]): UsualMetrics["leads"] {
  const own = page.filter(({ run }) => run.origin !== "external");
  const measuring = [...Map.groupBy(own, ({ run }) => run.recipe).values()].flatMap(
    ([{ run }]) => recipeOf(ctx.db, run)?.metrics ?? [],
  );
  return LEAD_METRICS.filter((metric) => measuring.includes(metric));
}

/** What a list of runs shows where nobody chose its columns: what runs from outside sent, and whether others are among them. */
export function usualMetrics(
  ctx: ServiceContext,
  experimentId: string | null,
  project?: string | null,
): UsualMetrics {
  const page = selectRunPage(
    ctx.db,
    { projectId: scopeId(ctx, project), experimentId, states: null, search: "" },
    LOOKED_AT,
    0,
  );
  const external = page.flatMap(({ run }) => (run.origin === "external" ? [run] : []));
  const leads = leadsOfOwn(ctx, page);
  if (external.length === 0) return { external: [], hasOwn: true, leads };
  const experiments = new Set(external.map((run) => run.experimentId));
  const chosen = [...experiments].flatMap((id) => selectPlaceOfExperiment(ctx.db, id)?.metrics ?? []);
  const sent = sentMetrics(
    ctx,
    external.map(({ id }) => id),
  );
  const main = [...new Set([...chosen.filter((metric) => sent.has(metric)), ...mainOf(sent)])];
  return { external: main.slice(0, MOST), hasOwn: external.length < page.length, leads };
}

/** Of each run from outside the metric that says most: the one its project chose, else of what it sent. */
export function mainMetrics(ctx: ServiceContext, runIds: readonly string[]): Record<string, MainMetric> {
  const external = selectRunsByIds(ctx.db, [...runIds]).filter(({ origin }) => origin === "external");
  const entries = external.flatMap(({ id, experimentId }) => {
    const sent = sentMetrics(ctx, [id]);
    const chosen = selectPlaceOfExperiment(ctx.db, experimentId)?.metrics.find((metric) => sent.has(metric));
    const main = chosen ?? mainOf(sent)[0];
    return main === undefined ? [] : [[id, { metric: main, title: metricInfo(main).title }] as const];
  });
  return Object.fromEntries(entries);
}
