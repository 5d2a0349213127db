import { createLoader, createSerializer, parseAsStringLiteral } from "nuqs/server";
import { X_AXES } from "#server/contracts/x-axes.ts";

export const RUN_TABS = ["charts", "config", "log", "groups", "evaluations", "attempts"] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** What of a run is shown, and over what. */
export const runPageSearch = {
  tab: parseAsStringLiteral(RUN_TABS).withDefault("charts"),
  x: parseAsStringLiteral(X_AXES).withDefault("step"),
};

export const loadRunPageSearch = createLoader(runPageSearch);
export const runPageHref = createSerializer(runPageSearch);
