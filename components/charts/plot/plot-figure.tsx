"use client";

import { useRef, useState } from "react";
import { later } from "#components/ui/later.tsx";
import type { MenuEntry } from "#components/ui/overlays/menu.tsx";
import { CHART_HEIGHT, ChartFrame, type ChartFrameProps, type ChartState } from "../chart-frame.tsx";
import { ChartMenu } from "../chart-menu.tsx";
import { joinCaptions, useOwnCaptions } from "../captions.tsx";
import { Plot } from "./plot.tsx";
import { PlotLegend } from "./plot-legend.tsx";
import { ALL_HIDDEN, isAllHidden, noPoints, unitOnScale } from "../prepare/words.ts";
import { needsLegend } from "#server/plot/labels.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import type { View } from "../use-view.ts";
import { PlotNotes } from "./plot-notes.tsx";
import { ZoomNotice } from "./zoom-notice.tsx";

const NO_CAPTIONS: readonly string[] = [];

const FullPlot = later(async () => (await import("./full-plot.tsx")).FullPlot, "the chart", 0, {
  over: true,
});
const FullScreen = later(async () => (await import("../full-screen.tsx")).FullScreen, "full screen", 0, {
  over: true,
});

export interface PlotFigureProps extends ChartFrameProps {
  /** Under the chart, what others of its section may say too and is then said once for all. */
  captions?: readonly string[];
  /** What the page says of its charts beside them, and a picture that leaves it has to say itself. */
  aside?: string;
  /** Added before what every chart can do. */
  menu?: MenuEntry[];
  /** Whose lines these are, for a picture that leaves the page; from the lines where it is left out. */
  subject?: string;
  /** What line and band are, for its table, where that stands in the note and not beside the unit. */
  meaning?: string;
  /** How many runs it is drawn from, once all of them have ended: then no point is waited for. */
  ended?: number;
  /** Asked for another stretch of x, or all of it; with `zoom` in the input the page decides. */
  onZoom?: (zoom: ZoomRange | null) => void;
  /** Asked to hide exactly these lines; with `hidden` in the input the page decides. */
  onHidden?: (keys: string[]) => void;
  /**
   * `auto` shows it where lines have no room for labels at their ends, or where one is hidden; `asked` only when the menu
   * is asked for it, on a page that lists its lines itself.
   */
  legend?: "auto" | "always" | "asked";
  /**
   * Of a page that shows its charts one by one as large as the window: how it is asked to show this one, or that this is
   * the one. Left out, the chart does it itself.
   */
  fullScreen?: (() => void) | "shown";
}

interface PlotFigureParts extends PlotFigureProps {
  model: PlotModel | null;
  view: View;
}

/** A prepared chart in its frame. Without samples it says so; `state` says why there is no model yet. */
export function PlotFigure({ model, view, captions = NO_CAPTIONS, ...given }: PlotFigureParts) {
  // Where the chart leaves its section it says all by itself.
  const note = given.note ?? joinCaptions(captions) ?? undefined;
  const props = { ...given, note };
  const { title, subject, meaning, height = CHART_HEIGHT, menu = [], legend = "auto", fullScreen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [isListed, setListed] = useState<boolean | null>(null);
  const [isFull, setFull] = useState(false);
  const state = props.state ?? stateOf(model, props.ended);
  // Not a state like the others: legend and menu stay, since they lead back.
  const hidden = !state && model !== null && isAllHidden(model) ? ALL_HIDDEN : undefined;
  const said = (model?.notes ?? []).map((text) => `${text}.`);
  const own = useOwnCaptions(state || hidden || model === null ? null : [...said, ...captions]);
  const ownNotes = (model?.notes ?? []).filter((text) => own.includes(`${text}.`));
  const ownNote = given.note ?? joinCaptions(captions.filter((caption) => own.includes(caption)));
  const unit = unitOnScale(props.unit, !state && model !== null && model.y.log);
  const listed =
    model !== null &&
    (isListed ?? (legend === "always" || (legend === "auto" && needsLegend(model, height))));
  if (fullScreen === "shown")
    return <FullPlot {...props} unit={unit} state={state} model={model} view={view} />;
  const entries: MenuEntry[] = [
    ...menu,
    ...(menu.length > 0 ? [{ kind: "separator" } as const] : []),
    { label: "Full screen", onSelect: fullScreen ?? (() => setFull(true)) },
    ...(model && model.lines.length > 1
      ? [{ label: listed ? "Hide the list of lines" : "List the lines", onSelect: () => setListed(!listed) }]
      : []),
  ];
  const hasNotes = !hidden && (Boolean(ownNote) || ownNotes.length > 0);
  return (
    <>
      <ChartFrame
        {...props}
        unit={unit}
        state={state ?? hidden}
        menu={
          state || !model ? null : (
            <ChartMenu
              {...{ title, unit, subject, meaning, note, aside: given.aside, model, box, entries }}
            />
          )
        }
        view={state || !model ? null : <ZoomNotice model={model} view={view} />}
        legend={listed && !state ? <PlotLegend model={model} view={view} /> : null}
        note={hasNotes ? <PlotNotes notes={ownNotes} note={ownNote} /> : null}
      >
        <div ref={box}>
          {model && !state ? <Plot model={model} view={view} height={height} label={title} /> : null}
        </div>
      </ChartFrame>
      {isFull && model && !state ? (
        <FullScreen {...props} unit={unit} model={model} view={view} onClose={() => setFull(false)} />
      ) : null}
    </>
  );
}

function stateOf(model: PlotModel | null, ended = 0): ChartState | undefined {
  if (model === null) return { kind: "loading" };
  return model.empty ? noPoints(ended) : undefined;
}
