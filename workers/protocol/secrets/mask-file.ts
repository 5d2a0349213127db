import { drained, maskingBytes } from "./mask.ts";

/** Files that say what a run was started with, or what it printed: names of secrets count in them as their forms do. */
const TELLING =
  /(?:^|[/.])(?:ya?ml|toml|ini|cfg|conf|config|env|envrc|netrc|properties|json|txt|log|out|err|patch|diff|sh|bash|sbatch|slurm|py|ipynb|md|rst|xml|MLmodel|Dockerfile|Makefile)$/i;
/** Tables, completions and pictures of a client are data: their texts are kept but for what is a secret by its form. */
const DATA = /\.(?:table\.json|jsonl|ndjson|csv|tsv|html?|plotly\.json|object3D\.json)$/i;
/** Data whose first line names its columns: below the name of a secret any text is one. */
const TABLE = /\.[ct]sv$/i;
/** What has a zero byte at its beginning is no text. */
const LOOKED_AT = 4096;

/**
 * The bytes of a file that is kept, its secrets masked where it is a text; the same bytes where there are none. In stretches of
 * some milliseconds.
 */
export function* maskingFile(path: string, bytes: Uint8Array): Generator<undefined, Uint8Array> {
  if (bytes.length === 0 || bytes.subarray(0, LOOKED_AT).includes(0)) return bytes;
  const isTelling = TELLING.test(path) && !DATA.test(path);
  return yield* maskingBytes(bytes, TABLE.test(path) ? "table" : isTelling ? "all" : "forms");
}

/** The same at once, for a file that is small or that nobody waits behind. */
export const maskFile = (path: string, bytes: Uint8Array): Uint8Array => drained(maskingFile(path, bytes));
