import { useId } from "react";
import { REFERENCE, SEAM, seamPath } from "#server/plot/marks.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";

interface BackLayerProps {
  model: PlotModel;
  layout: PlotLayout;
}

const HATCH_HEIGHT = 7;

/** What lies under the lines: the hatch of flagged spans, attempt seams, reference lines. */
export function BackLayer({ model, layout }: BackLayerProps) {
  const hatch = useId();
  const { plot, x, y } = layout;
  const [from, to] = model.x.domain;
  return (
    <g>
      {model.flags.length > 0 ? (
        <defs>
          <pattern
            id={hatch}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0V4" stroke="var(--ink-2)" strokeWidth="1.6" opacity=".5" />
          </pattern>
        </defs>
      ) : null}
      {model.flags.map((flag) => {
        const left = x.toPx(Math.max(from, flag.x0));
        const right = x.toPx(Math.min(to, flag.x1 ?? to));
        return (
          <g key={flag.rule + flag.x0}>
            <rect
              x={left}
              y={plot.top}
              width={Math.max(0, right - left)}
              height={HATCH_HEIGHT}
              fill={`url(#${hatch})`}
            />
            <path d={`M${right} ${plot.top}V${plot.bottom}`} stroke="var(--rule-2)" />
          </g>
        );
      })}
      {model.seams.map((seam) => (
        <path key={seam.x} d={seamPath(x.toPx(seam.x), plot)} stroke="var(--ink-3)" {...SEAM} />
      ))}
      {model.references.map((reference) => (
        <path
          key={reference.label}
          d={`M${plot.left} ${y.toPx(reference.y)}H${plot.right}`}
          stroke="var(--ink-3)"
          {...REFERENCE}
        />
      ))}
    </g>
  );
}
