import type { CurveRuns } from "#server/contracts/curves.ts";
import type { CurvesView } from "./curves-search.ts";

export function titleWords(view: Pick<CurvesView, "runs" | "experiment">, experiment?: string): string {
  if (view.runs.length > 0) return `Curves of ${view.runs.length} ${view.runs.length === 1 ? "run" : "runs"}`;
  return view.experiment ? `Curves of ${experiment ?? "an experiment"}` : "Curves of runs";
}

const runs = (n: number): string => (n === 1 ? "1 run" : `${n} runs`);

/** Whose curves are shown and whose are not: never a silent cap. Nothing where there are none. */
export function shownWords(
  data: Pick<CurveRuns, "runs" | "total" | "missing" | "groups" | "groupsTotal">,
  view: Pick<CurvesView, "page" | "show" | "lines">,
): string {
  const sentence = view.lines === "runs" ? oneByOne(data, view) : together(data);
  const { length: missing } = data.missing;
  if (missing === 0) return sentence;
  const absent = `${runs(missing)} of the address ${missing === 1 ? "is" : "are"} not in this data directory.`;
  return sentence === "" ? absent : `${sentence} ${absent}`;
}

function oneByOne(data: Pick<CurveRuns, "runs" | "total">, view: Pick<CurvesView, "page" | "show">): string {
  if (data.total === 0) return "";
  // Where all are shown, an order says nothing of which are not.
  if (data.runs.length === data.total) return `All ${runs(data.total)}.`;
  const before = view.page * Number(view.show);
  const from = before > 0 ? `, from number ${before + 1} on` : "";
  return `Showing ${data.runs.length} of ${runs(data.total)}, newest first${from}.`;
}

function together({
  groups,
  groupsTotal,
  total,
}: Pick<CurveRuns, "groups" | "groupsTotal" | "total">): string {
  if (total === 0) return "";
  const all = groupsTotal === 1 ? "1 configuration" : `${groupsTotal} configurations`;
  const shown = groups.length < groupsTotal ? `${groups.length} of ${all}` : all;
  return `Seeds of ${shown} are put together, over all ${runs(total)}.`;
}
