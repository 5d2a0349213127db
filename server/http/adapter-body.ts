import type { IncomingMessage } from "node:http";
import { Readable, type Transform } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { writeBytes } from "../wording/quantities.ts";
import { TooBusy, type Hold } from "./ingest-answer.ts";

/** A body that is not taken, and the status that says so. Known by `name`. */
export class AdapterRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "AdapterRefusal";
    this.status = status;
  }
}

/** A body of which nothing arrives for so long is given up. */
const STALLED_MS = 15_000;

const UNPACKERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

const tooLarge = (limit: number, what: string) =>
  new AdapterRefusal(413, `A body has at most ${writeBytes(limit)}${what}.`);

/** Lets pass what flows through, as long as it stays within the limit and there is room. */
async function* within(
  stream: AsyncIterable<Buffer>,
  hold: Hold,
  limit: number,
  what: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit, what);
    if (!hold.add(chunk.length)) throw new TooBusy();
    yield chunk;
  }
}

/** The body as it arrives; left readable where it is refused, so that the answer can still be heard. */
async function* heard(request: IncomingMessage, onChunk: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    onChunk();
    yield chunk;
  }
}

/** Unpacks while it is read, and stops at the limit, so that a small body never becomes a large one. */
async function* unpacked(sent: AsyncIterable<Buffer>, unpacker: Transform): AsyncGenerator<Buffer> {
  const source = Readable.from(sent, { objectMode: false });
  source.on("error", (error) => unpacker.destroy(error));
  source.pipe(unpacker);
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if (isOurs(error)) throw error;
    throw new AdapterRefusal(400, `The body cannot be unpacked: ${(error as Error).message}.`);
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof Error && ["AdapterRefusal", "TooBusy", "AbortError"].includes(error.name);

/**
 * The whole body of a request, unpacked, at most `limit` bytes before and after; its bytes are added to `hold`. Throws
 * `AdapterRefusal` or `TooBusy`, and whatever ends the connection.
 */
export async function readAdapterBody(request: IncomingMessage, hold: Hold, limit: number): Promise<Buffer> {
  const encoding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit, " as it is sent");
  if (encoding !== "identity" && !Object.hasOwn(UNPACKERS, encoding))
    throw new AdapterRefusal(
      415,
      `The content encoding ${JSON.stringify(encoding.slice(0, 40))} is not known.`,
    );
  const stalled = setTimeout(() => request.destroy(), STALLED_MS);
  const sent = within(
    heard(request, () => stalled.refresh()),
    hold,
    limit,
    " as it is sent",
  );
  const body =
    encoding === "identity"
      ? sent
      : within(unpacked(sent, UNPACKERS[encoding]()), hold, limit, " when it is unpacked");
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } finally {
    clearTimeout(stalled);
  }
  return joined(chunks);
}

/** Bytes that are copied at once: memory that was never used comes page by page. */
const COPIED_AT_ONCE = 4 * 1024 * 1024;

/** A body as one piece, a large one with others served while it is put together. */
async function joined(chunks: readonly Buffer[]): Promise<Buffer> {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (size <= COPIED_AT_ONCE) return Buffer.concat(chunks);
  const body = Buffer.allocUnsafeSlow(size);
  let [at, pauseAt] = [0, COPIED_AT_ONCE];
  for (const chunk of chunks) {
    at += chunk.copy(body, at);
    if (at < pauseAt) continue;
    pauseAt = at + COPIED_AT_ONCE;
    await setImmediate();
  }
  return body;
}
