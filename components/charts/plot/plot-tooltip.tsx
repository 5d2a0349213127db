import { useLayoutEffect, useRef } from "react";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { writeCount } from "#server/wording/counts.ts";
import { NonFiniteText } from "./non-finite-text.tsx";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import { placeTooltip } from "../prepare/cursor.ts";
import type { ReadOut } from "#server/plot/read-out.ts";

interface PlotTooltipProps {
  read: ReadOut;
  /** Keys of the lines that are pointed at. */
  lit: ReadonlySet<string>;
  /** Where the cursor stands, in px of the chart. */
  x: number;
  layout: PlotLayout;
}

/** What the lines are at the cursor, in the order in which they lie: outside of the plot, and always inside the window. */
export function PlotTooltip({ read, lit, x, layout: { height } }: PlotTooltipProps) {
  const tip = useRef<HTMLDivElement>(null);
  // How wide it is depends on every word in it, so it is placed after each change and before it is painted.
  useLayoutEffect(() => {
    const { current: box } = tip;
    if (!box?.offsetParent) return;
    const plot = box.offsetParent.getBoundingClientRect();
    const figure = box.closest("figure")?.getBoundingClientRect() ?? plot;
    const { clientWidth, clientHeight } = document.documentElement;
    const { left, top } = placeTooltip(
      plot.left + x,
      { width: box.offsetWidth, height: box.offsetHeight },
      {
        plot: { top: plot.top, bottom: plot.top + height },
        top: Math.min(figure.top, plot.top),
        viewport: { width: clientWidth, height: clientHeight },
      },
    );
    box.style.left = `${left - plot.left}px`;
    box.style.top = `${top - plot.top}px`;
  });
  const several = read.rows.length > 1;
  return (
    <div ref={tip} className="popup plot-tip" aria-hidden="true">
      <b>{read.title}</b>
      <table>
        {read.smoothed ? (
          <thead>
            <tr>
              <th>line</th>
              <th>smoothed</th>
              <th>raw</th>
              <th>points</th>
            </tr>
          </thead>
        ) : null}
        <tbody>
          {read.rows.map(({ key, label, colour, value, raw, detail }) => (
            <tr key={key} data-lit={lit.has(key) || undefined}>
              <td>
                {several ? <span className="swatch" style={{ "--swatch": runColour(colour) }} /> : null}
                {label}
              </td>
              <td data-num>
                <NonFiniteText text={value} />
              </td>
              {read.smoothed ? (
                <td data-num>
                  <NonFiniteText text={raw ?? ""} />
                </td>
              ) : null}
              <td>
                <NonFiniteText text={detail} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {read.more > 0 ? <p className="muted">{writeCount(read.more)} more</p> : null}
    </div>
  );
}
