import type { CurveRuns } from "#server/contracts/charts/curves.ts";
import { countOf, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import type { CurvesView } from "../addresses/curves.ts";

export function titleWords(view: Pick<CurvesView, "runs" | "experiment">, experiment?: string): string {
  if (view.runs.length > 0) return `Curves of ${countOf(view.runs.length, "run")}`;
  return view.experiment ? `Curves of ${experiment ?? "an experiment"}` : "Curves of runs";
}

/** Whose curves are shown and whose are not: never a silent cap. Nothing where there are none. */
export function shownWords(
  data: Pick<CurveRuns, "runs" | "total" | "missing" | "groups" | "groupsTotal">,
  view: Pick<CurvesView, "page" | "show" | "lines">,
): string {
  const sentence = view.lines === "runs" ? oneByOne(data, view) : together(data);
  const { length: missing } = data.missing;
  if (missing === 0) return sentence;
  const absent = `${countOf(missing, "run")} of the address ${plural(missing, "is", "are")} not in this data directory.`;
  return sentence === "" ? absent : `${sentence} ${absent}`;
}

function oneByOne(data: Pick<CurveRuns, "runs" | "total">, view: Pick<CurvesView, "page" | "show">): string {
  if (data.total === 0) return "";
  // Where all are shown, an order says nothing of which are not.
  if (data.runs.length === data.total) return `All ${countOf(data.total, "run")}.`;
  const before = view.page * Number(view.show);
  const from = before > 0 ? `, from number ${writeCount(before + 1)} on` : "";
  return `Showing ${writeOf(data.runs.length, data.total, "run")}, newest first${from}.`;
}

function together({
  groups,
  groupsTotal,
  total,
}: Pick<CurveRuns, "groups" | "groupsTotal" | "total">): string {
  if (total === 0) return "";
  const shown =
    groups.length < groupsTotal
      ? writeOf(groups.length, groupsTotal, "configuration")
      : countOf(groupsTotal, "configuration");
  return `Seeds of ${shown} are put together, over all ${countOf(total, "run")}.`;
}
