import {
  createLoader,
  createSerializer,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

/** Views of the list, as tabs. */
export const RUN_VIEWS = ["all", "live", "waiting", "ended", "failed", "crashed"] as const;
export type RunView = (typeof RUN_VIEWS)[number];

export const PAGE_SIZE = 200;

/** The list's view is its address. */
export const runSearch = {
  view: parseAsStringLiteral(RUN_VIEWS).withDefault("all"),
  q: parseAsString.withDefault(""),
  experiment: parseAsString,
  page: parseAsInteger.withDefault(0),
};

export const loadRunSearch = createLoader(runSearch);
export const runSearchHref = createSerializer(runSearch);

/** The question behind a view. */
export function runListInput(search: { view: RunView; q: string; experiment: string | null; page: number }) {
  return {
    state: search.view,
    search: search.q,
    experimentId: search.experiment,
    limit: PAGE_SIZE,
    offset: search.page * PAGE_SIZE,
  };
}
