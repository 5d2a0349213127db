import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { panelsSearch } from "#components/panels/panels-search.ts";
import { readConditions, writeConditions } from "#components/runs/run-table-address.ts";
import { RUN_STATES } from "#server/contracts/run-lifecycle.ts";

/** How runs become lines: one by one, or a configuration's seeds together by a middle and what lies around it. */
export const LINE_MODES = ["runs", "mean-ci", "mean-range", "median-range", "iqm-range"] as const;
export type LineMode = (typeof LINE_MODES)[number];

const STATES = ["all", "live", "waiting", "ended", ...RUN_STATES] as const;
const SHOWN_AT_ONCE = ["100", "200"] as const;

/** Whose curves are shown, and how; all of it is the address. */
export const curvesSearch = {
  /** Ids of runs. Without any, the runs of the filter, as the run table's address has it. */
  runs: parseAsArrayOf(parseAsString).withDefault([]),
  experiment: parseAsString,
  state: parseAsStringLiteral(STATES).withDefault("all"),
  q: parseAsString.withDefault(""),
  where: createParser({
    parse: readConditions,
    serialize: writeConditions,
    eq: (a, b) => writeConditions(a) === writeConditions(b),
  }).withDefault([]),
  show: parseAsStringLiteral(SHOWN_AT_ONCE).withDefault("100"),
  page: parseAsInteger.withDefault(0),
  lines: parseAsStringLiteral(LINE_MODES).withDefault("runs"),
  /** Short names of runs, or of configurations where these are drawn, that are not shown. */
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  ...panelsSearch,
};

export const loadCurvesSearch = createLoader(curvesSearch);
export const curvesHref = createSerializer(curvesSearch);

export type CurvesView = Awaited<ReturnType<typeof loadCurvesSearch>>;

/** The question behind a view. */
export function curvesInput(
  view: Pick<CurvesView, "runs" | "experiment" | "state" | "q" | "where" | "show" | "page">,
) {
  const limit = Number(view.show);
  return {
    runs: view.runs,
    experimentId: view.experiment,
    state: view.state,
    search: view.q,
    where: view.where,
    limit,
    offset: Math.max(0, view.page) * limit,
  };
}
