import { projectSearch } from "#components/search-params/project.ts";
import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsName, parseAsPage, parseAsText } from "#components/search-params/values.ts";
import { panelsSearch } from "#components/panels/views/panels-search.ts";
import { readConditions, writeConditions } from "#components/search-params/run-table.ts";
import { RUN_VIEWS, runSearchHref } from "#components/search-params/runs.ts";
import type { CurveRuns } from "#server/contracts/charts/curves.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { DEFAULT_AXIS } from "#server/contracts/run-table-columns.ts";
import { RUN_STATES } from "#server/contracts/run-lifecycle.ts";

/** How runs become lines: one by one, or a configuration's seeds together by a middle and what lies around it. */
export const LINE_MODES = ["runs", "mean-ci", "mean-range", "median-range", "iqm-range"] as const;
export type LineMode = (typeof LINE_MODES)[number];

/** What is drawn of the runs: their points, or what they have in a few columns. */
export const CURVE_DRAWINGS = ["curves", "scatter", "parallel", "importance"] as const;
export type CurveDrawing = (typeof CURVE_DRAWINGS)[number];

const STATES = ["all", "live", "waiting", "ended", "archived", ...RUN_STATES] as const;
const SHOWN_AT_ONCE = ["100", "200"] as const;

/** Whose curves are shown, and how; all of it is the address. */
export const curvesSearch = {
  ...projectSearch,
  /** Ids of runs. Without any, the runs of the filter, as the run table's address has it. */
  runs: parseAsArrayOf(parseAsString).withDefault([]),
  experiment: parseAsText(ASK_LIMITS.experiment),
  state: parseAsStringLiteral(STATES).withDefault("all"),
  q: parseAsText(ASK_LIMITS.search).withDefault(""),
  where: createParser({
    parse: readConditions,
    serialize: writeConditions,
    eq: (a, b) => writeConditions(a) === writeConditions(b),
  }).withDefault([]),
  show: parseAsStringLiteral(SHOWN_AT_ONCE).withDefault("100"),
  page: parseAsPage.withDefault(0),
  /** Left out, as many runs as there are say it (`linesOf`). */
  lines: parseAsStringLiteral(LINE_MODES),
  /** Short names of runs, or of configurations where these are drawn, that are not shown. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  as: parseAsStringLiteral(CURVE_DRAWINGS).withDefault("curves"),
  /** Columns of the run table: what is drawn along x, the outcome, and the axes beside it. */
  across: parseAsName(ASK_LIMITS.column),
  outcome: parseAsName(ASK_LIMITS.column),
  axes: parseAsArrayOf(parseAsString),
  /** Of axes what is kept of them: "param:lr~0.001~0.1", "param:reward~=rr5". */
  keep: parseAsArrayOf(parseAsString).withDefault([]),
  ...panelsSearch,
  x: parseAsName(ASK_LIMITS.axis).withDefault(DEFAULT_AXIS),
};

export const loadCurvesSearch = createLoader(curvesSearch);
export const curvesHref = createSerializer(curvesSearch);

export type CurvesView = Awaited<ReturnType<typeof loadCurvesSearch>>;

/** Of more runs no eye can follow a line each. */
const FOLLOWED = 12;

/** Whether there are so many runs that seeds put together show more of them, and that there are seeds to put together. */
export const areTooMany = ({ total, groupsTotal }: Pick<CurveRuns, "total" | "groupsTotal">): boolean =>
  total > FOLLOWED && groupsTotal < total;

/**
 * How runs become lines: as the address says; of many runs where it says nothing, a line per configuration. Settings and
 * outcomes are those of single runs.
 */
export const linesOf = (
  { as, lines }: Pick<CurvesView, "as" | "lines">,
  data: Pick<CurveRuns, "total" | "groupsTotal"> | undefined,
): LineMode => (as === "curves" ? (lines ?? (data && areTooMany(data) ? "mean-ci" : "runs")) : "runs");

/** The table of the runs whose curves a view shows; of a state that has no tab there, of any. */
export function runsHref({
  experiment,
  state,
  q,
  where,
}: Pick<CurvesView, "experiment" | "state" | "q" | "where">): string {
  return runSearchHref("/runs", { experiment, view: RUN_VIEWS.find((view) => view === state), q, where });
}

/** The question behind a view. */
export function curvesInput(
  view: Pick<CurvesView, "project" | "runs" | "experiment" | "state" | "q" | "where" | "show" | "page">,
) {
  const limit = Number(view.show);
  return {
    project: view.project,
    runs: view.runs,
    experimentId: view.experiment,
    state: view.state,
    search: view.q,
    where: view.where,
    limit,
    offset: view.page * limit,
  };
}
