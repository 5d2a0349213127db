import { gunzipSync, gzipSync } from "node:zlib";
import { ProblemFile } from "./problem-file.ts";

/** What a packed set may unfold to; a larger one is refused instead of filling the memory. */
const MAX_BYTES = 128 * 1024 * 1024;

/** A problem file as an event carries it: base64 of its gzipped JSON. */
export function packProblems(file: ProblemFile): string {
  return gzipSync(JSON.stringify(file)).toString("base64");
}

/** The inverse of `packProblems`. Throws an `Error` with a sentence where the text is no packed problem file. */
export function unpackProblems(text: string): ProblemFile {
  let content: unknown;
  try {
    content = JSON.parse(
      gunzipSync(Buffer.from(text, "base64"), { maxOutputLength: MAX_BYTES }).toString("utf8"),
    );
  } catch (error) {
    throw new Error(`The problem set cannot be unpacked: ${(error as Error).message}.`, { cause: error });
  }
  const file = ProblemFile.safeParse(content);
  if (file.success) return file.data;
  const [issue] = file.error.issues;
  throw new Error(
    `The problem set is not a problem file: ${issue.path.join(".") || "the whole"}: ${issue.message}.`,
  );
}
