import { panelSections } from "#server/contracts/panel-sections.ts";
import { NOT_A_RUN_PANEL, type PanelSection } from "#server/contracts/panels.ts";
import type { RunDetail } from "#server/contracts/run.ts";

/** A score of a model that the run was not given is no panel at all. */
const isUngiven = (metric: string, switchedOff: RunDetail["switchedOff"]): boolean =>
  metric === "reward/prm" && switchedOff[metric] !== undefined;

/** The panels of a run's page: of what it has sent, and of what its recipe says it will. */
export function runSections(run: Pick<RunDetail, "metrics" | "expected" | "switchedOff">): PanelSection[] {
  const metrics = [...run.expected, ...run.metrics].filter((metric) => !isUngiven(metric, run.switchedOff));
  return panelSections(metrics, NOT_A_RUN_PANEL);
}
