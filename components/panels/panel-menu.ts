import { announce } from "#components/ui/announce.ts";
import type { MenuEntry } from "#components/ui/overlays/menu.tsx";
import type { PanelLayout, PanelWidth } from "#server/contracts/charts/panel-layout.ts";
import { writeOf } from "#server/wording/counts.ts";
import { panelTitle } from "./layout/find-panels.ts";
import { movePanel, removePanel } from "./layout/close-section.ts";
import { nextWidth, type PanelColumns, resizePanel } from "./layout/next-width.ts";
import type { PlacedPanel, PlacedSection } from "./layout/place-panels.ts";

const WIDTH_WORDS: Record<PanelWidth, string> = {
  quarter: "1/4",
  third: "1/3",
  half: "1/2",
  full: "full",
};

export interface PanelActs {
  /** Of the window: a panel is offered the widths that can be told apart there. */
  columns: PanelColumns;
  edit: (change: (layout: PanelLayout) => PanelLayout) => void;
  /** Called after a panel stands elsewhere, so that the focus can follow it. */
  onMoved: (key: string) => void;
  onChange: (panel: PlacedPanel) => void;
  /** Asked to show a panel as large as the window. */
  onFull: (key: string) => void;
  /** Left out where there is one attempt. Of all panels of the page: whether earlier attempts are drawn whole. */
  attempts?: { whole: boolean; onWhole: (whole: boolean) => void };
}

/** Puts a panel at a place of its section and says where it stands now. */
export function moveTo(acts: PanelActs, section: PlacedSection, panel: PlacedPanel, to: number): void {
  const last = section.panels.length - 1;
  const at = Math.min(Math.max(0, to), last);
  acts.edit((layout) => movePanel(layout, section, panel.key, at));
  announce(`${panelTitle(panel)}: ${writeOf(at + 1, last + 1)} in ${section.title}`);
  acts.onMoved(panel.key);
}

function attemptsEntry(attempts: PanelActs["attempts"]): MenuEntry[] {
  if (!attempts) return [];
  const { whole, onWhole } = attempts;
  return [
    {
      label: whole ? "Cut earlier attempts" : "Show earlier attempts whole",
      end: "all panels",
      onSelect: () => onWhole(!whole),
    },
  ];
}

/**
 * What can be done with a panel on its page, by menu: place, size, content. Of a section that shows only what is looked for,
 * no panel has a place.
 */
export function panelMenu(
  section: PlacedSection,
  panel: PlacedPanel,
  acts: PanelActs,
  isPart: boolean,
): MenuEntry[] {
  const index = section.panels.indexOf(panel);
  const widen = (by: 1 | -1): MenuEntry => {
    const next = nextWidth(panel.size.width, by, acts.columns);
    return {
      label: by > 0 ? "Wider" : "Narrower",
      end: next && WIDTH_WORDS[next],
      blocked: next ? undefined : "as it is",
      onSelect: () => acts.edit((layout) => resizePanel(layout, panel, { width: next })),
    };
  };
  const tall = panel.size.height === "tall";
  return [
    {
      label: "Move earlier",
      blocked: isPart ? "while filtered" : index <= 0 ? "first" : undefined,
      onSelect: () => moveTo(acts, section, panel, index - 1),
    },
    {
      label: "Move later",
      blocked: isPart ? "while filtered" : index === section.panels.length - 1 ? "last" : undefined,
      onSelect: () => moveTo(acts, section, panel, index + 1),
    },
    ...(acts.columns > 1 ? [widen(1), widen(-1)] : []),
    {
      label: tall ? "Lower" : "Taller",
      onSelect: () => acts.edit((layout) => resizePanel(layout, panel, { height: tall ? "normal" : "tall" })),
    },
    ...attemptsEntry(acts.attempts),
    ...(panel.added ? [{ label: "Change…", onSelect: () => acts.onChange(panel) }] : []),
    {
      label: "Remove from the view",
      onSelect: () => {
        acts.edit((layout) => removePanel(layout, panel.key));
        announce(`${panelTitle(panel)} removed`);
      },
    },
  ];
}
