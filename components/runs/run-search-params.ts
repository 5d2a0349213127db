import { createLoader, createSerializer, parseAsStringLiteral } from "nuqs/server";
import { panelsSearch } from "#components/panels/panels-search.ts";

export const RUN_TABS = ["charts", "config", "log", "groups", "evaluations", "attempts"] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** What of a run is shown, and how its charts are looked at. */
export const runPageSearch = {
  tab: parseAsStringLiteral(RUN_TABS).withDefault("charts"),
  ...panelsSearch,
};

export const loadRunPageSearch = createLoader(runPageSearch);
export const runPageHref = createSerializer(runPageSearch);
