import { createReadStream, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isServiceError } from "../errors.ts";
import { benchmarkArchive } from "../services/benchmarks/files.ts";
import type { ServiceContext } from "../services/context.ts";
import { exportPoints, findExport } from "../services/export/export-points.ts";
import type { ExportScope } from "../services/export/write-points.ts";
import { explainFailure } from "../services/storage.ts";
import { sendJson } from "./send.ts";

export const EXPORT_PREFIX = "/api/export/";

const KINDS: Record<string, ExportScope["kind"]> = {
  runs: "run",
  experiments: "experiment",
  projects: "project",
};

function scopeOf(path: string): ExportScope | null {
  const [, plural, id] = /^\/api\/export\/(runs|experiments|projects)\/([\w,-]+)\.parquet$/.exec(path) ?? [];
  if (plural === undefined) return null;
  return { kind: plural === "runs" && id.includes(",") ? "runs" : KINDS[plural], id };
}

const BENCHMARK = /^\/api\/export\/benchmarks\/([\w-]+)\.tar\.gz$/;

/** Dataset and models of a registered set, packed while they are sent. */
async function sendBenchmark(response: ServerResponse, ctx: ServiceContext, id: string): Promise<void> {
  const { folder, parts } = await benchmarkArchive(ctx, id);
  response.writeHead(200, {
    "content-type": "application/gzip",
    "content-disposition": `attachment; filename="${folder}.tar.gz"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
  });
  await pipeline(Readable.from(parts, { objectMode: false }), createGzip(), response);
}

const STATUS: Partial<Record<string, number>> = { not_found: 404, unavailable: 503, full: 507 };

/**
 * `GET /api/export/runs/ID.parquet`, `/runs/ID,ID.parquet`, `/experiments/ID.parquet`, `/projects/ID_OR_NAME.parquet`: every point as a file. It
 * is sent when it is whole, so that what arrives with a 200 can be read. `/benchmarks/ID.tar.gz`: a set as a folder of files.
 */
export async function handleExport(
  response: ServerResponse,
  ctx: ServiceContext,
  path: string,
): Promise<void> {
  const wanted = scopeOf(path);
  const benchmark = BENCHMARK.exec(path)?.[1];
  if (!wanted && benchmark === undefined)
    return sendJson(response, 404, {
      error: "not_found",
      message: `An export is ${EXPORT_PREFIX}runs/ID.parquet, experiments/ID.parquet, projects/NAME.parquet or benchmarks/ID.tar.gz.`,
    });
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    if (!wanted) return await sendBenchmark(response, ctx, String(benchmark));
    const { scope, fileName } = findExport(ctx, wanted);
    const file = await exportPoints(ctx, scope, gone.signal);
    try {
      response.writeHead(200, {
        "content-type": "application/vnd.apache.parquet",
        "content-length": statSync(file.path).size,
        "content-disposition": `attachment; filename="${fileName}"`,
        "content-security-policy": "sandbox; default-src 'none'",
        "cache-control": "no-store",
        "x-ablab-points": file.points,
        "x-ablab-series": file.series,
      });
      await pipeline(createReadStream(file.path), response);
    } finally {
      file.remove();
    }
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refusal = explainFailure(ctx, error);
    if (!isServiceError(refusal)) throw error;
    sendJson(response, STATUS[refusal.code] ?? 500, { error: refusal.code, message: refusal.message });
  }
}
