import { projectSearch } from "#components/search-params/project.ts";
import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsName, parseAsStep, parseAsText } from "#components/search-params/values.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { DEFAULT_AXIS, type SortKey } from "#server/contracts/run-table-columns.ts";
import {
  type ChosenColumn,
  readColumns,
  readConditions,
  readGroup,
  readSort,
  writeColumns,
  writeConditions,
  writeGroup,
  writeSort,
} from "./run-table.ts";
import { DEFAULT_COLUMNS, valueBlocks } from "./run-table-defaults.ts";
import { type PanelsSearch, panelsSearch, parseAsSmoothing } from "#components/panels/views/panels-search.ts";

const RUN_TABS = [
  "charts",
  "media",
  "config",
  "log",
  "groups",
  "evaluations",
  "artifacts",
  "attempts",
] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** What of a run is shown, and how its charts are looked at. */
export const runPageSearch = {
  tab: parseAsStringLiteral(RUN_TABS).withDefault("charts"),
  /** Where media and groups are read: whoever goes from one to the other stays at the step. */
  step: parseAsStep,
  ...panelsSearch,
  smooth: parseAsSmoothing.withDefault({ kind: "auto" }),
  x: parseAsName(ASK_LIMITS.axis).withDefault(DEFAULT_AXIS),
  /** Keys of panels that are shown though they say no more than a line. What its tabs keep in the address has other names. */
  unfolded: parseAsArrayOf(parseAsName(ASK_LIMITS.axis)).withDefault([]),
};

/** How the charts of a run are looked at. */
export interface RunPanelsSearch extends PanelsSearch {
  step: number | null;
  unfolded: string[];
}

export const loadRunPageSearch = createLoader(runPageSearch);
export const runPageHref = createSerializer(runPageSearch);

/** Views of the list, as tabs. */
export const RUN_VIEWS = ["all", "live", "waiting", "ended", "failed", "crashed", "archived"] as const;
export type RunView = (typeof RUN_VIEWS)[number];

/** Lines that are fetched together. */
export const PAGE_LINES = 100;

function sameText<T>(read: (text: string) => T | null, write: (value: T) => string) {
  return createParser({ parse: read, serialize: write, eq: (a: T, b: T) => write(a) === write(b) });
}

/** The table's view is its address. */
export const runSearch = {
  ...projectSearch,
  view: parseAsStringLiteral(RUN_VIEWS).withDefault("all"),
  q: parseAsText(ASK_LIMITS.search).withDefault(""),
  experiment: parseAsText(ASK_LIMITS.experiment),
  where: sameText(readConditions, writeConditions).withDefault([]),
  sort: sameText<SortKey[]>(readSort, writeSort).withDefault([]),
  group: createParser({ parse: readGroup, serialize: writeGroup }),
  /** By what else they are put together. */
  also: parseAsArrayOf(createParser({ parse: readGroup, serialize: writeGroup })).withDefault([]),
  open: parseAsArrayOf(parseAsName(ASK_LIMITS.groupKey)).withDefault([]),
  cols: sameText<ChosenColumn[]>(readColumns, writeColumns).withDefault([...DEFAULT_COLUMNS]),
  dense: parseAsBoolean.withDefault(false),
  /** Columns nobody chose stay where no run has a value, too. */
  empty: parseAsStringLiteral(["show"] as const),
  /** Id of the saved view that it began from; "none" is every run, whatever the project opens with. */
  saved: parseAsText(ASK_LIMITS.experiment),
};

export const loadRunSearch = createLoader(runSearch);
export const runSearchHref = createSerializer(runSearch);

export type RunSearch = Awaited<ReturnType<typeof loadRunSearch>>;

/** The question behind a view, without the place it is scrolled to. */
export function runTableView({ project, view, q, experiment, where, sort, group, also, open }: RunSearch) {
  return {
    project,
    state: view,
    search: q,
    experimentId: experiment,
    where,
    sort,
    group,
    also: group === null ? [] : also.slice(0, ASK_LIMITS.moreGroups),
    open: group === null ? [] : open.slice(-ASK_LIMITS.open),
  };
}

/** Lines of a page with the values of the first columns that have some. */
export function runTableInput(search: RunSearch, page: number) {
  const [columns = []] = valueBlocks(search.cols);
  return { ...runTableView(search), columns, offset: page * PAGE_LINES, limit: PAGE_LINES };
}

interface SavedView {
  id: string;
  address: string;
}

/** Where a saved view of the table is shown. */
export const savedViewHref = ({ id, address }: SavedView, project: string | null = null): string =>
  `/runs?${[address, `saved=${id}`, project && `project=${project}`].filter(Boolean).join("&")}`;

/** What the table of a project opens with: its own default, else that of all projects. */
export const defaultView = <View extends { isDefault: boolean; project: string | null }>(
  views: readonly View[],
  project: string | null,
): View | undefined => {
  const defaults = views.filter((view) => view.isDefault);
  return defaults.find((view) => view.project === project) ?? defaults.find((view) => view.project === null);
};
