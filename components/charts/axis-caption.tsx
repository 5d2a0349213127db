import type { ReactNode } from "react";

/** One label under a bar axis, at a place as SVG takes it: "40%", or a number of pixels. */
export interface CaptionTick {
  key: number;
  x: string | number;
  text: string;
  anchor?: "start" | "middle" | "end";
}

interface AxisCaptionProps {
  ticks: readonly CaptionTick[];
  height: number;
  /** Columns behind the bars. */
  behind?: number;
  /** The line that the ticks stand under. */
  hasLine?: boolean;
  /** What the column behind the bars holds, where its numbers do not say it. */
  end?: string;
  /** What else stands on or under the axis, as SVG. */
  children?: ReactNode;
}

/** The foot of a table whose second column holds bars on one axis: its ticks, for those who see it. */
export function AxisCaption({ ticks, height, behind = 1, hasLine = false, end, children }: AxisCaptionProps) {
  return (
    <tfoot aria-hidden="true">
      <tr>
        <td>
          <span className="hidden-text">Axis</span>
        </td>
        <td>
          <svg className="bar" height={height}>
            {hasLine ? <line x1="0" x2="100%" y1="0.5" y2="0.5" stroke="var(--ink-3)" /> : null}
            {ticks.map(({ key, x, text, anchor = "middle" }) => (
              <text key={key} className="plot-tick" x={x} y={hasLine ? 14 : 12} textAnchor={anchor}>
                {text}
              </text>
            ))}
            {children}
          </svg>
        </td>
        <td colSpan={behind} className="muted">
          {end ?? <span className="hidden-text">Axis</span>}
        </td>
      </tr>
    </tfoot>
  );
}
