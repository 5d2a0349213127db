import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsName, parseAsText } from "#components/layout/address-values.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import type { SortKey } from "#server/contracts/run-table-columns.ts";
import {
  readColumns,
  readConditions,
  readGroup,
  readSort,
  writeColumns,
  writeConditions,
  writeGroup,
  writeSort,
  type ChosenColumn,
} from "./run-table-address.ts";
import { DEFAULT_COLUMNS, valueBlocks } from "./run-table-defaults.ts";

/** Views of the list, as tabs. */
export const RUN_VIEWS = ["all", "live", "waiting", "ended", "failed", "crashed"] as const;
export type RunView = (typeof RUN_VIEWS)[number];

/** Lines that are fetched together. */
export const PAGE_LINES = 100;

function sameText<T>(read: (text: string) => T | null, write: (value: T) => string) {
  return createParser({ parse: read, serialize: write, eq: (a: T, b: T) => write(a) === write(b) });
}

/** The table's view is its address. */
export const runSearch = {
  view: parseAsStringLiteral(RUN_VIEWS).withDefault("all"),
  q: parseAsText(ASK_LIMITS.search).withDefault(""),
  experiment: parseAsText(ASK_LIMITS.experiment),
  where: sameText(readConditions, writeConditions).withDefault([]),
  sort: sameText<SortKey[]>(readSort, writeSort).withDefault([]),
  group: createParser({ parse: readGroup, serialize: writeGroup }),
  open: parseAsArrayOf(parseAsName(ASK_LIMITS.groupKey)).withDefault([]),
  cols: sameText<ChosenColumn[]>(readColumns, writeColumns).withDefault([...DEFAULT_COLUMNS]),
  dense: parseAsBoolean.withDefault(false),
};

export const loadRunSearch = createLoader(runSearch);
export const runSearchHref = createSerializer(runSearch);

export type RunSearch = Awaited<ReturnType<typeof loadRunSearch>>;

/** The question behind a view, without the place it is scrolled to. */
export function runTableView({ view, q, experiment, where, sort, group, open }: RunSearch) {
  return {
    state: view,
    search: q,
    experimentId: experiment,
    where,
    sort,
    group,
    open: group === null ? [] : open.slice(-ASK_LIMITS.open),
  };
}

/** Lines of a page with the values of the first columns that have some. */
export function runTableInput(search: RunSearch, page: number) {
  const [columns = []] = valueBlocks(search.cols);
  return { ...runTableView(search), columns, offset: page * PAGE_LINES, limit: PAGE_LINES };
}
