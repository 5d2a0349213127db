import { selectFile } from "#db/queries/external.ts";
import type { Preview } from "../../contracts/media/media.ts";
import type { ServiceContext } from "../context.ts";

interface PreviewType {
  preview: Preview;
  type: string;
}

const begins = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text;

/** By the first bytes: what a client calls a file decides nothing. */
const BY_CONTENT: readonly [isIt: (bytes: Uint8Array) => boolean, type: PreviewType][] = [
  [(bytes) => begins(bytes, "\x89PNG\r\n"), { preview: "image", type: "image/png" }],
  [(bytes) => begins(bytes, "\xff\xd8\xff"), { preview: "image", type: "image/jpeg" }],
  [(bytes) => begins(bytes, "GIF8"), { preview: "image", type: "image/gif" }],
  [(bytes) => begins(bytes, "RIFF") && begins(bytes, "WEBP", 8), { preview: "image", type: "image/webp" }],
  [(bytes) => begins(bytes, "BM"), { preview: "image", type: "image/bmp" }],
  [(bytes) => begins(bytes, "RIFF") && begins(bytes, "WAVE", 8), { preview: "audio", type: "audio/wav" }],
  [(bytes) => begins(bytes, "ID3") || begins(bytes, "\xff\xfb"), { preview: "audio", type: "audio/mpeg" }],
  [(bytes) => begins(bytes, "fLaC"), { preview: "audio", type: "audio/flac" }],
  [(bytes) => begins(bytes, "OggS"), { preview: "audio", type: "audio/ogg" }],
  [(bytes) => begins(bytes, "ftyp", 4), { preview: "video", type: "video/mp4" }],
  [(bytes) => begins(bytes, "\x1aE\xdf\xa3"), { preview: "video", type: "video/webm" }],
];

/** Texts have no first bytes of their own: they are shown in a frame without rights, or as a picture, where no script runs. */
const BY_ENDING: readonly [ending: RegExp, type: PreviewType][] = [
  [/\.svg$/i, { preview: "image", type: "image/svg+xml" }],
  [/\.html?$/i, { preview: "html", type: "text/html; charset=utf-8" }],
  [/\.plotly\.json$/i, { preview: "plotly", type: "application/json" }],
];

/** How a file may be shown; null where it is a download alone. */
export function previewOf(path: string, bytes: Uint8Array): PreviewType | null {
  const byContent = BY_CONTENT.find(([isIt]) => isIt(bytes));
  if (byContent) return byContent[1];
  return BY_ENDING.find(([ending]) => ending.test(path))?.[1] ?? null;
}

/** A file that a page may show, with the type that it is given to browsers by; null for any other. */
export function openPreview(
  ctx: Pick<ServiceContext, "db">,
  id: number,
): { type: string; data: Buffer } | null {
  const file = selectFile(ctx.db, id);
  const found = file?.data ? previewOf(file.path, file.data) : null;
  return found && file?.data ? { type: found.type, data: file.data } : null;
}
