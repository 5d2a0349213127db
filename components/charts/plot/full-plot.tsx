"use client";

import { type ReactNode, useContext, useRef, useSyncExternalStore } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ChartFrame, type ChartState } from "../chart-frame.tsx";
import { ChartMenu } from "../chart-menu.tsx";
import { PicturePlace } from "../picture-place.ts";
import { Plot } from "./plot.tsx";
import type { PlotFigureProps } from "./plot-figure.tsx";
import { PlotNotes } from "./plot-notes.tsx";
import { PlotLegend } from "./plot-legend.tsx";
import { ALL_HIDDEN, isAllHidden } from "../prepare/words.ts";
import { placeWords } from "../prepare/picture.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";
import { zoomAround } from "../prepare/zoom.ts";
import { useZoomState, type View } from "../use-view.ts";
import { ZoomNotice } from "./zoom-notice.tsx";

interface FullPlotProps extends PlotFigureProps {
  model: PlotModel | null;
  view: View;
  /** Last of the tools: the way out. */
  end?: ReactNode;
}

interface FullDrawingProps extends FullPlotProps {
  model: PlotModel;
  height: number;
}

/** What title, legend, notes and margins take of the window, in px. */
const AROUND = 275;
const LEAST_HEIGHT = 240;
const LOADING: ChartState = { kind: "loading" };

/** One chart as large as the window, inside a dialog that has its title. With nothing to draw it says why. */
export function FullPlot(props: FullPlotProps) {
  const { model, state, title, end } = props;
  const windowHeight = useSyncExternalStore(
    onResize,
    () => window.innerHeight,
    () => 900,
  );
  const height = Math.max(LEAST_HEIGHT, windowHeight - AROUND);
  return (
    <div className="plot-full">
      {model && !state ? (
        <FullDrawing {...props} model={model} height={height} />
      ) : (
        <>
          {end ? (
            <div className="plot-full-bar">
              <span className="plot-full-tools">{end}</span>
            </div>
          ) : null}
          <ChartFrame title={title} bare state={state ?? LOADING} height={height} />
        </>
      )}
    </div>
  );
}

function FullDrawing(props: FullDrawingProps) {
  const {
    model,
    view,
    height,
    title,
    unit,
    subject,
    meaning,
    value,
    flag,
    note,
    aside,
    menu = [],
    end,
  } = props;
  const isHidden = isAllHidden(model);
  const whose = placeWords(title, useContext(PicturePlace), subject);
  const box = useRef<HTMLDivElement>(null);
  const zoomState = useZoomState(model, view.group);
  const zoom = (factor: number) => {
    const next = zoomAround(zoomState(), null, factor);
    if (next !== undefined) view.setZoom(next);
  };
  return (
    <>
      <div className="plot-full-bar">
        <span className="figure-unit">
          {unit}
          {unit && whose !== "" ? " · " : null}
          {whose}
        </span>
        {flag}
        {value ? <span>{value}</span> : null}
        <span className="plot-full-tools">
          <ZoomNotice model={model} view={view} />
          <Button size="small" onClick={() => zoom(2)} aria-label="Zoom in">
            +
          </Button>
          <Button size="small" onClick={() => zoom(0.5)} aria-label="Zoom out">
            −
          </Button>
          <ChartMenu {...{ title, unit, subject, meaning, note, aside, model, box }} entries={menu} />
          {end}
        </span>
      </div>
      <div ref={box}>
        {isHidden ? (
          <ChartFrame title={title} bare state={ALL_HIDDEN} height={height} />
        ) : (
          <Plot model={model} view={view} height={height} label={title} />
        )}
      </div>
      {model.lines.length > 1 ? <PlotLegend model={model} view={view} /> : null}
      <p className="figure-note">{isHidden ? null : <PlotNotes notes={model.notes} note={note} />}</p>
    </>
  );
}

function onResize(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
