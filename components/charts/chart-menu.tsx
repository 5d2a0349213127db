"use client";

import { type ReactNode, type RefObject, useContext, useState } from "react";
import { writeDay } from "#server/wording/times.ts";
import { keepUnits } from "#server/wording/typography.ts";
import { later, NotSent } from "#components/ui/later.tsx";
import { Menu, type MenuEntry, MoreDots } from "#components/ui/overlays/menu.tsx";
import { PicturePlace } from "./picture-place.ts";
import { ALL_HIDDEN, isAllHidden } from "./prepare/words.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";

const PlotTable = later(async () => (await import("./plot/plot-table.tsx")).PlotTable, "the table", 0, {
  over: true,
});

interface ChartMenuProps {
  title: string;
  /** Beside the title. */
  unit: ReactNode;
  /** Whose lines are drawn, where the model does not tell. */
  subject?: string;
  /** What line and band are, where the unit does not say it. */
  meaning?: string;
  /** Under the chart, after what its model says there. */
  note?: ReactNode;
  /** Of a picture alone: what its page says of it. */
  aside?: string;
  model: PlotModel;
  /** Where the drawing stands. */
  box: RefObject<HTMLElement | null>;
  entries?: MenuEntry[];
}

/** What every chart can do: show its numbers, save them, save its picture. What does it loads when it is asked for. */
export function ChartMenu(props: ChartMenuProps) {
  const { title, unit, subject, meaning, note, aside, model, box, entries = [] } = props;
  const [asTable, setAsTable] = useState(false);
  const [lost, setLost] = useState<(() => void) | null>(null);
  const place = useContext(PicturePlace);
  const blocked = isAllHidden(model) ? ALL_HIDDEN.title : undefined;
  const words = typeof unit === "string" ? unit : model.y.unit;
  const save = async (format: "svg" | "png") => {
    const svg = box.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!svg) return;
    const [{ saveImage }, picture, { fileName }] = await Promise.all([
      import("./save-image.ts"),
      import("./prepare/picture.ts"),
      import("./prepare/csv.ts"),
    ]);
    const { drawnWords, imageHeading, legendEntries, pictureLegend, pictureNotes } = picture;
    const { clientWidth: width, clientHeight: height } = svg;
    const heading = imageHeading(
      {
        title,
        unit: words,
        subject: subject ?? drawnWords(model),
        place,
        day: writeDay(Date.now()),
      },
      width,
    );
    const legend = pictureLegend(legendEntries(model, height), width);
    const own = typeof note === "string" || note === undefined ? noteOf(model, note) : noteUnder(box.current);
    const notes = pictureNotes([own, aside].filter(Boolean).join(" "), width);
    await saveImage(svg, { heading, legend, notes }, fileName(title, place), format);
  };
  const saveCsv = async () => {
    const [{ saveFile }, { toCsv, fileName }] = await Promise.all([
      import("./save-image.ts"),
      import("./prepare/csv.ts"),
    ]);
    saveFile(
      new Blob([toCsv(model, { metric: title, runName: subject })], { type: "text/csv" }),
      `${fileName(title, place)}.csv`,
    );
  };
  const ask = (saving: () => Promise<void>) => {
    setLost(null);
    saving().catch(() => setLost(() => () => ask(saving)));
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
          { label: "Save data", end: "CSV", onSelect: () => ask(saveCsv) },
          { label: "Save picture", end: "SVG", onSelect: () => ask(() => save("svg")), blocked },
          { label: "Save picture ", end: "PNG", onSelect: () => ask(() => save("png")), blocked },
        ]}
      />
      {lost ? <NotSent what="what saves it" over onRetry={lost} onClose={() => setLost(null)} /> : null}
      {asTable ? (
        <PlotTable
          title={title}
          unit={[words, meaning].filter(Boolean).join(", ")}
          note={note}
          model={model}
          onClose={() => setAsTable(false)}
        />
      ) : null}
    </span>
  );
}

/** All that a chart says under itself, also what stands once for all charts of its section. */
const noteOf = ({ notes }: PlotModel, note = ""): string =>
  [...notes.map((text) => `${keepUnits(text)}.`), note].filter(Boolean).join(" ");

/** The words under the chart as they are read, where the page made them of more than words. */
function noteUnder(box: HTMLElement | null): string {
  const own = box?.closest(".figure, .plot-full")?.querySelector(".figure-note")?.textContent;
  const shared = box?.closest(".figure")
    ? box.closest(".section")?.querySelector(".caption-shared > span")
    : null;
  return [own, shared?.textContent].filter(Boolean).join(" ");
}
