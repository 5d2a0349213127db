import type { PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import type { PlacedSection } from "./place-panels.ts";

/**
 * Keys that must be named so that they come first and all others follow in generated order: as few as possible, so that
 * panels which arrive later find their place.
 */
function keysToName(shown: string[], generated: string[]): string[] {
  const rank = new Map(generated.map((key, index) => [key, index]));
  let end = shown.length - 1;
  while (end > 0 && (rank.get(shown[end - 1]) ?? -1) < (rank.get(shown[end]) ?? -1)) end--;
  return shown.slice(0, Math.max(0, end));
}

/** Puts a panel of a section at another place of it, counted from 0 without the panel itself. */
export function movePanel(
  layout: PanelLayout,
  section: Pick<PlacedSection, "id" | "panels" | "generated">,
  key: string,
  to: number,
): PanelLayout {
  const others = section.panels.map((panel) => panel.key).filter((other) => other !== key);
  const at = Math.min(Math.max(0, to), others.length);
  const named = keysToName([...others.slice(0, at), key, ...others.slice(at)], section.generated);
  const { [section.id]: _before, ...rest } = layout.order;
  return { ...layout, order: named.length > 0 ? { ...rest, [section.id]: named } : rest };
}
