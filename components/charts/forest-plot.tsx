import { VerdictMark, verdictStroke } from "#components/ui/marks/verdict-mark.tsx";
import type { ClaimVerdict } from "#server/contracts/claim-verdict.ts";
import { isSignificant } from "#server/wording/verdicts/significant.ts";
import { DeltaCell } from "#components/ui/tables/rate-cell.tsx";
import { flagStrokes } from "#components/ui/marks/finding-flag.tsx";
import { writeTicks } from "#server/wording/charts/axes.ts";
import { withSign } from "#server/wording/numbers.ts";
import { printedFactor, type ValueKind } from "#server/wording/quantities.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { differenceDomain, percentAxis, type PercentAxis } from "#server/plot/scale.ts";
import { AxisCaption } from "./axis-caption.tsx";

export interface ForestRow {
  key: string;
  name: string;
  colour?: RunColour;
  /** To the baseline, in the unit of the store. */
  difference: number | null;
  /** The adjusted interval. */
  interval?: { low: number; high: number } | null;
  /** What may be claimed of the difference. */
  verdict?: ClaimVerdict;
  /** Difference of each seed, as ticks beneath. */
  seeds?: number[];
  /**
   * Shown but not ranked: the rules, for which the drawing has room, and the words of the tip and the table. `meant`: what it
   * is, where it was never to be ranked.
   */
  notRanked?: { rules: readonly string[]; words: string; meant?: string };
}

interface ForestPlotProps {
  /** What is compared with what: "Solved, difference to grpo at step 450". */
  label: string;
  rows: ForestRow[];
  kind: ValueKind;
  better?: "higher" | "lower";
  /** Smallest difference that these seeds could show: the grey zone. */
  smallest?: number;
}

const ROW = 33;
const MIDDLE = ROW / 2;
/** Characters of a name from which on it may be cut. */
const LONG_NAME = 22;

/** Differences to the baseline with their intervals, in the order of the table. A real table, so every number is read. */
export function ForestPlot({ label, rows, kind, better, smallest = 0 }: ForestPlotProps) {
  const factor = printedFactor(kind);
  const ranked = rows.filter((row) => row.notRanked === undefined);
  const [low, high] = differenceDomain(ranked, smallest);
  const axis = percentAxis([low * factor, high * factor], 4);
  const zone = smallest * factor;
  // Of a metric whose direction nobody knows neither end is better.
  const ends = { higher: ["worse", "better"], lower: ["better", "worse"], unknown: ["lower", "higher"] };
  const [atLow, atHigh] = ends[better ?? "unknown"];
  return (
    <table className="bars forest" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-unranked={row.notRanked === undefined ? undefined : true}>
            <th scope="row" data-tip={row.name.length > LONG_NAME ? row.name : undefined}>
              <span className="bar-name">{row.name}</span>
            </th>
            <td data-tip={row.notRanked?.words}>
              <svg className="bar" height={ROW} aria-hidden="true">
                <Ground axis={axis} zone={zone} />
                {row.notRanked === undefined ? (
                  <Interval row={row} axis={axis} factor={factor} />
                ) : (
                  <NotRanked axis={axis} {...row.notRanked} />
                )}
              </svg>
            </td>
            <td>
              {row.notRanked === undefined ? (
                <DeltaCell
                  difference={row.difference}
                  interval={row.interval}
                  differs={isSignificant(row.verdict)}
                  kind={kind}
                  better={better}
                />
              ) : (
                <span className="hidden-text">{row.notRanked.words}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <AxisCaption
        height={32}
        hasLine
        ticks={writeTicks(axis.ticks, "number").map(({ value, text }) => ({
          key: value,
          x: axis.place(value),
          text: withSign(text),
        }))}
      >
        <line x1={axis.place(0)} x2={axis.place(0)} y1="0" y2="4" stroke="var(--ink)" strokeWidth="1.5" />
        <text className="plot-tick" x="0" y="28">
          ← {atLow}
        </text>
        <text className="plot-tick" x="100%" y="28" textAnchor="end">
          {atHigh} →
        </text>
      </AxisCaption>
    </table>
  );
}

/** Grid, grey zone and zero line, drawn by every row so that they run through. */
function Ground({ axis, zone }: { axis: PercentAxis; zone: number }) {
  return (
    <>
      {zone > 0 ? (
        <rect x={axis.place(-zone)} width={axis.span(-zone, zone)} y="0" height={ROW} fill="var(--hover)" />
      ) : null}
      {axis.ticks.map((tick) => (
        <line key={tick} x1={axis.place(tick)} x2={axis.place(tick)} y1="0" y2={ROW} stroke="var(--grid)" />
      ))}
      <line x1={axis.place(0)} x2={axis.place(0)} y1="0" y2={ROW} stroke="var(--ink)" strokeWidth="1.5" />
    </>
  );
}

interface IntervalProps {
  row: ForestRow;
  axis: PercentAxis;
  factor: number;
}

function Interval({ row, axis, factor }: IntervalProps) {
  const colour = runColour(row.colour ?? "ink");
  const at = (value: number) => axis.place(value * factor);
  const { difference, interval, seeds = [] } = row;
  if (difference === null) return null;
  return (
    <g stroke={verdictStroke(row.verdict, colour)} strokeWidth="1.5">
      {interval ? (
        <>
          <line x1={at(interval.low)} x2={at(interval.high)} y1={MIDDLE} y2={MIDDLE} />
          {[interval.low, interval.high].map((bound) => (
            <line key={bound} x1={at(bound)} x2={at(bound)} y1={MIDDLE - 3.5} y2={MIDDLE + 3.5} />
          ))}
        </>
      ) : null}
      <VerdictMark x={at(difference)} y={MIDDLE} r={4} verdict={row.verdict} colour={colour} />
      {seeds.map((seed, i) => (
        <line
          key={i}
          x1={at(seed)}
          x2={at(seed)}
          y1={MIDDLE + 6.5}
          y2={MIDDLE + 10.5}
          strokeWidth="1"
          opacity="0.7"
        />
      ))}
    </g>
  );
}

/**
 * A flag and the rules in place of a dot; no flag for what was never to be ranked. The inner svg gives px offsets from a place
 * in per cent.
 */
function NotRanked({
  axis,
  rules,
  meant,
}: { axis: PercentAxis } & Omit<NonNullable<ForestRow["notRanked"]>, "words">) {
  return (
    <svg x={axis.place(0)} overflow="visible">
      {meant === undefined ? (
        <g transform={`translate(-18 ${MIDDLE - 7})`} color="var(--crit)">
          {flagStrokes("error")}
        </g>
      ) : null}
      <text className="plot-aside" x="8" y={MIDDLE + 4}>
        {["not ranked", rules.join(", ")].filter(Boolean).join(": ")}
      </text>
    </svg>
  );
}
