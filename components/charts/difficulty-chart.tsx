import { percentAxis } from "#server/plot/scale.ts";
import { writeTicks } from "#server/wording/charts/axes.ts";
import { writeN } from "#server/wording/counts.ts";
import { printedFactor } from "#server/wording/quantities.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { AxisCaption } from "./axis-caption.tsx";

export interface DifficultyPoint {
  level: string;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  /** Where the value was wanted, shares. */
  band?: { low: number; high: number } | null;
  /** What can be reached at most by some way, a share. */
  ceiling?: number | null;
  /** Beside the number: the verdict on the band, or that the order is turned over. */
  words?: string;
  /** The words object. */
  isOff?: boolean;
}

export interface DifficultyGroup {
  key: string;
  name: string;
  /** Where its numbers come from. */
  href: string;
  points: DifficultyPoint[];
}

interface DifficultyChartProps {
  /** Names the table: "Solved by level". */
  label: string;
  /** On the axis: "Solved, %". */
  axisTitle: string;
  groups: DifficultyGroup[];
}

const ROW = 26;
const MIDDLE = ROW / 2;
const AXIS = percentAxis([0, 100], 5);
const place = (share: number) => AXIS.place(share * printedFactor("share"));

/** Shares of each policy level by level, on one axis from 0 to 100 %: band, interval, dot and ceiling. A real table. */
export function DifficultyChart({ label, axisTitle, groups }: DifficultyChartProps) {
  return (
    <table className="bars gradient" aria-label={label}>
      {groups.map(({ key, name, href, points }) => (
        <tbody key={key}>
          <tr>
            <th scope="rowgroup" colSpan={3} className="gradient-name">
              <PageLink href={href}>{name}</PageLink>
            </th>
          </tr>
          {points.map((point) => (
            <tr key={point.level}>
              <th scope="row">{point.level}</th>
              <td>
                <svg className="bar" height={ROW} aria-hidden="true">
                  <Drawing {...point} />
                </svg>
              </td>
              <td>
                <Value
                  value={point.value}
                  kind="share"
                  unit="%"
                  n={point.n}
                  nText={writeN(point.n)}
                  missing={point.value === null ? "not defined" : undefined}
                  interval={
                    point.low === null || point.high === null ? null : { low: point.low, high: point.high }
                  }
                  noInterval="no interval"
                />
                {point.words ? (
                  <span className="gradient-words" data-off={point.isOff || undefined}>
                    {point.words}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
      <AxisCaption
        height={32}
        hasLine
        ticks={writeTicks(AXIS.ticks, "number").map(({ value, text }) => ({
          key: value,
          x: AXIS.place(value),
          text,
        }))}
      >
        <text className="plot-tick" x="50%" y="29" textAnchor="middle">
          {axisTitle}
        </text>
      </AxisCaption>
    </table>
  );
}

function Drawing({ value, low, high, band, ceiling }: DifficultyPoint) {
  return (
    <>
      {band ? (
        <rect
          x={place(band.low)}
          width={AXIS.span(band.low * printedFactor("share"), band.high * printedFactor("share"))}
          y="1"
          height={ROW - 2}
          fill="var(--hover)"
          stroke="var(--ink-3)"
          strokeDasharray="2 3"
        />
      ) : null}
      {AXIS.ticks.map((tick) => (
        <line key={tick} x1={AXIS.place(tick)} x2={AXIS.place(tick)} y1="0" y2={ROW} stroke="var(--grid)" />
      ))}
      {ceiling === null || ceiling === undefined ? null : (
        <line
          x1={place(ceiling)}
          x2={place(ceiling)}
          y1="2"
          y2={ROW - 2}
          stroke="var(--ink)"
          strokeWidth="2"
          strokeDasharray="4 2"
        />
      )}
      {low === null || high === null ? null : (
        <line
          x1={place(low)}
          x2={place(high)}
          y1={MIDDLE}
          y2={MIDDLE}
          stroke="var(--ink)"
          strokeWidth="1.5"
        />
      )}
      {value === null ? null : <circle cx={place(value)} cy={MIDDLE} r="4" fill="var(--ink)" />}
    </>
  );
}
