import { Value } from "#components/ui/marks/value.tsx";
import type { ValueKind } from "#server/wording/quantities.ts";

interface LastValueProps {
  /** In the unit of the store; undefined while loading, or where there is none. */
  value: number | undefined;
  kind: ValueKind;
  end: "live" | "stale" | undefined;
  /** The line is another than of such values, and so is the dot at its end. */
  isSmoothed: boolean;
}

/** The last value that a run sent, as it was sent. Beside a smoothed line it says so. */
export function LastValue({ value, kind, end, isSmoothed }: LastValueProps) {
  const written = (
    <Value value={value} kind={kind} source={end ? "live" : undefined} stale={end === "stale"} />
  );
  if (!isSmoothed || value === undefined) return written;
  return (
    <span data-tip="Last raw value. The line and the dot at its end are smoothed.">
      <span className="muted">raw</span> {written}
    </span>
  );
}
