import { runColour } from "#components/ui/run-dot.tsx";
import type { PlotLayout } from "./prepare/layout-plot.ts";
import type { ReadOut } from "./prepare/read-out.ts";

interface PlotTooltipProps {
  read: ReadOut;
  /** Where the cursor stands, in px of the chart. */
  x: number;
  layout: PlotLayout;
}

const GAP = 12;

/** What the lines are at the cursor, in the order in which they lie. Left of the cursor where there is no room right of it. */
export function PlotTooltip({ read, x, layout: { width, plot } }: PlotTooltipProps) {
  const left = x < (plot.left + plot.right) / 2 || x < width * 0.45;
  const several = read.rows.length > 1;
  return (
    <div
      className="popup plot-tip"
      style={left ? { left: x + GAP, top: plot.top } : { right: width - x + GAP, top: plot.top }}
      aria-hidden="true"
    >
      <b>{read.title}</b> <span className="muted">{read.unit}</span>
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
            <tr key={key}>
              <td>
                {several ? <span className="swatch" style={{ "--swatch": runColour(colour) }} /> : null}
                {label}
              </td>
              <td data-num>{value}</td>
              {read.smoothed ? <td data-num>{raw}</td> : null}
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {read.more > 0 ? <p className="muted">{read.more} more</p> : null}
    </div>
  );
}
