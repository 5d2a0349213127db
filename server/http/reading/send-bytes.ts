import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { PointBlock } from "#db/points/point-store.ts";

/** An answer that is no JSON: written when its turn comes, as fast as it is read. */
export class Sent {
  readonly send: (response: ServerResponse) => Promise<void>;

  constructor(send: (response: ServerResponse) => Promise<void>) {
    this.send = send;
  }
}

const POINTS_TYPE = "application/vnd.ablab.points";

const bytesOf = (column: Float64Array): Buffer =>
  Buffer.from(column.buffer, column.byteOffset, column.byteLength);

/** A block of points: count, then the columns, all little-endian as every machine here is. */
function packed({ x, value, at }: PointBlock): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(x.length);
  return Buffer.concat([count, bytesOf(x), bytesOf(value), bytesOf(at)]);
}

/** Points of one metric, block by block; others get their turn between two. A connection that breaks off has no last block. */
export const sendPoints = ({
  blocks,
  ...head
}: {
  metric: string;
  axis: string;
  n: number;
  blocks: Iterable<PointBlock>;
}): Sent =>
  new Sent(async (response) => {
    response.writeHead(200, { "content-type": POINTS_TYPE, "cache-control": "no-store" });
    response.write(`${JSON.stringify(head)}\n`);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    for (const block of blocks) {
      if (response.destroyed) return;
      if (!response.write(packed(block)))
        await once(response, "drain", { signal: gone.signal }).catch(() => response.destroy());
      else await setImmediate();
    }
    response.end(Buffer.alloc(4));
  });

/** A file as it came; never shown by the browser itself. */
export const sendFile = ({ fileName, data }: { fileName: string; data: Buffer }): Sent =>
  new Sent(async (response) => {
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-length": data.length,
      "content-disposition": `attachment; filename="${fileName}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "no-store",
    });
    response.end(data);
  });
