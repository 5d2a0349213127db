import { runColour } from "#components/ui/marks/run-state.tsx";
import { VerdictMark, verdictStroke } from "#components/ui/marks/verdict-mark.tsx";
import type { AnswerRow } from "#server/contracts/experiment.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeDifference, writeInterval } from "#server/wording/quantities.ts";

interface MiniForestProps {
  rows: readonly AnswerRow[];
  unit: string;
  /** Shared by all drawings of the unit; holds 0. */
  domain: [number, number];
}

const ROW = 7;
const MARK = 2.4;
/** Of more configurations than these the best of each verdict would stand alone, so the first ones are drawn and the rest told. */
const MOST = 6;

function rowWords({ config, value, low, high }: AnswerRow, unit: string): string {
  const of = { unit, difference: true };
  return `${config} ${writeDifference({ value, unit })}${low === null || high === null ? "" : ` ${writeInterval(low, high, of)}`}`;
}

/** Differences to the baseline as the rows of a forest, as high as a line or two of text: 0 is the vertical. */
export function MiniForest({ rows, unit, domain }: MiniForestProps) {
  const axis = percentAxis(domain, 2);
  const drawn = rows.slice(0, MOST);
  const more = rows.length - drawn.length;
  const height = drawn.length * ROW + ROW;
  const colour = runColour("ink");
  const words = rows.map((row) => rowWords(row, unit)).join("; ");
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline svg has no native tag for a picture */}
      <svg className="mini-forest" height={height} role="img" aria-label={words} data-tip={words}>
        <line x1={axis.place(0)} x2={axis.place(0)} y1="0" y2={height} stroke="var(--ink-3)" />
        {drawn.map(({ config, value, low, high, verdict }, i) => {
          const y = ROW + i * ROW;
          return (
            <g key={config}>
              {low === null || high === null ? null : (
                <line
                  x1={axis.place(low)}
                  x2={axis.place(high)}
                  y1={y}
                  y2={y}
                  stroke={verdictStroke(verdict, colour)}
                  strokeWidth="1.4"
                />
              )}
              <VerdictMark x={axis.place(value)} y={y} r={MARK} verdict={verdict} colour={colour} />
            </g>
          );
        })}
      </svg>
      {more > 0 ? <span className="under muted">and {countOf(more, "more", "more")}</span> : null}
    </>
  );
}
