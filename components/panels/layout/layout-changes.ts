import type { PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import { countOf } from "#server/wording/counts.ts";

/** Keys whose values differ, or that only one side has. */
function differing(a: Record<string, unknown>, b: Record<string, unknown>): number {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key])).length;
}

const byKey = (layout: PanelLayout) => Object.fromEntries(layout.added.map((panel) => [panel.key, panel]));

/**
 * What was edited since a layout was saved, in words: "2 panels added, 1 resized"; empty where nothing was. Opening and
 * closing sections is looking, not editing: it is saved along, and asks for no saving by itself.
 */
export function layoutChanges(saved: PanelLayout, edited: PanelLayout): string {
  const [before, after] = [byKey(saved), byKey(edited)];
  const added = edited.added.filter((panel) => !(panel.key in before)).length;
  const deleted = saved.added.filter((panel) => !(panel.key in after)).length;
  const changed = differing(before, after) - added - deleted;
  const left = edited.removed.filter((key) => !saved.removed.includes(key)).length;
  const shown = saved.removed.filter((key) => !edited.removed.includes(key)).length;
  const sorted = differing(saved.order, edited.order);
  const sized = differing(saved.sizes, edited.sizes);
  const words = [
    added > 0 ? `${countOf(added, "panel")} added` : "",
    changed > 0 ? `${countOf(changed, "panel")} changed` : "",
    deleted + left > 0 ? `${countOf(deleted + left, "panel")} removed` : "",
    shown > 0 ? `${countOf(shown, "panel")} shown again` : "",
    sorted > 0 ? `order of ${countOf(sorted, "section")} changed` : "",
    sized > 0 ? `${countOf(sized, "panel")} resized` : "",
  ].filter(Boolean);
  return words.join(", ");
}
