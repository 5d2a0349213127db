import type { SeriesIdentity } from "../types.ts";
import type { PlotSeries } from "./plot-model.ts";

type Described = Pick<
  PlotSeries,
  "key" | "label" | "name" | "variant" | "metric" | "run" | "runName" | "attempt" | "colour" | "role"
>;

/** What a line is before its data: the baseline and an only run are ink, what has no colour left is the rest. */
export function describeLine(one: SeriesIdentity, name: string): Described {
  const role = one.baseline ? "baseline" : one.colour === "rest" ? "rest" : "run";
  return {
    key: one.key,
    label: one.label,
    name,
    variant: one.variant ?? null,
    metric: one.metric ?? null,
    run: one.run ?? null,
    runName: one.runName ?? null,
    attempt: one.attempt ?? null,
    colour: one.baseline ? "ink" : (one.colour ?? "ink"),
    role,
  };
}
