"use client";

import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { VirtualTable } from "#components/ui/virtual-table.tsx";
import type { PlotModel } from "./prepare/plot-model.ts";
import { readOut, type ReadOutRow } from "./prepare/read-out.ts";

interface PlotTableProps {
  title: string;
  model: PlotModel;
  onClose: () => void;
}

/** The numbers of a chart, for everybody who reads better than they see a line. */
export function PlotTable({ title, model, onClose }: PlotTableProps) {
  const series = model.series.filter((one) => one.role !== "rest").toReversed();
  const rows = model.stops.map((x) => {
    const read = readOut(model, x);
    return { x, read, cells: new Map(read.rows.map((row) => [row.key, row])) };
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text={`${rows.length} samples along ${model.x.label}`}
      size="wide"
    >
      <VirtualTable
        label={title}
        rows={rows}
        rowKey={(row) => String(row.x)}
        density="dense"
        height={420}
        columns={[
          {
            id: "x",
            head: model.x.label,
            width: 96,
            fixed: true,
            cell: (row) => row.read.title.slice(model.x.label.length + 1),
          },
          ...series.map(({ key, label }, index) => ({
            id: key,
            head: label,
            // The last one takes what is left.
            width: index < series.length - 1 ? 220 : undefined,
            cell: ({ cells }: (typeof rows)[number]) => readCell(cells.get(key)),
          })),
        ]}
      />
    </Dialog>
  );
}

function readCell(cell: ReadOutRow | undefined): ReactNode {
  if (!cell) return <span className="muted">–</span>;
  return (
    <>
      {cell.value} <span className="aside-num">{cell.detail}</span>
    </>
  );
}
