import { toPixel } from "#server/numbers/round.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { writeTicks } from "#server/wording/charts/axes.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import type { ReadFigure, Trace } from "./read-figure.ts";

const [WIDTH, HEIGHT] = [1000, 400];
const colorOf = (i: number): string => `var(--run-${(i % 12) + 1})`;

interface Ends {
  x: [number, number];
  y: [number, number];
}

/** Ends for values that are all the same, also where that is so large that one more makes no difference. */
const around = (value: number): [number, number] => {
  const room = Math.max(1, Math.abs(value) / 10);
  return [value - room, value + room];
};

function endsOf(traces: readonly Trace[]): Ends {
  const ends: Ends = { x: [Infinity, -Infinity], y: [Infinity, -Infinity] };
  const take = (axis: "x" | "y", value: number) => {
    ends[axis] = [Math.min(ends[axis][0], value), Math.max(ends[axis][1], value)];
  };
  for (const { form, x, y } of traces) {
    for (const value of x)
      for (const at of form === "bars" ? [value - 0.5, value + 0.5] : [value]) take("x", at);
    for (const value of y) take("y", value);
    if (form === "bars") take("y", 0);
  }
  for (const axis of ["x", "y"] as const) {
    const [low, high] = ends[axis];
    if (!(low < high)) ends[axis] = Number.isFinite(low) ? around(low) : [0, 1];
  }
  return ends;
}

function pathOf(
  { form, x, y }: Trace,
  toX: (value: number) => number,
  toY: (value: number) => number,
): string {
  if (form === "line")
    return x.map((at, i) => `${i === 0 ? "M" : "L"}${toPixel(toX(at))} ${toPixel(toY(y[i]))}`).join("");
  if (form === "marks") return x.map((at, i) => `M${toPixel(toX(at))} ${toPixel(toY(y[i]))}h0`).join("");
  const width = Math.max(2, (toX(1) - toX(0)) * 0.8);
  return x
    .map(
      (at, i) =>
        `M${toPixel(toX(at) - width / 2)} ${toPixel(toY(0))}V${toPixel(toY(y[i]))}h${toPixel(width)}V${toPixel(toY(0))}z`,
    )
    .join("");
}

/** Lines, points and bars of a figure that was logged as plotly's JSON. Its own colors and scripts are not taken over. */
export function FigurePreview({ figure }: { figure: ReadFigure }) {
  const { traces, title, xTitle, yTitle, categories, leftOut } = figure;
  const { x, y } = endsOf(traces);
  const toX = (value: number) => ((value - x[0]) / (x[1] - x[0])) * WIDTH;
  const toY = (value: number) => HEIGHT - ((value - y[0]) / (y[1] - y[0])) * HEIGHT;
  const axis = percentAxis(x, 5);
  return (
    <figure className="figure-preview" aria-label={title || "figure"}>
      {title ? <figcaption className="small">{title}</figcaption> : null}
      <div className="histogram-heat">
        <span className="heat-end tiny muted">
          {yTitle ? `${yTitle}, ` : ""}
          {writeNumber(y[1])}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {traces.map((trace, i) => (
            <path
              key={i}
              d={pathOf(trace, toX, toY)}
              fill={trace.form === "bars" ? colorOf(i) : "none"}
              fillOpacity="0.7"
              stroke={trace.form === "bars" ? "none" : colorOf(i)}
              strokeWidth={trace.form === "marks" ? 6 : 1.5}
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span className="heat-end tiny muted">{writeNumber(y[0])}</span>
        <div className="heat-steps tiny muted">
          {categories ? (
            <>
              <span>{categories[0]}</span>
              <span>{xTitle}</span>
              <span>{categories[categories.length - 1]}</span>
            </>
          ) : (
            <>
              <span>{writeTicks([axis.domain[0]], "number")[0].text}</span>
              <span>{xTitle}</span>
              <span>{writeTicks([axis.domain[1]], "number")[0].text}</span>
            </>
          )}
        </div>
      </div>
      <ul className="figure-names tiny">
        {traces.map((trace, i) => (
          <li key={i}>
            <i style={{ background: colorOf(i) }} /> {trace.name}
          </li>
        ))}
      </ul>
      {leftOut.length > 0 ? (
        <p className="tiny muted">
          Not drawn here: traces of the type {leftOut.join(", ")}. The file has them.
        </p>
      ) : null}
    </figure>
  );
}
