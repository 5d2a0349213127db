import type { PlotModel } from "#server/plot/plot-model.ts";
import { writeStretch } from "#server/wording/charts/axes.ts";
import type { View } from "../use-view.ts";

interface ZoomNoticeProps {
  model: PlotModel;
  view: View;
}

/** Says that a chart shows a part of x only, and leads back to all of it. */
export function ZoomNotice({ model: { x }, view }: ZoomNoticeProps) {
  if (!x.zoomed) return null;
  const shown = `${x.label} ${writeStretch(x.domain[0], x.domain[1], x.kind)}`;
  return (
    <button
      type="button"
      className="quiet-button zoom-notice"
      data-tip={shown}
      aria-label={`Zoomed to ${shown}. Show all`}
      onClick={() => view.setZoom(null)}
    >
      zoomed, reset
    </button>
  );
}
