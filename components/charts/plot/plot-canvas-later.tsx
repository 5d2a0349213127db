import { createElement, useSyncExternalStore, type ComponentType } from "react";
import { NotSent } from "#components/ui/later.tsx";
import type { PlotCanvasProps } from "./plot-canvas.tsx";

type Canvas = ComponentType<PlotCanvasProps>;

let loaded: Canvas | Error | null = null;
const waiting = new Set<() => void>();

async function load(): Promise<void> {
  try {
    loaded = (await import("./plot-canvas.tsx")).PlotCanvas;
  } catch (cause) {
    loaded = new Error("the charts did not come", { cause });
  }
  for (const tell of waiting) tell();
}

// With the page's own scripts and not when the first chart is drawn, which is a quarter of a second later.
if (typeof window !== "undefined") void load();

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/**
 * The drawing of a plot, or its empty axes until what draws it is there. Not `lazy`: React holds back what suspended for up
 * to 300 ms after it has shown something else.
 */
export function PlotCanvasLater(props: PlotCanvasProps) {
  const canvas = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  );
  if (canvas instanceof Error) return <NotSent what="the charts" onRetry={() => void load()} over={false} />;
  return canvas ? createElement(canvas, props) : <div className="plot-axes" />;
}
