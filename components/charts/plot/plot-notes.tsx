import type { ReactNode } from "react";
import { keepUnits } from "#server/wording/typography.ts";

interface PlotNotesProps {
  /** What the chart hid by itself, without full stops. */
  notes: readonly string[];
  note?: ReactNode;
}

/** What a chart says under itself: what it hid by itself, then the words of its page. */
export function PlotNotes({ notes, note }: PlotNotesProps) {
  return (
    <>
      {notes.map((text) => (
        <span key={text}>{keepUnits(text)}. </span>
      ))}
      {typeof note === "string" ? keepUnits(note) : note}
    </>
  );
}
