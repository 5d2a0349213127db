"use client";

import { type ReactNode, useMemo, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { VirtualTable } from "#components/ui/tables/virtual-table.tsx";
import { writeStretch } from "#server/wording/charts/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { PlotNotes } from "./plot-notes.tsx";
import { NonFiniteText } from "./non-finite-text.tsx";
import { filterLines, legendOrder } from "../prepare/legend.ts";
import type { PlotModel, PlotSeries } from "#server/plot/plot-model.ts";
import { sampleAt, writeSample } from "#server/plot/read-out.ts";
import { rowSample, tableRows, tableWords } from "../prepare/table.ts";

interface PlotTableProps {
  title: string;
  /** Of the chart: what its lines and its fill are. */
  unit: string;
  /** Under the chart, after what its model says there. */
  note?: ReactNode;
  model: PlotModel;
  onClose: () => void;
}

const X_PX = 130;
const LINE_PX = 220;
/** Padding of the dialog and a scroll bar. */
const BESIDE_PX = 56;
const NARROWEST_PX = 760;

/** Lines side by side; a filter chooses among more. */
const SIDE_BY_SIDE = 8;

/** The numbers of a chart, for everybody who reads better than they see a line. */
export function PlotTable({ title, unit, note, model, onClose }: PlotTableProps) {
  const [filter, setFilter] = useState("");
  const lines = legendOrder(model);
  const many = lines.length > SIDE_BY_SIDE;
  const matching = filterLines(lines, many ? filter : "");
  const shown = matching.slice(0, SIDE_BY_SIDE);
  const keys = shown.map((line) => line.key).join("\n");
  // Sorting the x of all lines is worth doing only when others are shown.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const rows = useMemo(() => tableRows(shown), [model, keys]);
  const samples = `${countOf(rows.length, "sample")} along ${model.x.label}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text={
        <>
          {many ? `${samples}, showing ${writeOf(shown.length, lines.length, "line")}` : samples}.
          <br />
          {tableWords(model, unit)}
          {note || model.notes.length > 0 ? (
            <>
              <br />
              <PlotNotes notes={model.notes} note={note} />
            </>
          ) : null}
        </>
      }
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
      width={Math.max(NARROWEST_PX, X_PX + shown.length * LINE_PX + BESIDE_PX)}
    >
      {many ? (
        <div className="plot-legend-bar">
          <TextInput
            value={filter}
            onChange={setFilter}
            label="Filter the lines"
            placeholder="Filter the lines"
            inputMode="search"
            width={220}
          />
          <span className="muted">{writeCount(matching.length)} match</span>
        </div>
      ) : null}
      <VirtualTable
        label={title}
        rows={rows}
        rowKey={String}
        density="dense"
        height={380}
        columns={[
          {
            id: "x",
            head: model.x.label,
            width: X_PX,
            fixed: true,
            cell: (x) => spanAt(shown, x, model),
          },
          ...shown.map((line, index) => ({
            id: line.key,
            head: line.name,
            label: "value",
            // The last one takes what is left.
            width: index < shown.length - 1 ? LINE_PX : undefined,
            cell: (x: number) => readCell(model, line, x),
          })),
        ]}
      />
    </Dialog>
  );
}

/** The stretch of the bucket that a row stands for, by the first line that has one there. */
function spanAt(lines: readonly PlotSeries[], x: number, { x: { kind } }: PlotModel): string {
  for (const { line, behind } of lines) {
    const { samples } = behind ?? line;
    const index = sampleAt(samples, x);
    if (samples.x[index] === x) return writeStretch(samples.from[index], samples.to[index], kind);
  }
  return writeStretch(x, x, kind);
}

function readCell(model: PlotModel, line: PlotSeries, x: number): ReactNode {
  const index = rowSample(line, x);
  if (index < 0) return <span className="muted">{NOT_MEASURED}</span>;
  const { value, raw, detail } = writeSample(line, index, model.y);
  return (
    <>
      <span className="plot-table-value">
        <NonFiniteText text={value} />
      </span>{" "}
      <span className="aside-num">
        <NonFiniteText text={[raw === null ? "" : `raw ${raw}`, detail].filter(Boolean).join("  ")} />
      </span>
    </>
  );
}
