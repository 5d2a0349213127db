import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { ExternalPoint } from "../../contracts/external/verbs.ts";
import type { ServiceContext } from "../context.ts";
import { inAttemptOrder, takeoversOf } from "../series/built-upon.ts";
import { shownPart, type ShownPart } from "../series/shown-part.ts";
import { requireOwn } from "./read-back.ts";
import { requireExternal } from "./session.ts";

/** Which of the points are asked for, counted from 0. */
interface Part {
  from: number;
  most: number;
}

/** So near before the points that are asked for reading begins: about a chunk is decoded anyway. */
const NEAR = 8192;

/** Guesses by how the points lie, each between two that halve what is left: points at even distances take two or three. */
const MOST_GUESSES = 128;

/** The x from which on the points behind the first `count` ones lie, with a few before them, and how many lie before it. */
function startOf(
  store: PointStore,
  { id, n, firstX, lastX }: SeriesFacts,
  count: number,
): { x: number | null; before: number } {
  if (count === 0 || firstX === null || lastX === null) return { x: null, before: 0 };
  let [low, before] = [firstX, 0];
  let [high, upTo] = [lastX, n];
  for (let guess = 0; guess < MOST_GUESSES && upTo - before > NEAR; guess++) {
    const share = guess % 2 === 0 ? (count - before) / (upTo - before) : 0.5;
    const middle = low + (high - low) * Math.min(Math.max(share, 0), 1);
    if (middle <= low || middle >= high) {
      if (guess % 2 === 1) break;
      continue;
    }
    // Only what lies between is counted, by summaries of chunks.
    const passed =
      before +
      store.window(id, { from: low, to: middle }, 2).total -
      store.window(id, { from: middle, to: middle }, 2).total;
    if (passed > count) [high, upTo] = [middle, passed];
    else [low, before] = [middle, passed];
  }
  return { x: low, before };
}

/** Points of one attempt: those far before it are counted and not read. Over another x than the step they are numbered on from `number`. */
function pointsOfPart(
  store: PointStore,
  { series, span, n }: ShownPart,
  { from, most }: Part,
  number: number,
): ExternalPoint[] {
  const points: ExternalPoint[] = [];
  const end = Math.min(n, from + most);
  if (from >= end) return points;
  const { x: start, before } = startOf(store, series, from);
  const isStep = series.axis === DEFAULT_AXIS;
  let place = before;
  for (const { x, at, value } of store.rows(series.id, { from: start, to: span.to }))
    for (let i = 0; i < x.length; i++, place++) {
      if (place === end) return points;
      if (place >= from)
        points.push({ step: isStep ? Math.trunc(x[i]) : number + place, at: at[i], value: value[i] });
    }
  return points;
}

/** What each attempt of a run has of a metric, oldest first. */
function shownParts(ctx: ServiceContext, runId: string, metric: string): ShownPart[] {
  const store = pointStore(ctx.db);
  const attempts = selectAttemptsOfRuns(ctx.db, [runId]);
  const ids = attempts.map(({ id }) => id);
  const all = inAttemptOrder(attempts, store.series(ids, [metric]));
  const takeover = takeoversOf(attempts, all);
  return all.flatMap(
    (one) => shownPart(store, one, { from: null, to: null, hiddenFrom: takeover(one) }) ?? [],
  );
}

/**
 * Points of one metric by step; of an earlier attempt what no later one took over. A step is whole: points over another x, as seconds of
 * the machine or tokens, are numbered from 0.
 */
export function pointsOfExternal(
  ctx: ServiceContext,
  runId: string,
  metric: string,
  { from, most }: Part,
): ExternalPoint[] {
  requireOwn(ctx, runId);
  requireExternal(ctx, runId);
  const points: ExternalPoint[] = [];
  let passed = 0;
  let numbered = 0;
  for (const part of shownParts(ctx, runId, metric)) {
    const own = { from: Math.max(0, from - passed), most: most - points.length };
    points.push(...pointsOfPart(pointStore(ctx.db), part, own, numbered));
    passed += part.n;
    if (part.series.axis !== DEFAULT_AXIS) numbered += part.n;
  }
  return points;
}
