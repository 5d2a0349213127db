"use client";

import { lazy, Suspense, useState, type ReactNode, type RefObject } from "react";
import { Menu, type MenuEntry } from "#components/ui/menu.tsx";
import { MoreDots } from "#components/ui/more-dots.tsx";
import type { PlotModel } from "./prepare/plot-model.ts";

const PlotTable = lazy(() => import("./plot-table.tsx").then((module) => ({ default: module.PlotTable })));

interface ChartMenuProps {
  title: string;
  /** Beside the title. */
  unit: ReactNode;
  /** Whose lines are drawn, where the model does not tell. */
  subject?: string;
  model: PlotModel;
  /** Where the drawing stands. */
  box: RefObject<HTMLElement | null>;
  entries?: MenuEntry[];
}

/** What every chart can do: show its numbers, save them, save its picture. What does it loads when it is asked for. */
export function ChartMenu({ title, unit, subject, model, box, entries = [] }: ChartMenuProps) {
  const [asTable, setAsTable] = useState(false);
  const save = async (format: "svg" | "png") => {
    const svg = box.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!svg) return;
    const [{ saveImage }, { drawnWords, imageHeading }] = await Promise.all([
      import("./save-image.ts"),
      import("./prepare/image-heading.ts"),
    ]);
    const heading = imageHeading(
      {
        title,
        unit: typeof unit === "string" ? unit : model.y.unit,
        subject: subject ?? drawnWords(model),
      },
      svg.clientWidth,
    );
    await saveImage(svg, heading, title, format);
  };
  const saveCsv = async () => {
    const [{ saveFile }, { toCsv }] = await Promise.all([
      import("./save-file.ts"),
      import("./prepare/to-csv.ts"),
    ]);
    saveFile(new Blob([toCsv(model)], { type: "text/csv" }), `${title}.csv`);
  };
  return (
    <span className="chart-menu">
      <Menu
        label={`${title}: more`}
        trigger={<MoreDots />}
        triggerClass="icon-btn"
        align="end"
        entries={[
          ...entries,
          ...(entries.length > 0 ? [{ kind: "separator" } as const] : []),
          { label: "Show as table", onSelect: () => setAsTable(true) },
          { label: "Save data", end: "CSV", onSelect: () => void saveCsv() },
          { label: "Save picture", end: "SVG", onSelect: () => void save("svg") },
          { label: "Save picture ", end: "PNG", onSelect: () => void save("png") },
        ]}
      />
      {asTable ? (
        <Suspense>
          <PlotTable title={title} model={model} onClose={() => setAsTable(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
