import type { RunPanelsSearch } from "#components/search-params/runs.ts";
import { panelSections } from "#server/contracts/charts/panel-sections.ts";
import { NOT_A_RUN_PANEL, type PanelSection } from "#server/contracts/charts/panels.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { type FoldedPanel, foldPanels, type PlainRun } from "./folded-panels.ts";

/** A score of a model that the run was not given is no panel at all. */
const isUngiven = (metric: string, switchedOff: RunDetail["switchedOff"]): boolean =>
  metric === "reward/prm" && switchedOff[metric] !== undefined;

interface SentMetrics extends PlainRun {
  expected: readonly string[];
  /** Nothing more will come. */
  ended: boolean;
}

/**
 * The panels of a run's page: of what it has sent, of what its recipe says it will send as long as it may, and of what is
 * switched off, which is not missing.
 */
function allSections({ metrics, expected, switchedOff, ended }: SentMetrics): PanelSection[] {
  const awaited = ended ? expected.filter((metric) => switchedOff[metric] !== undefined) : expected;
  const shown = [...awaited, ...metrics].filter((metric) => !isUngiven(metric, switchedOff));
  return panelSections(shown, NOT_A_RUN_PANEL);
}

/**
 * The same without the panels that say no more than a line, and those lines by section. Whatever the address asks for is a
 * panel: by `unfolded`, as the only one on the screen, or with a search, which looks at all of them.
 */
export function runSections(
  of: SentMetrics,
  { find, full, unfolded }: Pick<RunPanelsSearch, "find" | "full" | "unfolded">,
) {
  const sections = allSections(of);
  if (find.trim() !== "") return { sections, folded: new Map<string, FoldedPanel[]>() };
  return foldPanels(sections, of, { ended: of.ended, open: full === null ? unfolded : [...unfolded, full] });
}
