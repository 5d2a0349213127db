import type { CurveGroup, CurveRuns } from "#server/contracts/charts/curves.ts";
import { countOf, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import { keepUnits } from "#server/wording/typography.ts";
import { writeSeedCount } from "#server/wording/seeds.ts";
import { type CurvesView, linesOf } from "../search-params/curves.ts";

export function titleWords(view: Pick<CurvesView, "runs" | "experiment">, experiment?: string): string {
  if (view.runs.length > 0) return `Curves of ${countOf(view.runs.length, "run")}`;
  return view.experiment ? `Curves of ${experiment ?? "an experiment"}` : "Curves of runs";
}

/** Whose curves are shown and whose are not: never a silent cap. Nothing where there are none. */
export function shownWords(
  data: Pick<CurveRuns, "runs" | "total" | "missing" | "groups" | "groupsTotal">,
  view: Pick<CurvesView, "page" | "show" | "as" | "lines">,
): string {
  const message = linesOf(view, data) === "runs" ? oneByOne(data, view) : together(data);
  const { length: missing } = data.missing;
  if (missing === 0) return message;
  const absent = `${countOf(missing, "run")} of the address ${plural(missing, "is", "are")} not in this data directory.`;
  return message === "" ? absent : `${message} ${absent}`;
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
  return `${countOf(total, "run")} as ${shown}.`;
}

/** What is behind the line of a configuration: "3 seeds", and "2 of 3 seeds" while one of them waits. */
export function seedsWords({ runIds, saidSeeds, begun }: Omit<CurveGroup, "variant" | "leftOut">): string {
  const unsaid = runIds.length - saidSeeds;
  const isWaiting = unsaid === 0 && begun < saidSeeds;
  return keepUnits(
    isWaiting ? writeOf(begun, saidSeeds, "seed") : writeSeedCount({ said: saidSeeds, unsaid }),
  );
}
