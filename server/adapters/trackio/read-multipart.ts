import { TRACKIO_LIMITS } from "../../contracts/limits/adapters.ts";
import type { Upload } from "./uploads.ts";

/** RFC 2046: a boundary has at most 70 characters. */
const LONGEST_BOUNDARY = 70;
/** Bytes of the head of a part; longer ones are no file's. */
const LONGEST_HEAD = 16 * 1024;

const NAME = /filename="((?:[^"\\]|\\.)*)"/i;
const BOUNDARY = /boundary=(?:"([^"]+)"|([^;\s]+))/i;

/**
 * The files of a multipart body, whose boundary is in its content type; empty where it is none, null where they are too many.
 * A head ends before the next boundary, so each byte is looked at a fixed number of times. The files are copies, since a part of
 * the body would keep all of it; but one that is most of the body.
 */
export function readMultipart(body: Uint8Array, contentType: string): Upload[] | null {
  const given = BOUNDARY.exec(contentType);
  const mark = given?.[1] ?? given?.[2];
  if (mark === undefined || mark.length > LONGEST_BOUNDARY) return [];
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const boundary = Buffer.from(`--${mark}`);
  const uploads: Upload[] = [];
  let parts = 0;
  let at = bytes.indexOf(boundary);
  while (at !== -1) {
    const start = at + boundary.length;
    const next = bytes.indexOf(boundary, start);
    if (next === -1) break;
    if (++parts > TRACKIO_LIMITS.parts.most) return null;
    const head = bytes.subarray(start, Math.min(next, start + LONGEST_HEAD));
    const end = head.indexOf("\r\n\r\n");
    const name = end === -1 ? undefined : NAME.exec(head.toString("utf8", 0, end))?.[1];
    if (name !== undefined) {
      if (uploads.length === TRACKIO_LIMITS.files.most) return null;
      // The line break before a boundary is the boundary's.
      const file = bytes.subarray(start + end + 4, next - 2);
      uploads.push({ name, bytes: 2 * file.length > bytes.length ? file : new Uint8Array(file) });
    }
    at = next;
  }
  return uploads;
}
