import { panelTitle } from "#components/panels/layout/find-panels.ts";
import type { Panel, PanelSection } from "#server/contracts/charts/panels.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { writeN } from "#server/wording/counts.ts";

/** A panel that stands as a line of words at the end of its section. */
export interface FoldedPanel {
  key: string;
  title: string;
  /** What its picture would say: "0, n 40". */
  says: string;
  /** It is asked for as a panel all the same. */
  isOpen: boolean;
}

/** What of a run tells which of its panels say no more than a line. */
export type PlainRun = Pick<RunDetail, "flat" | "shapedIsRaw" | "switchedOff" | "metrics">;

interface Fold {
  /** Nothing more will come. */
  ended: boolean;
  /** Keys of panels that are asked for whatever they say. */
  open: readonly string[];
}

/** Of a run that goes on, so many points at 0 are needed: a metric that leaves 0 at once would come and go. */
const LEAST_LIVE = 20;

const isFlat = ({ flat }: PlainRun, metric: string, ended: boolean): boolean =>
  (flat[metric] ?? 0) >= (ended ? 1 : LEAST_LIVE);

function saysOf(panel: Panel, run: PlainRun, { ended }: Fold): string | null {
  const metrics = panel.lines.map(({ metric }) => metric);
  const [metric] = metrics;
  if (metrics.every((one) => isFlat(run, one, ended)))
    return `0, ${writeN(Math.max(...metrics.map((one) => run.flat[one])))}`;
  const isOff = metrics.length === 1 && run.switchedOff[metric] !== undefined;
  if (isOff && !run.metrics.includes(metric)) return `off: ${run.switchedOff[metric]}`;
  return metric === "reward/shaped" && metrics.length === 1 && run.shapedIsRaw ? "the same as raw" : null;
}

/**
 * Sections without the panels that say no more than a line: flat at 0, switched off, or the shaped reward where it is the raw
 * one; and those lines by section. A section of which nothing remains keeps its lines and loses its heading.
 */
export function foldPanels(
  sections: readonly PanelSection[],
  run: PlainRun,
  fold: Fold,
): { sections: PanelSection[]; folded: Map<string, FoldedPanel[]> } {
  const folded = new Map<string, FoldedPanel[]>();
  const kept = sections.map((section) => {
    const panels = section.panels.filter((panel) => {
      const says = saysOf(panel, run, fold);
      if (says === null) return true;
      const isOpen = fold.open.includes(panel.key);
      const lines = folded.get(section.id) ?? [];
      folded.set(section.id, [...lines, { key: panel.key, title: panelTitle(panel), says, isOpen }]);
      return isOpen;
    });
    return { ...section, panels };
  });
  return { sections: kept.filter(({ panels }) => panels.length > 0), folded };
}
