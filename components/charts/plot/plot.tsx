"use client";

import { PlotCanvasLater } from "./plot-canvas-later.tsx";
import type { PlotModel } from "#server/plot/plot-model.ts";
import type { View } from "../use-view.ts";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element in whole px, 0 until it is measured. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    setWidth(Math.floor(element.current.clientWidth));
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

interface PlotProps {
  model: PlotModel;
  view: View;
  height: number;
  /** Names the chart. */
  label: string;
  /** Key of a line that is pointed at elsewhere. */
  lit: string | null;
}

/** The drawing of a line chart. Its library is a chunk of its own; until it is there, the axis stands and nothing moves. */
export function Plot(props: PlotProps) {
  const [box, width] = useWidth();
  return (
    <div ref={box} className="plot" style={{ height: props.height }}>
      {width > 0 ? <PlotCanvasLater {...props} width={width} /> : <div className="plot-axes" />}
    </div>
  );
}
