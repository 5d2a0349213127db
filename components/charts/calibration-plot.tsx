import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { percentOfWidth } from "#server/numbers/round.ts";
import { writePlace, writeTicks } from "#server/wording/charts/axes.ts";
import { countInWords, plural, writeCount } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { prepareCalibration, type CalibrationBin } from "./prepare/prepare-calibration.ts";

interface CalibrationPlotProps {
  title: string;
  unit?: string;
  bins: readonly CalibrationBin[];
  /** Height of the plot in px, its axis and histogram included. */
  height?: number;
}

const TICKS = writeTicks([0, 0.25, 0.5, 0.75, 1], "number");
const HISTOGRAM = 34;
const AXIS = 16;
const TOP = 6;
const RADIUS = { least: 2.6, more: 4 };
const ANCHORS = new Map<number, "start" | "end">([
  [0, "start"],
  [1, "end"],
]);

/**
 * Mean label against mean score, bin by bin, with the diagonal on which a calibrated model lies; under it how many items each
 * bin holds. A dot grows with its bin. All of it is also a table.
 */
export function CalibrationPlot({ title, unit, bins, height = 216 }: CalibrationPlotProps) {
  const { dots, bars, thin, n } = prepareCalibration(bins);
  const square = height - HISTOGRAM - AXIS - TOP;
  const y = (value: number) => TOP + (1 - value) * square;
  const base = TOP + square + AXIS + HISTOGRAM;
  return (
    <ChartFrame
      title={title}
      unit={unit}
      height={height}
      state={
        dots.length === 0
          ? { kind: "empty", title: "No bins", reason: "The report holds no scored step." }
          : undefined
      }
      note={
        <>
          <Disclosure summary={`n ${writeCount(n)} steps; dashed: score and mean label agree`}>
            <p className="small">
              On the dashed line a score is the mean label it stands for. Bars: steps per bin. Bin means carry
              no interval: the report has no error by episode
              {thin > 0
                ? `, and ${countInWords(thin)} ${plural(thin, "bin holds", "bins hold")} fewer than 10 steps (open dots)`
                : ""}
              .
            </p>
          </Disclosure>
        </>
      }
    >
      <svg className="calibration" height={height} aria-hidden="true">
        {TICKS.map(({ value, text }) => (
          <text key={value} className="plot-tick" x="-8" y={y(value) + 3.5} textAnchor="end">
            {text}
          </text>
        ))}
        {TICKS.map(({ value: tick, text }) => (
          <g key={tick}>
            <line
              x1="0%"
              x2="100%"
              y1={y(tick)}
              y2={y(tick)}
              stroke={tick === 0 ? "var(--ink-3)" : "var(--grid)"}
            />
            <text
              className="plot-tick"
              x={percentOfWidth(tick)}
              y={TOP + square + 13}
              textAnchor={ANCHORS.get(tick) ?? "middle"}
            >
              {text}
            </text>
          </g>
        ))}
        <line x1="0%" y1={y(0)} x2="100%" y2={y(1)} stroke="var(--ink-3)" strokeDasharray="4 3" />
        {bars.map((bar) => (
          <rect
            key={bar.key}
            x={percentOfWidth(bar.from)}
            width={percentOfWidth(bar.to - bar.from)}
            y={base - bar.height * (HISTOGRAM - 6)}
            height={bar.height * (HISTOGRAM - 6)}
            fill="var(--rule-2)"
            stroke="var(--bg)"
          />
        ))}
        {dots.map((dot) => (
          <circle
            key={dot.key}
            cx={percentOfWidth(dot.x)}
            cy={y(dot.y)}
            r={RADIUS.least + RADIUS.more * Math.sqrt(dot.weight)}
            fill={dot.thin ? "var(--bg)" : "var(--ink)"}
            stroke="var(--ink)"
            data-tip={dot.text}
          />
        ))}
      </svg>
      <table className="hidden-text">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Scores</th>
            <th scope="col">Mean score</th>
            <th scope="col">Mean label</th>
            <th scope="col">n</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.low}>
              <th scope="row">
                {writePlace(bin.low)} to {writePlace(bin.high)}
              </th>
              <td>{bin.meanScore === null ? "none" : writeNumber(bin.meanScore)}</td>
              <td>{bin.meanLabel === null ? "none" : writeNumber(bin.meanLabel)}</td>
              <td>{writeCount(bin.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartFrame>
  );
}
