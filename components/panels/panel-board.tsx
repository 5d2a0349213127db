"use client";

import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import type { ZoomRange } from "#server/plot/series.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { LoadingText } from "#components/ui/loading-text.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { OWN_SECTION } from "#server/contracts/charts/panel-layout.ts";
import type { PanelSection } from "#server/contracts/charts/panels.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { writeOf } from "#server/wording/counts.ts";
import { axisLabel } from "#server/wording/charts/axes.ts";
import { addPanel, changePanel, closeSection, partPanel, restorePanels } from "./layout/close-section.ts";
import { findPanels } from "./layout/find-panels.ts";
import { type PlacedPanel, type PlacedSection, placePanels } from "./layout/place-panels.ts";
import type { DrawPanel } from "./panel-cell.tsx";
import { PanelGroup, type SectionWords, usePanelColumns } from "./panel-group.tsx";
import type { BoardLook } from "./panel-look.ts";
import { later } from "#components/ui/later.tsx";
import type { PanelActs } from "./panel-menu.ts";
import { sharedXEntry } from "./shared-x-entry.ts";
import { PanelToolbar } from "./panel-toolbar.tsx";
import type { PanelsSearch } from "./views/panels-search.ts";
import { useChartKeys } from "./use-chart-keys.ts";
import { usePrintDrawn } from "./printing.ts";
import { usePanelView } from "./views/use-panel-view.ts";
import { useSaveView } from "./views/use-save-view.ts";
import { ViewControl } from "./views/view-control.tsx";

const UnsavedLine = later(
  async () => (await import("./views/unsaved-line.tsx")).UnsavedLine,
  "what is not saved",
  0,
);
const EditPanelDialog = later(
  async () => (await import("./views/edit-panel-dialog.tsx")).EditPanelDialog,
  "the dialog",
  0,
  { over: true },
);
const PanelScreen = later(async () => (await import("./panel-screen.tsx")).PanelScreen, "full screen", 0, {
  over: true,
});

/** Up to so many panels stand on the page whole, with their titles; of more, only those near what is seen. */
const PLACED_WHOLE = 60;
/** About as many charts are drawn at once on a large screen; they share one budget. */
const DRAWN_TOGETHER = 12;

interface PanelBoardProps {
  /** Pages that share their views: `viewScope`. */
  scope: string;
  /** As generated, without any view. Keep the identity while the metrics are the same. */
  sections: PanelSection[];
  /** Metrics that a panel may be made of. */
  metrics: readonly string[];
  axes: readonly AxisName[];
  search: PanelsSearch;
  /** Keep its identity: charts are drawn again with it. */
  onSearch: (change: Partial<PanelsSearch>) => void;
  draw: DrawPanel;
  /** Each metric of a panel is drawn by itself: the colours of its lines say whose they are, not of what. */
  apart?: boolean;
  words?: (section: PlacedSection) => SectionWords;
  /** Keys of lines that no panel shows; left out, every panel keeps its own. */
  hidden?: readonly string[];
  onHidden?: (keys: string[]) => void;
  /** The panels' lines are of several attempts, which may hide parts of each other. */
  isResumed?: boolean;
  /** Each line is of one run, whose noise may choose its smoothing. */
  ofOneRun?: boolean;
  /** Said where there is no panel at all. */
  empty: string;
  /** Between the toolbar and the panels, on the same cursor; with a search only where it holds what is looked for. */
  lead?: ((fold: LeadFold | null) => ReactNode) | null;
  /** How many charts it has where it is shown: a search counts them with the panels. */
  leadCharts?: number;
}

/** Whether the lead is closed, and what closes or opens it; null while it shows what is looked for. */
export interface LeadFold {
  closed: boolean;
  onToggle: () => void;
}

/** The section of the lead in a layout. */
const LEAD = { id: "lead", closedByDefault: false };

const noWords = (): SectionWords => ({});

/** What is asked about a panel: nothing, a new one, or the change of one. */
type Asked = { panel: PlacedPanel | null } | null;

