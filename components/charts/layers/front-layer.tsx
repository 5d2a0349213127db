import { flagStrokes } from "#components/ui/marks/finding-flag.tsx";
import { runColour } from "#components/ui/marks/run-state.tsx";
import type { EndLabel } from "#server/plot/labels.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import {
  arrowPath,
  clusterWords,
  CROSS,
  crossPath,
  EVALUATION,
  haveDots,
  leaderOf,
  LINE_OPACITY,
  seamNames,
  TEXT_DROP,
  TICK_BASE,
  WHISKER,
  whiskerPath,
} from "#server/plot/marks.ts";
import { keptPath, samplePath } from "#server/plot/paths.ts";
import { drawnSamples } from "#server/plot/stretches.ts";
import type { PlotModel, PlotSeries } from "#server/plot/plot-model.ts";

interface FrontLayerProps {
  model: PlotModel;
  layout: PlotLayout;
}

const FLAG_COLOUR = { info: "var(--ink-2)", warning: "var(--warn-mark)", error: "var(--crit)" };

/** What lies over the lines: dots, ends, bars at the edge, labels, flags, and what could not be drawn at its value. */
export function FrontLayer({ model, layout }: FrontLayerProps) {
  const { xName, plot, height } = layout;
  const xNameY = xName.place === "row" ? height - TICK_BASE : plot.bottom - TICK_BASE;
  return (
    <g>
      {model.series.map((one) => (one.dots ? <Dots key={one.key} one={one} layout={layout} /> : null))}
      {model.series.map((one) =>
        haveDots(one, model.y.metric, plot) ? (
          <path
            key={one.key}
            className="plot-own"
            d={keptPath(samplePath, one.line, layout.x, layout.y)}
            fill="none"
            stroke={runColour(one.colour)}
            strokeOpacity={LINE_OPACITY[one.role]}
            {...EVALUATION}
          />
        ) : null,
      )}
      {model.series.map((one) => (one.end ? <End key={one.key} end={one.end} layout={layout} /> : null))}
      <Strips layout={layout} />
      <Beyond layout={layout} />
      <text className="plot-name" data-axis={xName.place} x={xName.x} y={xNameY} textAnchor="end">
        {xName.text}
      </text>
      <Edge model={model} layout={layout} />
      <Names model={model} layout={layout} />
      {model.y.missing === null ? null : (
        <text
          className="plot-name"
          x={(plot.left + plot.right) / 2}
          y={(plot.top + plot.bottom) / 2 + TEXT_DROP}
          textAnchor="middle"
        >
          {model.y.missing}
        </text>
      )}
      {layout.single ? (
        <text
          className="plot-label"
          x={layout.single.x}
          y={layout.single.y + TEXT_DROP}
          textAnchor={layout.single.anchor}
          fill="var(--ink)"
        >
          {layout.single.text}
        </text>
      ) : null}
    </g>
  );
}

function Dots({ one: { line, colour }, layout: { x, y } }: { one: PlotSeries; layout: PlotLayout }) {
  return (
    <g className="plot-own" fill={runColour(colour)}>
      {drawnSamples(line, x.domain).map((index) => (
        <circle key={index} cx={x.toPx(line.samples.x[index])} cy={y.toPx(line.samples.y[index])} r={3} />
      ))}
    </g>
  );
}

/** A live line ends in a dot with a halo; a stale one in a grey dot. */
function End({ end, layout: { x, y } }: { end: NonNullable<PlotSeries["end"]>; layout: PlotLayout }) {
  const [cx, cy] = [x.toPx(end.x), y.toPx(end.y)];
  const colour = end.state === "live" ? "var(--now)" : "var(--ink-3)";
  return (
    <g className="plot-own" fill={colour}>
      {end.state === "live" ? <circle cx={cx} cy={cy} r={6} opacity={0.18} /> : null}
      <circle cx={cx} cy={cy} r={2.8} />
    </g>
  );
}

