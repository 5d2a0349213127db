import { expect, test } from "vitest";
import { gunzipSync } from "node:zlib";
import { readColumns } from "#server/services/ingest/columns.ts";
import { readLines } from "#server/services/ingest/lines.ts";
import { decodePoints } from "../../workers/protocol/points-binary.ts";
import type { WirePoints } from "../../workers/protocol/points.ts";
import { encodeBody, pointsBetween, type Form } from "./encode-body.ts";
import { planSource, type PlannedPoint } from "./point-plan.ts";

/** The points of columns, column after column. */
const flat = (columns: readonly WirePoints[]): PlannedPoint[] =>
  columns.flatMap(({ metric, axis, x, value, at }) =>
    Array.from(x, (_, i) => ({ metric, axis, x: x[i], value: value[i], at: at[i] })),
  );

function read(form: Form, body: Buffer): PlannedPoint[] {
  if (form === "binary") return flat(decodePoints(body));
  if (form === "columns") return flat(readColumns(JSON.parse(body.toString())));
  const { columns, order } = readLines(body.toString());
  const taken = columns.map(() => 0);
  return [...order].map((c) => flat([columns[c]])[taken[c]++]);
}

test("a plan gives the same points however it is asked, and each form brings them over bit by bit in the same order", () => {
  const plan = planSource(3, 1, 2);
  plan.point(900);
  const points = pointsBetween(planSource(3, 1, 2), 201, 600);
  expect(pointsBetween(plan, 201, 600)).toEqual(points);
  expect(
    points.some(({ value }) => Object.is(value, -0)) && points.some(({ value }) => Number.isNaN(value)),
  ).toBe(true);
  for (const form of ["columns", "lines", "binary"] as const) {
    expect(read(form, encodeBody(plan, [201, 600], form, false).body), form).toEqual(points);
    expect(read(form, gunzipSync(encodeBody(plan, [201, 600], form, true).body)), form).toEqual(points);
    expect(read(form, encodeBody(plan, [1, 0], form, false).body), form).toEqual([]);
  }
});
