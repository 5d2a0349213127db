import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead, type Compressors } from "hyparquet";
import type { RunningBench } from "../ablab-process.ts";
import { blocksOf } from "./point-generator.ts";
import { hashPoints, pointHasher, type PointHash } from "./point-hash.ts";
import type { FilledRun } from "./point-world.ts";

const compressors: Compressors = { ZSTD: (bytes) => zstdDecompressSync(bytes) };
const COLUMNS = ["run", "metric", "x", "value", "at"] as const;

interface Rows {
  run: string[];
  metric: string[];
  x: Float64Array;
  value: Float64Array;
  at: Float64Array;
}

function joined(parts: readonly Float64Array[], length: number): Float64Array {
  const all = new Float64Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The rows of a file, one group of rows at a time. */
async function* groupsOf(path: string): AsyncGenerator<Rows> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const pages: Record<string, unknown[]> = {};
    const onChunk = (chunk: { columnName: string; columnData: unknown }) =>
      (pages[chunk.columnName] ??= []).push(chunk.columnData);
    await parquetRead({ file, metadata, compressors, columns: [...COLUMNS], rowStart, rowEnd, onChunk });
    const words = (name: string) => (pages[name] as string[][]).flat();
    const numbers = (name: string) => joined(pages[name] as Float64Array[], rowEnd - rowStart);
    const [x, value, at] = [numbers("x"), numbers("value"), numbers("at")];
    yield { run: words("run"), metric: words("metric"), x, value, at };
    rowStart = rowEnd;
  }
}

/** The hash of every series of an exported file, by run and metric. */
export async function hashFile(path: string): Promise<Map<string, PointHash>> {
  const hashes = new Map<string, PointHash>();
  let open = null as { key: string; hasher: ReturnType<typeof pointHasher> } | null;
  const close = () => open && hashes.set(open.key, open.hasher.end());
  for await (const { run, metric, x, value, at } of groupsOf(path)) {
    for (let from = 0; from < x.length;) {
      let to = from + 1;
      while (to < x.length && metric[to] === metric[from] && run[to] === run[from]) to += 1;
      const key = `${run[from]} ${metric[from]}`;
      if (open?.key !== key) {
        close();
        open = { key, hasher: pointHasher() };
      }
      open.hasher.add({
        x: x.subarray(from, to),
        value: value.subarray(from, to),
        at: at.subarray(from, to),
      });
      from = to;
    }
  }
  close();
  return hashes;
}

export interface CheckedExport {
  seconds: number;
  bytes: number;
  points: number;
  series: number;
  /** Series of the file with every bit that was sent, and no other point. */
  equal: number;
}

/** Exports a project over HTTP, says when it has arrived, and compares each series of the file with what the generator made. */
export async function checkExport(
  bench: RunningBench,
  project: string,
  runs: readonly FilledRun[],
  arrived: () => void,
): Promise<CheckedExport> {
  const folder = mkdtempSync(join(tmpdir(), "ablab-export-"));
  const path = join(folder, "project.parquet");
  const token = readFileSync(join(bench.home, "tokens", "operator"), "utf8").trim();
  try {
    const started = performance.now();
    const answer = await fetch(`${bench.url}/api/export/projects/${project}.parquet`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok || !answer.body)
      throw new Error(`The export answered ${answer.status}: ${await answer.text()}`);
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(path));
    const seconds = (performance.now() - started) / 1000;
    arrived();
    const hashes = await hashFile(path);
    const sent = runs.flatMap(({ runId, series }) =>
      series.map((one) => ({ key: `${runId} ${one.metric}`, hash: () => hashPoints(blocksOf(one)) })),
    );
    const equal = sent.filter(({ key, hash }) => hashes.get(key)?.sha256 === hash().sha256).length;
    const points = [...hashes.values()].reduce((sum, one) => sum + one.points, 0);
    return { seconds, bytes: statSync(path).size, points, series: hashes.size, equal };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
