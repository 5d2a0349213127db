import type { SeriesIdentity } from "../types.ts";
import type { PlotSeries } from "./plot-model.ts";

/** What a line is before its data: the baseline and an only run are ink, what has no colour left is the rest. */
export function describeLine(
  one: SeriesIdentity,
  name: string,
): Pick<PlotSeries, "key" | "label" | "name" | "run" | "attempt" | "colour" | "role"> {
  const role = one.baseline ? "baseline" : one.colour === "rest" ? "rest" : "run";
  return {
    key: one.key,
    label: one.label,
    name,
    run: one.run ?? null,
    attempt: one.attempt ?? null,
    colour: one.baseline ? "ink" : (one.colour ?? "ink"),
    role,
  };
}
