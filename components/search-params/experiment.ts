import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsSharedX } from "#components/panels/views/panels-search.ts";
import { diagnosisSearch } from "#packs/repair/pages/diagnosis-search.ts";
import { reportedSearch } from "#components/search-params/reported.ts";
import { X_AXES } from "#server/contracts/x-axes.ts";

/** What of an experiment is shown: headline metric (the primary one unless another is asked for), x axis, and the configuration whose band is pinned. */
export const experimentSearch = {
  metric: parseAsString,
  x: parseAsStringLiteral(X_AXES).withDefault("step"),
  sharedx: parseAsSharedX,
  pin: parseAsString,
  ...diagnosisSearch,
  ...reportedSearch,
  /** What DA is drawn against. */
  against: parseAsStringLiteral(["steps", "rr5"] as const).withDefault("steps"),
};
