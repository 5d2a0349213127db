import { boundsOf, type PlacedCell } from "./table-rule.ts";

/** Seconds in each unit of time, bytes of memory in GB: what is added is brought to one of them. */
const SCALES: Record<string, [kind: string, factor: number]> = {
  s: ["time", 1],
  min: ["time", 60],
  h: ["time", 3600],
  d: ["time", 86_400],
  mb: ["memory", 1e-3],
  gb: ["memory", 1],
};

export interface Amount {
  /** What may be added: "time", "memory", or the unit itself. */
  kind: string;
  /** In seconds, in GB, or in the unit itself. */
  span: [low: number, high: number];
}

/** How much of a unit is one of its kind: 60 for "min". */
export const scaleOf = (unit: string | null): number => SCALES[(unit ?? "").toLowerCase()]?.[1] ?? 1;

/** What a cell says in the unit of its kind, and how far its rounding lets it be; null where it is no amount. */
export function amountOf({ cell }: PlacedCell, unit: string | null, isExact = false): Amount | null {
  const [kind, factor] = SCALES[(cell.unit ?? unit ?? "").toLowerCase()] ?? [cell.unit ?? unit ?? "", 1];
  if (cell.kind === "range") return { kind, span: [(cell.low ?? 0) * factor, (cell.high ?? 0) * factor] };
  if (cell.kind !== "number" || cell.value === null) return null;
  const [low, high] = boundsOf(isExact ? { ...cell, approximate: false } : cell);
  return { kind, span: [low * factor, high * factor] };
}
