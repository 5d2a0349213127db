import type { ReactNode } from "react";
import { keepUnits } from "#server/wording/typography.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";

interface PlotNotesProps {
  model: PlotModel | null;
  note?: ReactNode;
}

/** What a chart says under itself: what it hid by itself, then the words of its page. */
export function PlotNotes({ model, note }: PlotNotesProps) {
  return (
    <>
      {model?.notes.map((text) => (
        <span key={text}>{keepUnits(text)}. </span>
      ))}
      {typeof note === "string" ? keepUnits(note) : note}
    </>
  );
}
