import type { WireNumber } from "./events.ts";
import { LONGEST_METRIC_NAME, metricNameIssue } from "./names.ts";

/**
 * How points of series reach the server: `POST /api/worker/attempts/<id>/points?source=<name>&firstSeq=<n>` with the
 * attempt's own token (`Authorization: Bearer`). A trainer that the worker started finds the address without its query,
 * and the file that holds the token, in the variables `POINTS_VARIABLES`; environments are printed and inherited too
 * easily to hold the token itself.
 *
 * A source is whoever numbers the points: it calls them 1, 2, 3, ... in the order of its bodies, and `firstSeq` is the
 * number of the first point of this body. In the forms with columns, points are counted column after column; in lines,
 * line after line and in a line from left to right. Whatever is at or below the stored number is skipped, so that
 * sending again is always safe, cut in the same places or in others.
 *
 *   200 {"ackSeq": n, "stored": k}        stored on disk up to n, k points of this body for the first time; an empty body
 *                                         asks how far a source is
 *   409 {"error": "gap", "ackSeq": n}     nothing of this body is stored: send again from n + 1
 *   409 {"error": "fenced", ...}          the attempt has ended: stop sending
 *   400, 413, 415 {"error", "rule", ...}  a rule is broken: nothing of this body is stored, sending it again is no use
 *   503, 507                              not now; send the same again after `retry-after` seconds
 */
export const POINTS_PATH = /^\/api\/worker\/attempts\/([^/]+)\/points$/;

export const POINTS_VARIABLES = { url: "ABLAB_POINTS_URL", tokenFile: "ABLAB_POINTS_TOKEN_FILE" } as const;

/** The content types of the three forms. `content-encoding: gzip` goes with each. */
export const POINTS_TYPES = {
  columns: "application/json",
  lines: "application/x-ndjson",
  binary: "application/vnd.ablab.points",
} as const;

/** What a body may be. Characters are UTF-16 code units. */
export const POINT_LIMITS = {
  /** As sent, and again after decompression. */
  bodyBytes: 8 * 1024 * 1024,
  /** Decompressed bytes for each compressed one. */
  gzipRatio: 200,
  pointsPerBody: 100_000,
  seriesPerAttempt: 10_000,
  metricCharacters: LONGEST_METRIC_NAME,
  axisCharacters: 64,
  sourceCharacters: 64,
} as const;

/**
 * The form `application/json`: columns of equal length. Without `axis`, x is the train step. `x` and `at` are finite; `at` is
 * in ms since the epoch, one for all points or one for each.
 */
export interface PointsColumns {
  series: { metric: string; axis?: string; x: number[]; value: WireNumber[]; at: number[] | number }[];
}

/** The form `application/x-ndjson`: one such object a line, for instance one per train step. */
export interface PointsLine {
  x: number;
  axis?: string;
  at: number;
  values: Record<string, WireNumber>;
}

/** One column of points as it is read from any form. `value` is any float64, `x` and `at` are finite. */
export interface WirePoints {
  metric: string;
  axis: string;
  x: Float64Array;
  value: Float64Array;
  at: Float64Array;
}

export type PointRule =
  | "body_bytes"
  | "gzip"
  | "gzip_ratio"
  | "content_encoding"
  | "points_per_body"
  | "series_per_attempt"
  | "source"
  | "first_seq"
  | "query"
  | "json"
  | "binary"
  | "unknown_key"
  | "metric"
  | "axis"
  | "x"
  | "value"
  | "at"
  | "length";

/** A body that breaks a rule. `limit` is the number it had to keep, where the rule has one. Known by `name`. */
export class BrokenRule extends Error {
  readonly rule: PointRule;
  readonly limit: number | null;

  constructor(rule: PointRule, message: string, limit: number | null = null) {
    super(message);
    this.name = "BrokenRule";
    this.rule = rule;
    this.limit = limit;
  }
}

const AXIS = /^[A-Za-z][\w./-]*$/;
const SOURCE = /^[A-Za-z0-9][\w.-]*$/;
const { axisCharacters, sourceCharacters, pointsPerBody } = POINT_LIMITS;

/** Throws `BrokenRule` where a metric may not be called so. */
export function checkMetric(name: string): void {
  const issue = metricNameIssue(name);
  if (issue) throw new BrokenRule("metric", issue.message, issue.limit);
}

/** Throws `BrokenRule` where an axis may not be called so. */
export function checkAxis(name: string): void {
  if (name.length > axisCharacters || !AXIS.test(name))
    throw new BrokenRule(
      "axis",
      `An axis is named by a letter and then letters, digits, "_", ".", "/" or "-", at most ${axisCharacters} characters; ${JSON.stringify(name.slice(0, 80))} is not.`,
      axisCharacters,
    );
}

/** Throws `BrokenRule` where a source may not be called so. The trainer's own events have the name "events". */
export function checkSource(name: string): void {
  if (name.length > sourceCharacters || !SOURCE.test(name) || name === "events")
    throw new BrokenRule(
      "source",
      `A source is named by letters, digits, "_", "." or "-", at most ${sourceCharacters} characters, and not "events"; ${JSON.stringify(name.slice(0, 80))} is not.`,
      sourceCharacters,
    );
}

/** Seconds since the epoch, of 2001 to 2286, where milliseconds are meant: the most likely slip of a script. */
const SECONDS = { from: 1e9, to: 1e10 };

/** Throws where the times of a column, of which the first is looked at, are in seconds. */
export function checkTimes({ metric, at }: Pick<WirePoints, "metric" | "at">): void {
  const [first] = at;
  if (first >= SECONDS.from && first < SECONDS.to)
    throw new BrokenRule(
      "at",
      `The time ${first} of ${metric.slice(0, 80)} looks like seconds; "at" is in ms since the epoch. Multiply it by 1000.`,
    );
}

/** Throws `BrokenRule` where a body has more points than one may have. */
export function checkCount(points: number): void {
  if (points > pointsPerBody)
    throw new BrokenRule(
      "points_per_body",
      `A body has at most ${pointsPerBody} points; this one has more. Send it in parts.`,
      pointsPerBody,
    );
}
