import { runSections } from "#components/addresses/runs.ts";
import { findPanels } from "#components/panels/layout/find-panels.ts";
import { placePanels } from "#components/panels/layout/place-panels.ts";
import { panelQuestion } from "#components/panels/panel-question.ts";
import type { PanelsSearch } from "#components/panels/views/panels-search.ts";
import { NO_EDITS, type PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";

/** Panels that a large screen shows before anything is scrolled. */
const IN_SIGHT = 9;

/**
 * What the first panels of a run's page will ask for, so that the server can send it along with the page. Not in a client's module:
 * the server cannot call what is in one.
 */
export function firstQuestions(
  run: Pick<RunDetail, "row" | "metrics" | "expected" | "switchedOff">,
  layout: PanelLayout | undefined,
  search: PanelsSearch,
): WindowQuestion[] {
  const generated = runSections({ ...run, ended: isEnded(run.row.state) });
  const { sections } = placePanels(generated, layout ?? NO_EDITS);
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
      }),
    );
}
