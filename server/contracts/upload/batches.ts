import type { StageFilesInput } from "../benchmark.ts";

/** One file of an upload may have this much; it is held in memory until it is registered. */
export const MAX_UPLOAD_FILE_BYTES = 64 * 1024 * 1024;

const BATCH_CHARACTERS = 700_000;
/** JSON writes a quote as two characters, and a file may be all quotes. A multiple of 4: parts of base64 are base64. */
const PART_CHARACTERS = 350_000;

type Part = StageFilesInput["files"][number];

/** Parts of a text that put together are the text; none ends between the two halves of a character. */
function partsOf({ name, text }: { name: string; text: string }): Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < text.length || from === 0;) {
    let end = Math.min(text.length, from + PART_CHARACTERS);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1])) end--;
    parts.push({ name, text: text.slice(from, end), ...(from > 0 && { goesOn: true }) });
    if (end === text.length) break;
    from = end;
  }
  return parts;
}

/** Files in batches below the server's request limit; a large file comes in parts. */
export function toBatches(files: readonly { name: string; text: string }[]): Part[][] {
  const batches: Part[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const part of files.flatMap(partsOf)) {
    const characters = part.text.length + part.name.length + 60;
    if (size + characters > BATCH_CHARACTERS) {
      batches.push([]);
      size = 0;
    }
    batches[batches.length - 1].push(part);
    size += characters;
  }
  return batches;
}
