import { gzipSync } from "node:zlib";
import { toWire } from "../../workers/protocol/events.ts";
import { encodePoints } from "../../workers/protocol/points-binary.ts";
import { POINTS_TYPES, type WirePoints } from "../../workers/protocol/points.ts";
import type { PlannedPoint, SourcePlan } from "./point-plan.ts";

export type Form = keyof typeof POINTS_TYPES;

export interface EncodedBody {
  headers: Record<string, string>;
  body: Buffer;
}

/** JSON of a number without losing the sign of zero, which `JSON.stringify` does. */
const jsonNumber = (number: number) => (Object.is(number, -0) ? "-0.0" : JSON.stringify(toWire(number)));

/** Neighbours of one series in one column, so that points are counted as they are numbered. */
export function toColumns(points: readonly PlannedPoint[]): WirePoints[] {
  const runs: PlannedPoint[][] = [];
  for (const point of points) {
    const before = runs.at(-1)?.[0];
    if (before?.metric === point.metric && before.axis === point.axis) runs.at(-1)?.push(point);
    else runs.push([point]);
  }
  return runs.map((run) => ({
    metric: run[0].metric,
    axis: run[0].axis,
    x: Float64Array.from(run, ({ x }) => x),
    value: Float64Array.from(run, ({ value }) => value),
    at: Float64Array.from(run, ({ at }) => at),
  }));
}

function jsonColumn({ metric, axis, x, value, at }: WirePoints): string {
  const list = (numbers: Float64Array) => `[${Array.from(numbers, jsonNumber).join(",")}]`;
  return `{"metric":${JSON.stringify(metric)},"axis":"${axis}","x":${list(x)},"value":${list(value)},"at":${list(at)}}`;
}

const jsonLine = ({ metric, axis, x, value, at }: PlannedPoint) =>
  `{"x":${jsonNumber(x)},"axis":"${axis}","at":${at},"values":{${JSON.stringify(metric)}:${jsonNumber(value)}}}\n`;

function encode(points: readonly PlannedPoint[], form: Form): Buffer {
  if (form === "binary") return Buffer.from(encodePoints(toColumns(points)));
  if (form === "lines") return Buffer.from(points.map(jsonLine).join(""));
  return Buffer.from(`{"series":[${toColumns(points).map(jsonColumn).join(",")}]}`);
}

/** Points of a source with the numbers `from` to `to`, both included. */
export function pointsBetween(plan: SourcePlan, from: number, to: number): PlannedPoint[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => plan.point(from + i));
}

/** The body for points of a source with the numbers `from` to `to`; none where `to` is below `from`. */
export function encodeBody(
  plan: SourcePlan,
  [from, to]: readonly [number, number],
  form: Form,
  zipped: boolean,
): EncodedBody {
  const body = encode(pointsBetween(plan, from, to), form);
  const headers: Record<string, string> = { "content-type": POINTS_TYPES[form] };
  if (!zipped) return { headers, body };
  return { headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(body, { level: 1 }) };
}
