import { runColour } from "#components/ui/marks/run-state.tsx";
import { percentOfWidth } from "#server/numbers/round.ts";
import { writeTicks } from "#server/wording/charts/axes.ts";
import { writeShare, writeValue } from "#server/wording/quantities.ts";
import { withUnit } from "#server/wording/typography.ts";
import { AxisCaption } from "./axis-caption.tsx";

/** One kind of part, the same in every row. */
export interface SharePart {
  label: string;
  /** A step of the sequential palette, a grey, what groups are, or nothing. */
  fill: "solved" | "failed" | 1 | 2 | 3 | 4 | 5 | 6 | "ink" | "ink-2" | "ink-3" | "rule" | "none";
}

interface StackedSharesProps {
  label: string;
  parts: SharePart[];
  rows: {
    key: string;
    name: string;
    /** 0 to 1, in the order of `parts`; they add up to 1. */
    shares: number[];
    /** Of how many things they are, where that is known. */
    n?: number;
    /** At the right: the total, or n. */
    end?: string;
  }[];
  /** What `end` is: "dead". */
  endWord?: string;
}

const ROW = 29;
const BAR = 20;
/** Narrower parts have no room for their number. */
const PRINTED_FROM = 0.11;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Those with a number: of all five the last two would touch where three charts share a page of 768 px. */
const NUMBERED = [0, 0.5, 1];
const ANCHORS = new Map<number, "start" | "end">([
  [0, "start"],
  [1, "end"],
]);

const FILL: Record<SharePart["fill"], [fill: string, text: string]> = {
  solved: [runColour("solved"), "var(--bg)"],
  failed: [runColour("failed"), "var(--bg)"],
  1: ["var(--seq-1)", "var(--ink)"],
  2: ["var(--seq-2)", "var(--ink)"],
  3: ["var(--seq-3)", "var(--ink)"],
  4: ["var(--seq-4)", "var(--ink)"],
  5: ["var(--seq-5)", "var(--bg)"],
  6: ["var(--seq-6)", "var(--bg)"],
  ink: ["var(--ink)", "var(--bg)"],
  "ink-2": ["var(--ink-2)", "var(--bg)"],
  "ink-3": ["var(--ink-3)", "var(--bg)"],
  rule: ["var(--rule-2)", "var(--ink)"],
  none: ["none", "var(--ink-3)"],
};

/** Parts of a whole, one bar per row: why groups are dead, which labels an action gets. A table underneath. */
export function StackedShares({ label, parts, rows, endWord }: StackedSharesProps) {
  return (
    <>
      <table className="bars" aria-label={label}>
        <thead className="hidden-text">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">{parts.map((part) => part.label).join(", ")}</th>
            <th scope="col">{endWord ?? "Total"}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" data-end>
                <span className="bar-name">{row.name}</span>
              </th>
              <td>
                <span className="hidden-text">{inWords(parts, row)}</span>
                <svg className="bar" height={ROW} aria-hidden="true">
                  {TICKS.map((tick) => (
                    <line
                      key={tick}
                      x1={percentOfWidth(tick)}
                      x2={percentOfWidth(tick)}
                      y1="0"
                      y2={ROW}
                      stroke="var(--grid)"
                    />
                  ))}
                  <Bar parts={parts} row={row} />
                </svg>
              </td>
              <td className="muted">{row.end}</td>
            </tr>
          ))}
        </tbody>
        <AxisCaption
          height={15}
          end={endWord}
          ticks={writeTicks(NUMBERED, "share").map(({ value, text }) => ({
            key: value,
            x: percentOfWidth(value),
            text: value < 1 ? text : withUnit(text, "%"),
            anchor: ANCHORS.get(value) ?? "middle",
          }))}
        />
      </table>
      <ul className="legend" aria-hidden="true">
        {parts.map((part) => (
          <li key={part.label}>
            <span
              className="legend-mark"
              data-open={part.fill === "none" || undefined}
              style={{ "--fill": FILL[part.fill][0] }}
            />
            {part.label}
          </li>
        ))}
      </ul>
    </>
  );
}

type ShareRow = StackedSharesProps["rows"][number];

function Bar({ parts, row: { shares, n } }: { parts: SharePart[]; row: ShareRow }) {
  let from = 0;
  return parts.map((part, index) => {
    const share = shares[index] ?? 0;
    const start = from;
    from += share;
    const [fill, text] = FILL[part.fill];
    if (share <= 0) return null;
    return (
      <g key={part.label}>
        <rect
          x={percentOfWidth(start)}
          width={percentOfWidth(share)}
          y={(ROW - BAR) / 2}
          height={BAR}
          fill={fill}
          stroke={part.fill === "none" ? "var(--control)" : "var(--bg)"}
        />
        {share >= PRINTED_FROM ? (
          <text
            className="bar-text"
            x={percentOfWidth(start + share / 2)}
            y={ROW / 2 + 3.5}
            fill={text}
            textAnchor="middle"
          >
            {writeValue(share, "share", n)}
          </text>
        ) : null}
      </g>
    );
  });
}

function inWords(parts: SharePart[], { shares, n }: ShareRow): string {
  return parts.map((part, index) => `${part.label} ${writeShare(shares[index] ?? 0, n)}`).join(", ");
}
