import { MEDIA_LINE_KINDS } from "../../../workers/protocol/ingest.ts";
import type { LoggedMedium } from "../../contracts/external/media.ts";
import { numberOf, textOf, type Foreign } from "../../foreign/foreign-values.ts";

const numbersOf = (value: unknown): number[] | null =>
  Array.isArray(value) ? value.map((one) => numberOf(one) ?? Number.NaN) : null;

const finite = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** A line of media; null where it is none. */
export function mediumOf(line: Foreign): LoggedMedium | null {
  const kind = MEDIA_LINE_KINDS.find((one) => one === line.kind);
  const [key, path] = [textOf(line.key), textOf(line.path)];
  const [edges, counts] = [numbersOf(line.edges), numbersOf(line.counts)];
  const histogram = kind === "histogram" && edges && counts ? { edges, counts } : null;
  if (kind === undefined || key === null || (kind === "histogram" ? histogram === null : path === null))
    return null;
  const step = finite(line.step);
  return {
    kind,
    key,
    step: step ?? 0,
    ...(step === null && { isOwnStep: true }),
    at: finite(line.at),
    place: Math.max(0, Math.trunc(finite(line.place) ?? 0)),
    path: kind === "histogram" ? null : path,
    caption: textOf(line.caption),
    histogram,
  };
}
