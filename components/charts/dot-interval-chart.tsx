"use client";

import { useMemo } from "react";
import { PlotFigure, type PlotFigureProps } from "./plot/plot-figure.tsx";
import {
  type BandChartInput,
  type DotChartInput,
  prepareBands,
  prepareDots,
} from "#server/plot/preparers.ts";
import { useView } from "./use-view.ts";

interface BandChartProps extends PlotFigureProps {
  /** Keep its identity while nothing changed: the chart is prepared and drawn again when it is another object. */
  input: BandChartInput | null;
}

/** Variants along x: the mean over seeds with its band. */
export function BandChart({ input, ...figure }: BandChartProps) {
  const view = useView(input, figure);
  const { zoom, hidden } = view;
  const model = useMemo(
    () => (input ? prepareBands({ ...input, zoom, hidden }) : null),
    [input, zoom, hidden],
  );
  return <PlotFigure {...figure} model={model} view={view} />;
}

interface DotIntervalChartProps extends PlotFigureProps {
  /** Keep its identity while nothing changed: the chart is prepared and drawn again when it is another object. */
  input: DotChartInput | null;
}

/** Evaluations along x: a dot with its interval for each. */
export function DotIntervalChart({ input, ...figure }: DotIntervalChartProps) {
  const view = useView(input, figure);
  const { zoom, hidden } = view;
  const model = useMemo(
    () => (input ? prepareDots({ ...input, zoom, hidden }) : null),
    [input, zoom, hidden],
  );
  return <PlotFigure {...figure} model={model} view={view} />;
}
