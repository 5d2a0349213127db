import { writeBytes } from "#server/wording/quantities.ts";

export interface ReadFile {
  /** Path inside the chosen folder. */
  name: string;
  text: string;
}

const WANTED = /\.(json|mps)$/i;
const MAX_FILE_BYTES = 900_000;
const BATCH_BYTES = 700_000;

/** Files of a folder that a benchmark may hold, by their path inside it. Throws with the file that is too large. */
export async function readFolder(files: FileList): Promise<ReadFile[]> {
  const wanted = [...files].filter((f) => WANTED.test(f.name));
  const large = wanted.find((f) => f.size > MAX_FILE_BYTES);
  if (large)
    throw new Error(
      `${large.name} has ${writeBytes(large.size)}; a benchmark file has at most ${writeBytes(MAX_FILE_BYTES)}.`,
    );
  return Promise.all(
    wanted.map(async (file) => ({
      name: file.webkitRelativePath.split("/").slice(1).join("/") || file.name,
      text: await file.text(),
    })),
  );
}

/** Batches below the server's request limit; one file is never split. */
export function toBatches(files: ReadFile[]): ReadFile[][] {
  const batches: ReadFile[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const bytes = file.text.length + file.name.length + 40;
    if (size + bytes > BATCH_BYTES) {
      batches.push([]);
      size = 0;
    }
    batches[batches.length - 1].push(file);
    size += bytes;
  }
  return batches;
}
