"use client";

import { useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ChartMenu } from "./chart-menu.tsx";
import { Plot } from "./plot.tsx";
import type { PlotFigureProps } from "./plot-figure.tsx";
import { PlotLegend } from "./plot-legend.tsx";
import type { PlotModel } from "./prepare/plot-model.ts";
import { zoomAround } from "./prepare/zoom-range.ts";
import type { View } from "./use-view.ts";
import { useZoomState } from "./use-zoom-state.ts";
import { ZoomNotice } from "./zoom-notice.tsx";

interface FullScreenProps extends PlotFigureProps {
  model: PlotModel;
  view: View;
  onClose: () => void;
}

/** What title, legend, notes and margins take of the window, in px. */
const AROUND = 275;
const LEAST_HEIGHT = 240;

/** One chart as large as the window, with all that it can do. Escape closes it. */
export function FullScreen({ model, view, onClose, title, unit, value, note, menu = [] }: FullScreenProps) {
  const box = useRef<HTMLDivElement>(null);
  const [lit, setLit] = useState<string | null>(null);
  const windowHeight = useSyncExternalStore(
    onResize,
    () => window.innerHeight,
    () => 900,
  );
  const zoomState = useZoomState(model, view.group);
  const zoom = (factor: number) => {
    const next = zoomAround(zoomState(), null, factor);
    if (next !== undefined) view.setZoom(next);
  };
  return (
    <Dialog open onClose={onClose} title={title} size="wide">
      <div className="plot-full">
        <div className="plot-full-bar">
          <span className="figure-unit">{unit}</span>
          {value ? <span>{value}</span> : null}
          <span className="plot-full-tools">
            <ZoomNotice model={model} view={view} />
            <Button size="small" onClick={() => zoom(2)} aria-label="Zoom in">
              +
            </Button>
            <Button size="small" onClick={() => zoom(0.5)} aria-label="Zoom out">
              −
            </Button>
            <ChartMenu title={title} model={model} box={box} entries={menu} />
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          </span>
        </div>
        <div ref={box}>
          <Plot
            model={model}
            view={view}
            height={Math.max(LEAST_HEIGHT, windowHeight - AROUND)}
            label={title}
            lit={lit}
          />
        </div>
        {model.lines.length > 1 ? <PlotLegend model={model} view={view} onPoint={setLit} /> : null}
        <p className="figure-note">
          {model.notes.map((text) => (
            <span key={text}>{text}. </span>
          ))}
          {note}
        </p>
      </div>
    </Dialog>
  );
}

function onResize(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