/** A page of panels: toolbar, sections, and the view that arranges them. */
export function PanelBoard(props: PanelBoardProps) {
  const { scope, sections, metrics, axes, search, onSearch, draw, words = noWords } = props;
  const { hidden, onHidden, empty, lead, leadCharts = 0, isResumed = false, apart = false, ofOneRun } = props;
  const { x, xscale, yscale, smooth, outliers, zoom, find, full, attempts, sharedx } = search;
  const [asked, setAsked] = useState<Asked>(null);
  const board = useRef<HTMLDivElement>(null);
  const onView = (view: string | null) => onSearch({ view });
  const axis = axisLabel(x);
  const onZoom = useCallback(
    (next: ZoomRange | null, of: string) => {
      // A panel on an axis of its own is zoomed for itself.
      if (of === axis) onSearch({ zoom: next });
    },
    [axis, onSearch],
  );
  // Whatever the runs have sent can be drawn over, too.
  const anyAxis = useMemo(() => [...new Set([...axes, ...metrics])], [axes, metrics]);
  const columns = usePanelColumns();
  useChartKeys();
  const isPreparing = usePrintDrawn(board);
  const state = usePanelView(scope, search.view);
  const verbs = useSaveView(scope, state, onView);
  const { layout, edit } = state;
  const leadClosed = layout.closed[LEAD.id] ?? LEAD.closedByDefault;
  const page = useMemo(() => placePanels(sections, layout), [sections, layout]);
  const shown = useMemo(() => findPanels(page.sections, find), [page, find]);
  const total = countPanels(page.sections, apart);
  const count = countPanels(shown, apart);
  const isSearching = find.trim() !== "";
  const foundWords = writeOf(count + (lead ? leadCharts : 0), total + leadCharts, "panel");
  const look = useMemo<BoardLook>(
    () => ({
      axis: x,
      zoom,
      smoothing: smooth,
      xscale: xscale ?? "linear",
      yscale: yscale ?? "linear",
      outliers: outliers ?? "show",
      overlap: attempts ? "all" : "latest",
      sharedX: sharedx ?? "mean",
      apart,
    }),
    [x, zoom, smooth, xscale, yscale, outliers, attempts, sharedx, apart],
  );
  const acts = useMemo<PanelActs>(
    () => ({
      columns,
      edit,
      onMoved: (key) => requestAnimationFrame(() => followFocus(board.current, key)),
      onChange: (panel) => setAsked({ panel }),
      onFull: (key) => onSearch({ full: key }),
      attempts: isResumed
        ? { whole: attempts !== null, onWhole: (whole) => onSearch({ attempts: whole ? "whole" : null }) }
        : undefined,
    }),
    [columns, edit, onSearch, isResumed, attempts],
  );
  const inTurn = full === null || state.isReading ? [] : panelsInTurn(shown, full, apart);
  const screened = inTurn.find(({ key }) => key === full);
  return (
    <ChartGroup
      charts={Math.min(DRAWN_TOGETHER, Math.max(1, count))}
      zoom={zoom}
      axis={axis}
      onZoom={onZoom}
      hidden={hidden}
      onHidden={onHidden}
    >
      <PanelToolbar
        search={search}
        onSearch={onSearch}
        axes={anyAxis}
        ofOneRun={ofOneRun}
        found={isPreparing ? "reading all to print" : isSearching ? foundWords : null}
        end={
          <>
            <ViewControl
              state={state}
              verbs={verbs}
              onView={onView}
              removed={page.removed}
              onRestore={() => edit(restorePanels)}
              acts={[
                { label: "Add panel…", onSelect: () => setAsked({ panel: null }) },
                {
                  label: outliers ? "Show outliers" : "Clip outliers",
                  onSelect: () => onSearch({ outliers: outliers ? null : "clip" }),
                },
                sharedXEntry(sharedx, (next) => onSearch({ sharedx: next })),
              ]}
            />
          </>
        }
      />
      {state.changes || state.trouble ? <UnsavedLine state={state} verbs={verbs} /> : null}
      {lead?.(
        isSearching
          ? null
          : {
              closed: leadClosed,
              onToggle: () => edit((before) => closeSection(before, LEAD, !leadClosed)),
            },
      )}
      <div ref={board} className="panel-board" data-reading={state.isReading || undefined}>
        {state.isReading ? <LoadingText what="the view" /> : null}
        {(state.isReading ? [] : shown).map((section) => (
          <PanelGroup
            key={section.id}
            section={section}
            words={words(section)}
            found={isSearching}
            lazy={total > PLACED_WHOLE}
            look={look}
            acts={acts}
            draw={draw}
          />
        ))}
        {count === 0 && isSearching && !lead ? (
          <Notice>
            No panel is called <b>{find.trim()}</b>. {total + leadCharts} in all.{" "}
            <QuietButton onClick={() => onSearch({ find: "" })}>Show all</QuietButton>
          </Notice>
        ) : null}
      </div>
      {total === 0 && !isSearching && !state.isReading ? <Notice>{empty}</Notice> : null}
      {screened ? (
        <PanelScreen
          panels={inTurn}
          panel={screened}
          look={look}
          draw={draw}
          onPanel={acts.onFull}
          onClose={() => {
            onSearch({ full: null });
            acts.onMoved(screened.key);
          }}
        />
      ) : null}
      {asked ? (
        <EditPanelDialog
          panel={asked.panel ? draftOf(asked.panel) : null}
          metrics={metrics}
          apart={apart}
          onClose={() => setAsked(null)}
          onDone={(draft) => {
            const { panel } = asked;
            edit((before) =>
              panel
                ? changePanel(before, panel.key, draft)
                : addPanel(before, { section: OWN_SECTION, ...draft }),
            );
            setAsked(null);
          }}
        />
      ) : null}
    </ChartGroup>
  );
}

const drawnOf = (panels: PlacedPanel[], apart: boolean): PlacedPanel[] =>
  apart ? panels.flatMap(partPanel) : panels;

/** As they are drawn. */
const countPanels = (sections: PlacedSection[], apart: boolean): number =>
  sections.reduce((sum, { panels }) => sum + drawnOf(panels, apart).length, 0);

/** Panels that stand open on the page, and the one that an address names wherever it is. */
const panelsInTurn = (sections: PlacedSection[], full: string, apart: boolean): PlacedPanel[] =>
  sections.flatMap(({ panels, closed }) => {
    const drawn = drawnOf(panels, apart);
    return closed ? drawn.filter(({ key }) => key === full) : drawn;
  });

const draftOf = ({ title, lines, kind, options }: PlacedPanel) => ({
  kind,
  options: options && { ...options },
  title: title ?? "",
  metrics: lines.map(({ metric }) => metric),
});

/** A panel that was moved keeps the focus, also where it was drawn anew at its place. */
function followFocus(board: HTMLElement | null, key: string): void {
  const cell = board?.querySelector<HTMLElement>(`[data-panel="${CSS.escape(key)}"]`);
  if (!cell || cell.contains(document.activeElement)) return;
  cell.scrollIntoView({ block: "nearest" });
  cell.querySelector<HTMLElement>(".chart-menu button")?.focus();
}
