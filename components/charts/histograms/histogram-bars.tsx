import { toPixel } from "#server/numbers/round.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";

interface HistogramBarsProps {
  step: number;
  edges: readonly number[];
  counts: readonly number[];
}

const [WIDTH, HEIGHT] = [1000, 100];

/** Bars as one path; of bins without width, and where all values are one, a bar of a hundredth stands there. */
export function barsPath(edges: readonly number[], counts: readonly number[]): string {
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const most = Math.max(...counts);
  if (!(most > 0)) return "";
  // Halved before the difference, which of very large edges is beyond what a number holds.
  const place = (x: number): number =>
    high > low ? ((x / 2 - low / 2) / (high / 2 - low / 2)) * WIDTH : WIDTH / 2;
  return counts
    .map((count, i) => {
      if (count === 0) return "";
      const width = Math.max(WIDTH / 200, place(edges[i + 1]) - place(edges[i]));
      const height = (count / most) * HEIGHT;
      return `M${toPixel(place(edges[i]))} ${HEIGHT}v${toPixel(-height)}h${toPixel(width)}v${toPixel(height)}z`;
    })
    .join("");
}

/** One histogram. */
export function HistogramBars({ step, edges, counts }: HistogramBarsProps) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const words = `${countOf(Math.round(total), "value")} in ${countOf(counts.length, "bin")} at step ${writePlace(step)}`;
  return (
    <div className="histogram-bars">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={barsPath(edges, counts)} fill="var(--seq-5)" />
      </svg>
      <div className="heat-steps tiny muted">
        <span>{writeNumber(edges[0])}</span>
        <span>{words}</span>
        <span>{writeNumber(edges[edges.length - 1])}</span>
      </div>
    </div>
  );
}