function Strips({ layout: { strips, plot } }: { layout: PlotLayout }) {
  return strips.map((strip) => (
    <g key={strip.label}>
      <text className="plot-strip" x={plot.left - 6} y={strip.y + 3} textAnchor="end">
        {strip.label}
      </text>
      {strip.clusters.map((cluster) => (
        <path key={cluster.x0} d={crossPath(cluster.px, strip.y)} stroke="var(--crit)" {...CROSS}>
          <title>{clusterWords(cluster, strip.meaning)}</title>
        </path>
      ))}
    </g>
  ));
}

/** Arrow heads at the edge that points lie beyond. */
function Beyond({ layout: { beyond } }: { layout: PlotLayout }) {
  return beyond.map(({ side, y, clusters }) => (
    <g key={side} fill="var(--ink-2)">
      {clusters.map((cluster) => (
        <path key={cluster.x0} d={arrowPath(side, cluster.px, y)}>
          <title>{clusterWords(cluster, `${side} the edge`)}</title>
        </path>
      ))}
    </g>
  ));
}

/** Bars of the last intervals, with an arrow head where one would go on, and the labels of the lines. */
function Edge({ model, layout }: FrontLayerProps) {
  const series = new Map(model.series.map((one) => [one.key, one]));
  return (
    <g>
      {layout.whiskers.map((whisker) => (
        <path
          key={whisker.key}
          className="plot-own"
          fill="none"
          d={whiskerPath(whisker)}
          stroke={runColour(series.get(whisker.key)?.colour ?? "ink")}
          {...WHISKER}
        />
      ))}
      {layout.labels.map((label) => (
        <Label key={label.key} label={label} one={series.get(label.key)} />
      ))}
    </g>
  );
}

/** The name of a line, above the others while it is pointed at, with what ties it to where the line ends. */
function Label({ label, one }: { label: EndLabel; one?: PlotSeries }) {
  const { text, from, x, y, early } = label;
  const leader = leaderOf(label);
  const colour = runColour(one?.colour ?? "ink", "text");
  return (
    <g className="plot-own">
      {leader ? <path {...leader} fill="none" stroke={colour} /> : null}
      {leader && early && !one?.end ? <circle cx={from.x} cy={from.y} r={2} fill={colour} /> : null}
      <text
        className="plot-label"
        data-inside={(early && !leader) || undefined}
        x={x}
        y={y + TEXT_DROP}
        fill={colour}
        fontWeight={one?.role === "baseline" ? 600 : 500}
      >
        {text}
      </text>
    </g>
  );
}

/** Names of seams and references, and the flags with their poles. */
function Names({ model, layout: { plot, x, references } }: FrontLayerProps) {
  const [from, to] = model.x.domain;
  return (
    <g>
      {seamNames(model.seams, x.toPx, plot).map(({ at, label, anchor, ...place }) => (
        <text key={at} className="plot-name" {...place} textAnchor={anchor}>
          {label}
        </text>
      ))}
      {references.map(({ label, x: px, y, anchor }) => (
        <text key={label} className="plot-name" x={px} y={y} textAnchor={anchor}>
          {label}
        </text>
      ))}
      {model.flags.map((flag) => {
        const left = x.toPx(Math.max(from, flag.x0));
        const right = x.toPx(Math.min(to, flag.x1 ?? to));
        return (
          <g key={flag.rule + flag.x0} color={FLAG_COLOUR[flag.level]}>
            <path
              d={`M${left} ${plot.top - 12}V${plot.bottom}M${left} ${plot.top}H${right}`}
              stroke="currentColor"
              strokeWidth={1.4}
              fill="none"
            />
            <g transform={`translate(${left - 2.5} ${plot.top - 13})`}>{flagStrokes(flag.level)}</g>
            <text className="plot-flag" x={left + 12} y={plot.top - 4}>
              {flag.rule} {flag.label}
            </text>
          </g>
        );
      })}
    </g>
  );
}
