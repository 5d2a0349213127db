import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { ExternalPoint } from "../../contracts/external/verbs.ts";
import { requireRoom } from "../answer-room.ts";
import type { ServiceContext } from "../context.ts";
import { attemptsOf, requireOwn } from "./read-back.ts";

/** Which of the points are asked for, counted from 0. */
interface Part {
  from: number;
  most: number;
}

/** Bytes for a point while points of several attempts are put in one order: three numbers, and the block they are read from. */
const HELD_PER_POINT = 64;

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

/** A part of the points of one series: those far before it are counted and not read. */
function partOfOne(store: PointStore, series: SeriesFacts, { from, most }: Part): ExternalPoint[] {
  const points: ExternalPoint[] = [];
  if (from >= series.n) return points;
  const { x: start, before } = startOf(store, series, from);
  const isStep = series.axis === DEFAULT_AXIS;
  let number = before;
  for (const { x, at, value } of store.rows(series.id, { from: start, to: null }))
    for (let i = 0; i < x.length; i++) {
      if (points.length === most) return points;
      if (number >= from)
        points.push({ step: isStep ? Math.trunc(x[i]) : number, at: at[i], value: value[i] });
      number += 1;
    }
  return points;
}

interface Columns {
  step: Float64Array;
  at: Float64Array;
  value: Float64Array;
}

/** All points of a series; those over another x than the step are numbered on from `number`. */
function columnsOf(store: PointStore, { id, n, axis }: SeriesFacts, number: number): Columns {
  const columns = { step: new Float64Array(n), at: new Float64Array(n), value: new Float64Array(n) };
  let from = 0;
  for (const { x, at, value } of store.rows(id, { from: null, to: null })) {
    columns.at.set(at, from);
    columns.value.set(value, from);
    for (let i = 0; i < x.length; i++)
      columns.step[from + i] = axis === DEFAULT_AXIS ? Math.trunc(x[i]) : number + from + i;
    from += x.length;
  }
  return columns;
}

/** A part of the points of attempts, oldest first, by step: where several have a step, the values of the latest one. */
function partOfMany(attempts: readonly Columns[], { from, most }: Part): ExternalPoint[] {
  const points: ExternalPoint[] = [];
  const heads = attempts.map(() => 0);
  const stepAt = (i: number): number => attempts[i].step[heads[i]] ?? Infinity;
  for (let count = 0; points.length < most;) {
    let latest = -1;
    let step = Infinity;
    for (let i = 0; i < heads.length; i++)
      if (stepAt(i) <= step && heads[i] < attempts[i].step.length) [latest, step] = [i, stepAt(i)];
    if (latest === -1) break;
    for (let i = 0; i < heads.length; i++)
      for (; stepAt(i) === step && heads[i] < attempts[i].step.length; heads[i]++) {
        if (i !== latest) continue;
        if (count++ < from || points.length === most) continue;
        const { at, value } = attempts[i];
        points.push({ step, at: at[heads[i]], value: value[heads[i]] });
      }
  }
  return points;
}

/**
 * Points of one metric by step; where a later attempt has a step again, its values. A step is whole: points over another x, as
 * seconds of the machine or tokens, are numbered from 0.
 */
export function pointsOfExternal(
  ctx: ServiceContext,
  runId: string,
  metric: string,
  part: Part,
): ExternalPoint[] {
  requireOwn(ctx, runId);
  const store = pointStore(ctx.db);
  const ids = attemptsOf(ctx, runId);
  const series = store
    .series(ids, [metric])
    .toSorted((a, b) => ids.indexOf(a.attemptId) - ids.indexOf(b.attemptId));
  if (series.length === 1) return partOfOne(store, series[0], part);
  const held = series.reduce((sum, { n }) => sum + n, 0) * HELD_PER_POINT;
  requireRoom(held, `The history of ${metric} over all attempts of the run`, "Export the run as a file.");
  let number = 0;
  const attempts = series.map((one) => {
    const columns = columnsOf(store, one, number);
    if (one.axis !== DEFAULT_AXIS) number += one.n;
    return columns;
  });
  return partOfMany(attempts, part);
}
