import { Strip } from "#components/ui/strip.tsx";
import type { TableFinding } from "#server/contracts/reported/table.ts";

/** What the rules say of a printed table, the worst first. */
export function TableFindings({
  findings,
  notes,
}: {
  findings: readonly TableFinding[];
  notes: readonly string[];
}) {
  return (
    <>
      {findings.map(({ rule, severity, message }, i) => (
        <Strip key={i} level={severity} rule={rule}>
          {message}
        </Strip>
      ))}
      {notes.map((note) => (
        <Strip key={note} level="info">
          {note}
        </Strip>
      ))}
      {findings.length === 0 ? <p className="quiet">No rule objects to this table.</p> : null}
    </>
  );
}
