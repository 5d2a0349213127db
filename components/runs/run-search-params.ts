import { createLoader, createSerializer, parseAsStringLiteral } from "nuqs/server";
import { parseAsName } from "#components/layout/address-values.ts";
import { panelsSearch } from "#components/panels/panels-search.ts";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import { DEFAULT_AXIS } from "#server/contracts/run-table-columns.ts";

export const RUN_TABS = ["charts", "config", "log", "groups", "evaluations", "attempts"] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** What of a run is shown, and how its charts are looked at. */
export const runPageSearch = {
  tab: parseAsStringLiteral(RUN_TABS).withDefault("charts"),
  ...panelsSearch,
  x: parseAsName(ASK_LIMITS.axis).withDefault(DEFAULT_AXIS),
};

export const loadRunPageSearch = createLoader(runPageSearch);
export const runPageHref = createSerializer(runPageSearch);
