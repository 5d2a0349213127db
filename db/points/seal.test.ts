import { afterAll, expect, test } from "vitest";
import { pointStore } from "./open-point-store.ts";
import type { PointColumns } from "./point-store.ts";
import { columnOf, range, TestFiles } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

const POINTS = range(0, 100).map((x) => ({ x, value: Math.sin(x), at: 1_766_000_000_000 + 137 * x }));

interface Change {
  change?: (column: PointColumns) => void;
  metric?: string;
  axis?: string;
}

/** The sha256 of an attempt with 100 points, changed before they are sent. */
function sealed({ change, metric = "loss", axis = "step" }: Change): string {
  const { db } = files.fresh();
  const columns = [columnOf(POINTS, metric, axis), columnOf(POINTS, "other")];
  change?.(columns[0]);
  pointStore(db).append([{ attemptId: "att_1", source: "", firstSeq: 1, columns }]);
  const { sha256 } = pointStore(db).seal("att_1");
  files.close(db);
  return sha256;
}

/** Changes the lowest bit of a number. */
function flip(column: Float64Array, i: number): void {
  new Uint8Array(column.buffer, column.byteOffset + 8 * i, 1)[0] ^= 1;
}

test("the sha256 of a sealed attempt is of every bit of its points, their metrics and their axes", () => {
  const changed: Change[] = [
    {},
    { change: ({ value }) => flip(value, 37) },
    { change: ({ at }) => flip(at, 99) },
    { change: ({ x }) => flip(x, 50) },
    { metric: "loss2" },
    { axis: "steps" },
  ];
  const digests = changed.map(sealed);
  expect(new Set(digests).size).toBe(changed.length);
  expect(changed.map(sealed)).toEqual(digests);
});
