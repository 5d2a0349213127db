"use client";

import { useMemo } from "react";
import { PlotFigure, type PlotFigureProps } from "./plot/plot-figure.tsx";
import { prepareLines, type LineChartInput } from "#server/plot/preparers.ts";
import { useView } from "./use-view.ts";

interface LineChartProps extends PlotFigureProps {
  /** Keep its identity while nothing changed: the chart is prepared and drawn again when it is another object. */
  input: LineChartInput | null;
}

/** One or several runs along x: envelope, raw behind smoothed, gaps, NaN strip, log axes. */
export function LineChart({ input, ...figure }: LineChartProps) {
  const view = useView(input, figure);
  const { zoom, hidden } = view;
  const model = useMemo(
    () => (input ? prepareLines({ ...input, zoom, hidden }) : null),
    [input, zoom, hidden],
  );
  return <PlotFigure {...figure} model={model} view={view} />;
}
