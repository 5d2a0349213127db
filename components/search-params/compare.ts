import {
  createLoader,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsPage, parseAsText } from "#components/search-params/values.ts";
import { parseAsSharedX } from "#components/panels/views/panels-search.ts";
import { diagnosisSearch } from "#packs/repair/pages/diagnosis-search.ts";
import { reportedSearch } from "#components/search-params/reported.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { METRICS_AT_ONCE, PROBLEM_FILTERS } from "#server/contracts/compare/compare-words.ts";
import { ID_PREFIXES } from "#server/contracts/id-prefixes.ts";
import { X_AXES } from "#server/contracts/x-axes.ts";

/** The whole view of a comparison is its address. */
export const compareSearch = {
  /** Evaluations or runs; the first is what the others are compared with. */
  e: parseAsArrayOf(parseAsString).withDefault([]),
  k: parseAsInteger.withDefault(5),
  /** Counts the problems that all were measured on. */
  only: parseAsStringLiteral(["common"] as const),
  /** Place in `e` of the side whose problems are listed. */
  side: parseAsInteger.withDefault(1),
  filter: parseAsStringLiteral(PROBLEM_FILTERS).withDefault("flipped"),
  q: parseAsText(ASK_LIMITS.search).withDefault(""),
  /** Content hash of the problem whose episodes stand side by side. */
  problem: parseAsString,
  /** The runs themselves, where they could be compared by problem. */
  show: parseAsStringLiteral(["runs"] as const),
  /** Of the runs' metrics. */
  page: parseAsPage.withDefault(0),
  /** Metrics whose curves are drawn; left out, the first few. */
  curves: parseAsArrayOf(parseAsString),
  ...diagnosisSearch,
  ...reportedSearch,
  config: parseAsStringLiteral(["differs", "all"] as const).withDefault("differs"),
  x: parseAsStringLiteral(X_AXES).withDefault("step"),
  sharedx: parseAsSharedX,
  metric: parseAsString.withDefault("reward/raw"),
  /** Opens the list to choose from. */
  pick: parseAsStringLiteral(["open"] as const),
};

export const loadCompareSearch = createLoader(compareSearch);

export type CompareView = Awaited<ReturnType<typeof loadCompareSearch>>;

const MOST_STEPS = 1000;

/** The question behind a view. A k that is none is 5. */
export function compareInput(view: Pick<CompareView, "e" | "k" | "only">) {
  const k = view.k >= 1 && view.k <= MOST_STEPS ? view.k : 5;
  return { ids: view.e, k, common: view.only === "common" };
}

/** The question about the runs themselves. */
export function compareRunsInput(view: Pick<CompareView, "e" | "q" | "page" | "config">) {
  const offset = view.page * METRICS_AT_ONCE;
  return { ids: view.e, search: view.q, offset, equal: view.config === "all" };
}

/** Whether a view may be of the runs themselves: evaluations that are named are compared by problem. */
export const mayBeOfRuns = ({ e, show }: Pick<CompareView, "e" | "show">): boolean =>
  show === "runs" || e.some((id) => id.startsWith(`${ID_PREFIXES.run}_`));

const SHOWN = 100;

/** The question behind the list to choose from. */
export function pickInput(search: string, along: boolean, project: string | null) {
  return { project, search, finalOnly: !along, limit: SHOWN };
}
