import { findPanels } from "#components/panels/layout/find-panels.ts";
import { placePanels } from "#components/panels/layout/place-panels.ts";
import { panelQuestion } from "#components/panels/panel-question.ts";
import { NO_EDITS, type PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import type { RunPanelsSearch } from "#components/search-params/runs.ts";
import { runSections } from "./run-sections.ts";
import type { PlainRun } from "./folded-panels.ts";

/** Panels that a large screen shows before anything is scrolled. */
const IN_SIGHT = 9;

/** What the first panels of a run's page will ask for, so that the server can send it along with the page. */
export function firstQuestions(
  run: PlainRun & Pick<RunDetail, "row" | "expected">,
  layout: PanelLayout | undefined,
  search: RunPanelsSearch,
): WindowQuestion[] {
  const generated = runSections({ ...run, ended: isEnded(run.row.state) }, search);
  const { sections } = placePanels(generated.sections, layout ?? NO_EDITS);
  const sent = new Set(run.metrics);
  return findPanels(sections, search.find)
    .flatMap((section) => (section.closed ? [] : section.panels))
    .slice(0, IN_SIGHT)
    .map((panel) => panel.lines.map(({ metric }) => metric))
    .filter((metrics) => metrics.some((metric) => sent.has(metric)))
    .map((metrics) =>
      panelQuestion([run.row.id], metrics, {
        axis: search.x,
        zoom: search.zoom,
        smoothing: search.smooth,
        overlap: search.attempts ? "all" : "latest",
        sharedX: search.sharedx ?? "mean",
      }),
    );
}
