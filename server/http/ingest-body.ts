import type { IncomingMessage } from "node:http";
import { gunzip } from "node:zlib";
import { BrokenRule, POINT_LIMITS } from "../../workers/protocol/points.ts";
import { createTurns, type Hold, TooBusy } from "./ingest-answer.ts";

const { bodyBytes, gzipRatio } = POINT_LIMITS;

/** A small body may be decompressed to this much whatever its ratio, which says little there. */
const SMALL_BYTES = 64 * 1024;

/**
 * Before it is decompressed nobody knows what a body becomes, and to refuse it for the most it may become would refuse
 * honest ones. So bodies are decompressed only as many at once as have room at the worst, and the others wait.
 */
const inTurn = createTurns(2 * bodyBytes);

/** The connection ended before the body did, or nothing more came; there is nobody to answer. */
export class BodyCut extends Error {
  constructor() {
    super("The connection ended before the body did.");
    this.name = "BodyCut";
  }
}

/** A body of which nothing arrives for so long is given up; its room is wanted by others. */
const STALLED_MS = 5000;

const tooLong = (what: string) =>
  new BrokenRule(
    "body_bytes",
    `A body of points has at most ${bodyBytes} bytes ${what}; send it in parts.`,
    bodyBytes,
  );

/** Reads the body as sent; what comes after a broken limit is let pass by unread. */
function receive(request: IncomingMessage, hold: Hold): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      timer.refresh();
      size += chunk.length;
      if (size > bodyBytes) fail(tooLong("as it is sent"));
      else if (!hold.add(chunk.length)) fail(new TooBusy());
      else chunks.push(chunk);
    };
    const fail = (error: Error) => {
      clearTimeout(timer);
      chunks.length = 0;
      request.off("data", onData).resume();
      reject(error);
    };
    const timer = setTimeout(() => fail(new BodyCut()), STALLED_MS);
    request.on("data", onData);
    request.once("end", () => {
      clearTimeout(timer);
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.once("close", () => {
      if (!request.complete) fail(new BodyCut());
    });
  });
}

/** Decompresses until one of the limits is broken, and never holds more than they allow. */
function decompress(packed: Buffer, byRatio: number, maxOutputLength: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gunzip(packed, { maxOutputLength }, (error, body) => {
      if (!error) resolve(body);
      else if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE")
        reject(new BrokenRule("gzip", `The body cannot be decompressed: ${error.message}.`));
      else if (byRatio < bodyBytes)
        reject(
          new BrokenRule(
            "gzip_ratio",
            `A body decompresses to at most ${gzipRatio} times its size; this one of ${packed.length} bytes is larger.`,
            gzipRatio,
          ),
        );
      else reject(tooLong("after decompression"));
    });
  });
}

/**
 * The whole body of a request, decompressed, within the limits; its bytes are added to `hold`. Throws `BrokenRule`,
 * `TooBusy` or `BodyCut`.
 */
export async function readPointsBody(request: IncomingMessage, hold: Hold): Promise<Buffer> {
  const encoding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding !== "identity" && encoding !== "gzip")
    throw new BrokenRule(
      "content_encoding",
      `The content encoding ${JSON.stringify(encoding.slice(0, 40))} is not taken; send gzip or none.`,
    );
  if (Number(request.headers["content-length"] ?? 0) > bodyBytes) throw tooLong("as it is sent");
  const sent = await receive(request, hold);
  if (encoding === "identity" || sent.length === 0) return sent;
  const byRatio = Math.max(SMALL_BYTES, sent.length * gzipRatio);
  const most = Math.min(bodyBytes, byRatio);
  const body = await inTurn(hold.owner, most, () => decompress(sent, byRatio, most));
  if (!hold.add(body.length)) throw new TooBusy();
  return body;
}
