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
const SHOWN = 12;

/** What the lines are at the cursor, in the order in which they lie. Left of the cursor where there is no room right of it. */
export function PlotTooltip({ read, x, layout: { width, plot } }: PlotTooltipProps) {
  const left = x < (plot.left + plot.right) / 2 || x < width * 0.45;
  const rows = read.rows.slice(0, SHOWN);
  const hidden = read.rows.length - rows.length;
  return (
    <div
      className="popup plot-tip"
      style={left ? { left: x + GAP, top: plot.top } : { right: width - x + GAP, top: plot.top }}
      aria-hidden="true"
    >
      <b>{read.title}</b>
      <table>
        <tbody>
          {rows.map(({ key, label, colour, value, detail }) => (
            <tr key={key}>
              <td>
                {read.rows.length > 1 ? (
                  <span className="swatch" style={{ "--swatch": runColour(colour) }} />
                ) : null}
                {read.rows.length > 1 ? label : null}
              </td>
              <td>{value}</td>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 ? <p className="muted">and {hidden} more</p> : null}
    </div>
  );
}
