import { assignColours, type RunColour } from "#server/plot/colours.ts";
import type { CurveVariant } from "#server/contracts/charts/curves.ts";

/**
 * One colour per configuration, which all its seeds have, drawn one by one or put together. Where every configuration that is
 * shown has a colour of its own on the page of its experiment it keeps that one; else the shown ones share the palette.
 */
export function curveColours(
  variants: readonly Pick<CurveVariant, "key" | "baseline" | "place">[],
  shown: ReadonlySet<string>,
): Map<string, RunColour> {
  const baseline = variants.find((variant) => variant.baseline)?.key ?? null;
  const all = assignColours([...variants], baseline);
  if ([...shown].every((key) => all.get(key) !== "rest")) return all;
  return assignColours(
    variants.filter((variant) => shown.has(variant.key)),
    baseline,
  );
}
