import { zstdDecompressSync } from "node:zlib";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import type { PointBlock } from "#db/points/point-store.ts";
import { parquetRows, type SeriesLabels } from "./parquet-rows.ts";

const labels = (more: Partial<SeriesLabels> = {}): SeriesLabels => ({
  project: "lp-debug",
  run: "run_0000000000000001",
  runName: "grpo-baseline-s0",
  attempt: 1,
  metric: "reward/raw",
  axis: "step",
  ...more,
});

const points = (value: number[], x = value.map((_, i) => i)): PointBlock => ({
  x: Float64Array.from(x),
  value: Float64Array.from(value),
  at: Float64Array.from(value, (_, i) => 1_766_000_000_000.25 + i),
});

/** Writes rows and reads them back with a reader that shares no code with the writer's encoders. */
async function roundTrip(write: (rows: ReturnType<typeof parquetRows>) => void) {
  const pieces: Buffer[] = [];
  const rows = parquetRows((bytes) => pieces.push(Buffer.from(bytes)));
  write(rows);
  rows.end();
  const whole = Buffer.concat(pieces);
  const file = whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  return {
    pieces,
    metadata: parquetMetadata(file),
    rows: await parquetReadObjects({ file, compressors }),
  };
}

const bitsOf = (values: readonly number[]) => [...new BigUint64Array(Float64Array.from(values).buffer)];

test("every float64 comes back with its bits: signed zeros, infinities, subnormals and integers beyond 2^53", async () => {
  const strange = [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, -Number.MAX_VALUE];
  const values = [...strange, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 0.1, Number.NaN, -0, 0];
  const xs = [-(2 ** 53), -0.5, 0, 1e-300, 0.25, 1, 2, 3, 4, 5, 6, 7, 2 ** 53];
  const { rows } = await roundTrip((file) => file.add(labels(), 0, points(values, xs)));
  expect(bitsOf(rows.map((row) => row.value as number))).toEqual(bitsOf(values));
  expect(bitsOf(rows.map((row) => row.x as number))).toEqual(bitsOf(xs));
  expect(rows.map((row) => row.at)).toEqual(values.map((_, i) => 1_766_000_000_000.25 + i));
});

test("rows name their project, run, attempt, metric and axis, and are numbered within their series", async () => {
  const { rows } = await roundTrip((file) => {
    file.add(labels(), 0, points([1, 2]));
    file.add(labels(), 2, points([3]));
    file.add(labels({ attempt: 2, metric: "größe µ/损失 🎯", axis: "tokens" }), 0, points([4]));
  });
  expect(rows).toEqual([
    { ...row({}), seq: 1, x: 0, value: 1, at: 1_766_000_000_000.25 },
    { ...row({}), seq: 2, x: 1, value: 2, at: 1_766_000_000_001.25 },
    { ...row({}), seq: 3, x: 0, value: 3, at: 1_766_000_000_000.25 },
    {
      ...row({ attempt: 2, metric: "größe µ/损失 🎯", axis: "tokens" }),
      seq: 1,
      x: 0,
      value: 4,
      at: 1_766_000_000_000.25,
    },
  ]);
});

function row(more: Partial<SeriesLabels>) {
  const { runName, ...rest } = labels(more);
  return { ...rest, run_name: runName };
}

test("a series longer than a group of rows goes on in the next group, and each group is handed over when it is full", async () => {
  const values = Float64Array.from({ length: 55_001 }, (_, i) => Math.sin(i));
  const { pieces, metadata, rows } = await roundTrip((file) => file.add(labels(), 0, points([...values])));
  expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([20_000, 20_000, 15_001]);
  expect(pieces.length).toBe(4);
  expect(rows.map((one) => one.value as number)).toEqual([...values]);
  expect(rows.at(-1)?.seq).toBe(55_001);
});

test("a file without points is a Parquet file with columns and no rows", async () => {
  const { metadata, rows } = await roundTrip(() => {});
  expect(rows).toEqual([]);
  expect(metadata.schema.map(({ name }) => name)).toEqual([
    "points",
    "project",
    "run",
    "run_name",
    "metric",
    "axis",
    "attempt",
    "seq",
    "x",
    "value",
    "at",
  ]);
});
