import { metricInfo } from "#server/contracts/metrics.ts";
import {
  OWN_SECTION,
  type AddedPanel,
  type PanelLayout,
  type PanelSize,
} from "#server/contracts/charts/panel-layout.ts";
import type { Panel, PanelSection } from "#server/contracts/charts/panels.ts";
import { lineUnit, panelUnit } from "../panel-unit.ts";

/** A panel where it stands. */
export interface PlacedPanel extends Panel {
  size: PanelSize;
  /** What it would be without edits. */
  defaultSize: PanelSize;
  /** Made by a person: it can be changed and deleted, where a generated one can only be left out. */
  added: boolean;
  /** The panel that this is one metric of: they stand, grow and go together. */
  partOf?: PlacedPanel;
}

export interface PlacedSection {
  id: string;
  title: string;
  note: string;
  panels: PlacedPanel[];
  closed: boolean;
  closedByDefault: boolean;
  /** Keys of all its panels in the order without edits, those left out included. */
  generated: string[];
}

export interface PlacedPage {
  sections: PlacedSection[];
  /** Generated panels of this page that the layout leaves out. */
  removed: number;
}

/** Sections that begin after this many panels start closed: a page of thousands opens as a list of its sections. */
const OPEN_PANELS = 90;

const OWN: Omit<PanelSection, "panels"> = {
  id: OWN_SECTION,
  title: "Added panels",
  note: "of this view",
};

const THIRD: PanelSize = { width: "third", height: "normal" };
/** So many panels share a row that would be left open. A lone one is no wider than others: its curve says no more for that. */
const OF_ROW: Partial<Record<number, PanelSize>> = {
  2: { width: "half", height: "normal" },
  4: { width: "quarter", height: "normal" },
};

/** Lines of several units say theirs, as a metric of one's own does: "Entropy [nats]". */
function addedPanel({ key, title, metrics, kind, options }: AddedPanel): Panel {
  const lines = metrics.map((metric) => {
    const unit = lineUnit(metric, metrics);
    return {
      metric,
      label: unit === null ? metricInfo(metric).title : `${metricInfo(metric).title} [${unit}]`,
    };
  });
  const unit = metrics.length > 1 ? panelUnit(metrics) : null;
  return { key, title: title || null, unit, lines, kind, options };
}

/** Generated sections with the panels that a layout adds to them; those for a section that is not there stand in one of their own. */
function withAdded(
  sections: PanelSection[],
  { added }: PanelLayout,
): (PanelSection & { added: Set<string> })[] {
  const known = new Set(sections.map((section) => section.id));
  const bySection = Map.groupBy(added, (panel) => (known.has(panel.section) ? panel.section : OWN_SECTION));
  const own = bySection.has(OWN_SECTION) ? [{ ...OWN, panels: [] }] : [];
  return [...own, ...sections].map((section) => {
    const ofSection = bySection.get(section.id) ?? [];
    const panels = ofSection.map(addedPanel);
    return {
      ...section,
      panels: [...section.panels, ...panels],
      added: new Set(ofSection.map((panel) => panel.key)),
    };
  });
}

/** The named keys first, in their order, then the others as they were. */
function inOrder<Item extends { key: string }>(items: Item[], named: string[] | undefined): Item[] {
  if (!named) return items;
  const byKey = new Map(items.map((item) => [item.key, item]));
  const first = named.flatMap((key) => byKey.get(key) ?? []);
  const isFirst = new Set(first);
  return [...first, ...items.filter((item) => !isFirst.has(item))];
}

/** The page as its layout has it: what is added and left out, in which order, how large, which sections are closed. */
export function placePanels(sections: PanelSection[], layout: PanelLayout): PlacedPage {
  const isRemoved = new Set(layout.removed);
  let before = 0;
  let removed = 0;
  const placed = withAdded(sections, layout).map((section): PlacedSection => {
    const closedByDefault = before >= OPEN_PANELS;
    before += section.panels.length;
    const defaultSize = (section.added.size === 0 ? OF_ROW[section.panels.length] : undefined) ?? THIRD;
    const shown = section.panels.filter((panel) => !isRemoved.has(panel.key));
    removed += section.panels.length - shown.length;
    return {
      id: section.id,
      title: section.title,
      note: section.note,
      panels: inOrder(shown, layout.order[section.id]).map((panel) => ({
        ...panel,
        size: layout.sizes[panel.key] ?? defaultSize,
        defaultSize,
        added: section.added.has(panel.key),
      })),
      closed: layout.closed[section.id] ?? closedByDefault,
      closedByDefault,
      generated: section.panels.map((panel) => panel.key),
    };
  });
  return { sections: placed.filter((section) => section.panels.length > 0), removed };
}
