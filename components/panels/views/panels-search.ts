import { createParser, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { ZoomRange } from "#server/plot/series.ts";
import type { AskedSmoothing } from "#server/contracts/charts/smoothing.ts";
import { readSmoothing, writeSmoothing } from "../smoothing-text.ts";

/** A stretch of x as "12..340.5"; ends may be negative or fractional. */
export function readZoom(text: string): ZoomRange | null {
  const ends = text.split("..");
  if (ends.length !== 2 || ends.some((end) => end.trim() === "")) return null;
  const [from, to] = ends.map(Number);
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : null;
}

export const writeZoom = ([from, to]: ZoomRange): string => `${from}..${to}`;

const parseAsZoom = createParser({
  parse: readZoom,
  serialize: writeZoom,
  eq: (a, b) => a[0] === b[0] && a[1] === b[1],
});

export const parseAsSmoothing = createParser<AskedSmoothing>({
  parse: readSmoothing,
  serialize: writeSmoothing,
  eq: (a, b) => writeSmoothing(a) === writeSmoothing(b),
});

/** In the address of each page that draws curves. */
export const parseAsSharedX = parseAsStringLiteral(["last"] as const);

/** How a page of panels is looked at. All of it is in the address, so that a link shows the same. */
export const panelsSearch = {
  /** One of the built-in axes, or another that the runs have. */
  x: parseAsString.withDefault("step"),
  xscale: parseAsStringLiteral(["log"] as const),
  yscale: parseAsStringLiteral(["log"] as const),
  smooth: parseAsSmoothing.withDefault({ kind: "none" }),
  outliers: parseAsStringLiteral(["clip"] as const),
  /** Earlier attempts are drawn also where later ones have taken over. */
  attempts: parseAsStringLiteral(["whole"] as const),
  /** Of several values at an x the last is drawn; left out, their mean and spread. */
  sharedx: parseAsSharedX,
  zoom: parseAsZoom,
  /** What panels are looked for. */
  find: parseAsString.withDefault(""),
  /** Id of the saved view. */
  view: parseAsString,
  /** Key of the panel that fills the window. */
  full: parseAsString,
};

/** The values of `panelsSearch`, read by the server or by the browser. */
export interface PanelsSearch {
  x: string;
  xscale: "log" | null;
  yscale: "log" | null;
  smooth: AskedSmoothing;
  outliers: "clip" | null;
  attempts: "whole" | null;
  sharedx: "last" | null;
  zoom: ZoomRange | null;
  find: string;
  view: string | null;
  full: string | null;
}
