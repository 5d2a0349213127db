import type { PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import type { PlacedSection } from "./place-panels.ts";

/** Closes or opens a section; what it would be without edits needs no word in the layout. */
export function closeSection(
  layout: PanelLayout,
  section: Pick<PlacedSection, "id" | "closedByDefault">,
  closed: boolean,
): PanelLayout {
  const { [section.id]: _before, ...rest } = layout.closed;
  return { ...layout, closed: closed === section.closedByDefault ? rest : { ...rest, [section.id]: closed } };
}
