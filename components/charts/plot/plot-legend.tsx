"use client";

import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { countOf } from "#server/wording/counts.ts";
import { filterLines, showAllLines, soloLine, toggleLine } from "../prepare/legend.ts";
import type { LineEntry, PlotModel } from "#server/plot/plot-model.ts";
import { pointsAt, whoseLine, NOBODY } from "../lit.tsx";
import type { View } from "../use-view.ts";

interface PlotLegendProps {
  model: PlotModel;
  view: View;
}

/** Longer lists scroll and have a filter. */
const MANY = 12;
const TIP = "Click hides or shows, double click or Alt shows it alone";

/** The lines of a chart by name: each button hides its line or brings it back, and shows it alone on request. */
export function PlotLegend({ model: { lines, series }, view }: PlotLegendProps) {
  const [filter, setFilter] = useState("");
  const whose = new Map(series.map((one) => [one.key, [whoseLine(one)]]));
  const keys = lines.map((line) => line.key);
  const many = lines.length > MANY;
  const listed = filterLines(lines, many ? filter : "");
  const hidden = lines.filter((line) => line.hidden).length;
  const solo = (key: string) => view.setHidden(soloLine(view.hidden, keys, key));
  return (
    <div className="plot-legend" data-many={many || undefined}>
      {many || hidden > 0 ? (
        <div className="plot-legend-bar">
          {many ? (
            <TextInput
              value={filter}
              onChange={setFilter}
              label="Filter the lines"
              placeholder={countOf(lines.length, "line")}
              inputMode="search"
              width={140}
            />
          ) : null}
          {many && filter !== "" ? <span className="muted">{listed.length} match</span> : null}
          {hidden > 0 ? (
            <QuietButton onClick={() => view.setHidden(showAllLines(view.hidden, keys))}>
              Show all
            </QuietButton>
          ) : null}
        </div>
      ) : null}
      <ul className="plot-legend-list">
        {listed.map((line) => (
          <li key={line.key}>
            <LegendButton
              line={line}
              onToggle={() => view.setHidden(toggleLine(view.hidden, line.key))}
              onSolo={() => solo(line.key)}
              points={pointsAt(view.group.lit, whose.get(line.key) ?? NOBODY)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LegendButtonProps {
  line: LineEntry;
  onToggle: () => void;
  onSolo: () => void;
  points: ReturnType<typeof pointsAt>;
}

function LegendButton({ line: { name, colour, hidden }, onToggle, onSolo, points }: LegendButtonProps) {
  const onClick = (event: MouseEvent) => (event.altKey ? onSolo() : onToggle());
  // Not every system turns Alt and Enter into a click.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== "Enter") return;
    event.preventDefault();
    onSolo();
  };
  return (
    <button
      type="button"
      className="plot-legend-line"
      aria-pressed={!hidden}
      data-tip={TIP}
      onClick={onClick}
      onDoubleClick={onSolo}
      onKeyDown={onKeyDown}
      {...points}
    >
      <span className="swatch" style={{ "--swatch": runColour(colour) }} />
      {name || "unnamed"}
    </button>
  );
}
