import type { ReactNode } from "react";
import { writeMoment } from "#server/wording/times.ts";
import { Kbd } from "#components/ui/kbd.tsx";

export interface ColophonProps {
  /** When the data was read, UTC milliseconds; 0 while there is none. */
  dataAt: number;
  /** Short hash of the view, so that a screenshot can be traced. */
  view: string;
  note?: ReactNode;
}

/** The foot of every page: what it showed, and when. */
export function Colophon({ dataAt, view, note }: ColophonProps) {
  return (
    <footer className="colophon">
      <span>Ablab</span>
      {dataAt > 0 ? <span>data as of {writeMoment(dataAt)}</span> : null}
      <span>
        view <code>{view}</code>
      </span>
      {note ? <span>{note}</span> : null}
      <span className="colophon-end">
        Press <Kbd keys="?" /> <span className="hidden-text">question mark</span> for keys
      </span>
    </footer>
  );
}
