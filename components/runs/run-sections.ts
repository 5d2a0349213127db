import { panelSections } from "#server/contracts/panel-sections.ts";
import { NOT_A_RUN_PANEL, type PanelSection } from "#server/contracts/panels.ts";
import type { RunDetail } from "#server/contracts/run.ts";

/** A score of a model that the run was not given is no panel at all. */
const isUngiven = (metric: string, switchedOff: RunDetail["switchedOff"]): boolean =>
  metric === "reward/prm" && switchedOff[metric] !== undefined;

export interface SentMetrics extends Pick<RunDetail, "metrics" | "expected" | "switchedOff"> {
  /** Nothing more will come. */
  ended: boolean;
}

/**
 * The panels of a run's page: of what it has sent, of what its recipe says it will send as long as it may, and of what is
 * switched off, which is not missing.
 */
export function runSections({ metrics, expected, switchedOff, ended }: SentMetrics): PanelSection[] {
  const awaited = ended ? expected.filter((metric) => switchedOff[metric] !== undefined) : expected;
  const shown = [...awaited, ...metrics].filter((metric) => !isUngiven(metric, switchedOff));
  return panelSections(shown, NOT_A_RUN_PANEL);
}
