import { writeTicks } from "#server/wording/charts/axes.ts";
import { withUnit } from "#server/wording/typography.ts";
import { writeShare } from "#server/wording/quantities.ts";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { bandDistance, type BandVerdict } from "./prepare/layer.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { AxisCaption } from "./axis-caption.tsx";

interface DistributionBarsProps {
  label: string;
  /** Of how many things the shares are. */
  n: number;
  rows: {
    key: string;
    name: string;
    sub?: string;
    /** 0 to 1. */
    share: number;
    /** By the method the caption names; labels are clustered in episodes, so it is a bootstrap over those. */
    interval: { low: number; high: number } | null;
    expected: { low: number; high: number } | null;
    /** Judged by the whole interval; the distance of the estimate alone where it is left out. */
    verdict?: BandVerdict;
    /** Step of the sequential palette. */
    step: 1 | 2 | 3 | 4 | 5 | 6;
  }[];
}

const ROW = 34;

/** Measured shares against the bands they were expected in: bar, dashed box, interval; a flag and the distance outside. */
export function DistributionBars({ label, n, rows }: DistributionBarsProps) {
  const most = Math.max(
    ...rows.map((row) => Math.max(row.share, row.interval?.high ?? 0, row.expected?.high ?? 0)),
  );
  const axis = percentAxis([0, Math.min(1, most * 1.05)], 4);
  return (
    <table className="bars" aria-label={label}>
      <tbody>
        {rows.map(({ key, name, sub, share, interval, expected, verdict, step }) => {
          const { outside, text } = verdict ?? bandDistance(share, expected);
          return (
            <tr key={key}>
              <th scope="row">
                <b>{name}</b> {sub ? <span className="muted tiny">{sub}</span> : null}
              </th>
              <td>
                <svg className="bar" height={ROW} aria-hidden="true">
                  {axis.ticks.map((tick) => (
                    <line
                      key={tick}
                      x1={axis.place(tick)}
                      x2={axis.place(tick)}
                      y1="0"
                      y2={ROW}
                      stroke={tick === 0 ? "var(--ink-3)" : "var(--grid)"}
                    />
                  ))}
                  <rect
                    x="0"
                    width={axis.span(0, share)}
                    y={ROW / 2 - 5.5}
                    height="11"
                    fill={`var(--seq-${step})`}
                  />
                  {expected ? (
                    <rect
                      x={axis.place(expected.low)}
                      width={axis.span(expected.low, expected.high)}
                      y={ROW / 2 - 10.5}
                      height="21"
                      fill="none"
                      stroke="var(--ink-3)"
                      strokeDasharray="2 2"
                    />
                  ) : null}
                  {interval ? (
                    <line
                      x1={axis.place(interval.low)}
                      x2={axis.place(interval.high)}
                      y1={ROW / 2}
                      y2={ROW / 2}
                      stroke="var(--ink)"
                      strokeWidth="1.4"
                    />
                  ) : null}
                </svg>
              </td>
              <td>
                <b>{writeShare(share, n)}</b>
              </td>
              <td className={outside ? "warn" : "muted"}>
                <span className="flags tiny">
                  {outside ? <FindingFlag level="warning" label="outside its expected band" /> : null}
                  {text}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
      <AxisCaption
        height={15}
        behind={2}
        ticks={writeTicks(axis.ticks, "share").map(({ value, text }) => ({
          key: value,
          x: axis.place(value),
          text: value === 0 ? withUnit(text, "%") : text,
          anchor: value === 0 ? "start" : "middle",
        }))}
      />
    </table>
  );
}
