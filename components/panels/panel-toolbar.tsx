"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useKeys } from "#components/layout/use-keys.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Chevron } from "#components/ui/marks/chevron.tsx";
import { Chip } from "#components/ui/controls/chip.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { AxisSelect } from "./axis-select.tsx";
import type { PanelsSearch } from "./views/panels-search.ts";
import { SharedXChip } from "./shared-x-chip.tsx";
import { SmoothingControl } from "./smoothing-control.tsx";
import { axisLabel, writeStretch } from "#server/wording/charts/axes.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import { writeNumber } from "#server/wording/numbers.ts";

/** Axes that have a point at whole numbers only. */
const WHOLE: readonly AxisName[] = ["step", "episodes", "updates"];

/** What a page is zoomed to, "train step 7 to 23": of an axis of whole numbers the first and the last one in sight. */
export function zoomWords(axis: AxisName, [from, to]: ZoomRange): string {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  const stretch =
    WHOLE.includes(axis) && first <= last
      ? writeStretch(first, last, "number")
      : `${writeNumber(from)} to ${writeNumber(to)}`;
  return `${axisLabel(axis)} ${stretch}`;
}

/** How the panels of a page are drawn, in a few words: what stands for the toolbar where it is folded. */
export function toolbarWords({
  x,
  smooth,
  xscale,
  yscale,
  outliers,
  sharedx,
}: Pick<PanelsSearch, "x" | "smooth" | "xscale" | "yscale" | "outliers" | "sharedx">): string {
  return [
    `Over ${axisLabel(x)}`,
    smooth.kind === "none" ? null : smooth.kind === "auto" ? "smoothed if noisy" : "smoothed",
    xscale === "log" ? "log x" : null,
    yscale === "log" ? "log y" : null,
    outliers === "clip" ? "outliers clipped" : null,
    sharedx && "last value at each x",
  ]
    .filter((word) => word !== null)
    .join(", ");
}

const TYPING_MS = 200;

export interface PanelToolbarProps {
  search: PanelsSearch;
  onSearch: (change: Partial<PanelsSearch>) => void;
  axes: readonly AxisName[];
  /** What the search found, "7 of 212 panels", or what else is to be told of them. */
  found: string | null;
  /** Each line is of one run, whose noise may choose its smoothing. */
  ofOneRun?: boolean;
  /** At the right: views. */
  end?: ReactNode;
}

/**
 * One row for all panels of a page: what they are drawn over and how, which are looked for, and the view. On a phone, where
 * it would be six rows before the first chart, it is folded into one line of words.
 */
export function PanelToolbar({ search, onSearch, axes, found, ofOneRun, end }: PanelToolbarProps) {
  const { zoom, xscale, yscale, outliers, smooth, sharedx } = search;
  const [isOpen, setOpen] = useState(search.find !== "");
  return (
    <div className="toolbar panel-toolbar" data-open={isOpen || undefined}>
      <button
        type="button"
        className="btn panel-fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {toolbarWords(search)}
        <Chevron direction={isOpen ? "down" : "right"} />
      </button>
      <AxisSelect
        label="x axis of the charts"
        axis={search.x}
        axes={axes}
        onAxis={(x) => onSearch({ x, zoom: null })}
        width={124}
      />
      <SmoothingControl
        smoothing={smooth}
        onSmoothing={(next) => onSearch({ smooth: next })}
        ofOneRun={ofOneRun}
      />
      <span className="chips">
        <Chip on={xscale === "log"} onPress={() => onSearch({ xscale: xscale ? null : "log" })}>
          log x
        </Chip>
        <Chip on={yscale === "log"} onPress={() => onSearch({ yscale: yscale ? null : "log" })}>
          log y
        </Chip>
        {outliers === "clip" ? (
          <Chip on onPress={() => onSearch({ outliers: null })}>
            clip outliers
          </Chip>
        ) : null}
        {sharedx ? <SharedXChip sharedX={sharedx} onSharedX={(next) => onSearch({ sharedx: next })} /> : null}
      </span>
      {zoom ? (
        <span className="panel-zoom">
          <Button size="small" onClick={() => onSearch({ zoom: null })}>
            Reset zoom<VisuallyHidden> on {zoomWords(search.x, zoom)}</VisuallyHidden>
          </Button>
        </span>
      ) : null}
      <div className="toolbar-end">
        <PanelFilter
          find={search.find}
          onFind={(find) => onSearch({ find })}
          found={found}
          onAsked={() => setOpen(true)}
        />
        {end}
      </div>
    </div>
  );
}

interface PanelFilterProps {
  find: string;
  onFind: (find: string) => void;
  found: string | null;
  /** Somebody came by key, and must find it unfolded. */
  onAsked: () => void;
}

function PanelFilter({ find, onFind, found, onAsked }: PanelFilterProps) {
  const [typed, setTyped] = useState(find);
  const [answered, setAnswered] = useState(find);
  const box = useRef<HTMLInputElement>(null);
  // The address may change under the box: by the back button, or by a link that is followed.
  if (find !== answered) {
    setAnswered(find);
    setTyped(find);
  }
  useEffect(() => {
    if (typed === find) return undefined;
    const timer = setTimeout(() => {
      setAnswered(typed);
      onFind(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, find, onFind]);
  const onKey = () => {
    flushSync(onAsked);
    box.current?.focus();
  };
  useKeys([{ keys: "/", label: "Filter the panels", group: "This page", run: onKey }]);
  return (
    <span className="panel-filter">
      <TextInput
        ref={box}
        label="Filter the panels by name"
        lead="Filter"
        value={typed}
        onChange={setTyped}
        placeholder="panels"
        width={124}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped("");
        }}
      />
      <output className="muted">{found}</output>
    </span>
  );
}
