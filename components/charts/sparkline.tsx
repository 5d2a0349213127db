import type { RunColour } from "#server/plot/colours.ts";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { sparkPath, sparkX } from "./prepare/spark-path.ts";

interface SparklineProps {
  /** In order, at equal distances; null where nothing was measured. */
  values: (number | null)[];
  /** What it shows, for screen readers: "reward, 0.20 to 0.85". */
  label: string;
  colour?: RunColour;
  /** Still written: the dot at the end is viridian. */
  live?: boolean;
  /** Own scale unless given; the column head says which. */
  domain?: [number, number];
  /** How far along its planned length the run is, 0 to 1. */
  progress?: number;
  /** Places in `values` at which something changed: dotted verticals. */
  marks?: readonly number[];
  /** Beside the point: grey instead of ink. */
  quiet?: boolean;
  width?: number;
  height?: number;
}

/** A line without axes for table cells. Plain SVG, so that a page of sparklines loads no chart library. */
export function Sparkline(props: SparklineProps) {
  const { values, label, colour, live, domain, progress, marks = [], quiet, width = 96, height = 18 } = props;
  const { path, end } = sparkPath(values, { width, height, domain, progress });
  const plain = quiet ? "var(--ink-3)" : "var(--ink-2)";
  const stroke = colour === undefined ? plain : runColour(colour);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline svg has no native tag for a picture
    <svg className="spark" width={width} height={height} role="img" aria-label={label}>
      {marks.map((place) => (
        <path
          key={place}
          d={`M${sparkX(place, values.length, width)} 0V${height}`}
          stroke="var(--ink-3)"
          strokeDasharray="1 3"
        />
      ))}
      <path d={path} fill="none" stroke={stroke} strokeWidth="1.2" strokeLinejoin="round" />
      {end ? <circle cx={end.x} cy={end.y} r="1.9" fill={live ? "var(--now)" : stroke} /> : null}
    </svg>
  );
}

interface SparkLinesProps {
  /** Values at equal distances, null where nothing was measured, and how far each line reaches, 0 to 1. */
  lines: readonly { values: (number | null)[]; reach: number }[];
  label: string;
  colour: RunColour;
  domain: [number, number];
  width: number;
  height: number;
}

/** Lines of equals over each other on one scale. */
export function SparkLines({ lines, label, colour, domain, width, height }: SparkLinesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline svg has no native tag for a picture
    <svg className="spark" width={width} height={height} role="img" aria-label={label}>
      {lines.map(({ values, reach }, i) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- lines have no name here, and none moves
          key={i}
          d={sparkPath(values, { width, height, domain, progress: reach }).path}
          fill="none"
          stroke={runColour(colour)}
          strokeWidth="0.9"
          strokeLinejoin="round"
          opacity="0.7"
        />
      ))}
    </svg>
  );
}
