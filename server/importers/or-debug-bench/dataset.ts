import { z } from "zod";
import { writeOut } from "../../../workers/protocol/visible-text.ts";
import { nameSchema } from "../../contracts/name-schema.ts";
import type { Refusal, UploadedFile } from "../importer.ts";

export const DATASET_FILE = "dataset.json";

/** Limits of the stored record (workers/protocol/problem-file.ts), said here in the words of this format. */
const MAX_PROBLEMS = 20_000;

/** The fields of a problem that are read; the format's others are ignored. */
const Entry = z.object({
  problem_id: nameSchema({
    what: "The id of a problem",
    most: 200,
    missing: "The id of a problem is empty.",
  }),
  model_file: z.string().min(1).max(400),
  error_type: z.string().min(1).max(16),
  target_name: z.string().max(2000).nullish(),
  difficulty: z.string().min(1).max(16).nullish(),
  original_objective: z.number().nullish(),
  // What an entry says of itself beyond that is compared with its model (doubts.ts), whatever type it has.
  iis_constraints: z.unknown().optional(),
  iis_bounds: z.unknown().optional(),
  iis_size: z.unknown().optional(),
  // Of folders that were written here: every fault with its accepted elements, and what the sabotage added or changed.
  roots: z
    .array(z.array(z.string().max(200)).min(1))
    .max(64)
    .optional(),
  injected: z.array(z.string().max(200)).nullish(),
});
export type DatasetEntry = z.infer<typeof Entry>;

/** The two variants: full sets have dataset_name and num_problems, filtered ones benchmark_name and n_problems. */
const Dataset = z.object({
  dataset_name: z.string().min(1).max(120).nullish(),
  benchmark_name: z.string().min(1).max(120).nullish(),
  num_problems: z.number().nullish(),
  n_problems: z.number().nullish(),
  problems: z.array(z.unknown()).min(1).max(MAX_PROBLEMS),
});

/** The index, read. Entries that do not have the expected shape are refusals of their own. */
export interface Index {
  /** Path of dataset.json as uploaded, and of the folder it is in ("" or ending with a slash). */
  file: string;
  folder: string;
  name: string;
  /** Number of problems the index claims to hold; null where it makes no claim. */
  claimed: number | null;
  entries: DatasetEntry[];
  refusals: Refusal[];
}

const wholeRefusal = (file: string, reason: string): Refusal => ({ file, problem: null, line: null, reason });

/** First complaint of a zod check as "path: what". */
function complaint(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue.path.join(".");
  return path === "" ? issue.message : `"${path}": ${issue.message}`;
}

function locate(files: readonly UploadedFile[]): UploadedFile | Refusal {
  const found = files.filter((file) => file.name === DATASET_FILE || file.name.endsWith(`/${DATASET_FILE}`));
  if (found.length === 0)
    return wholeRefusal(DATASET_FILE, "The folder has no dataset.json. Choose the benchmark's own folder.");
  if (found.length > 1)
    return wholeRefusal(
      found[1].name,
      `There is also ${found[0].name}. Import one benchmark folder at a time.`,
    );
  return found[0];
}

function idOf(raw: unknown, position: number): string {
  const id = raw !== null && typeof raw === "object" ? (raw as { problem_id?: unknown }).problem_id : null;
  return typeof id === "string" && id !== "" ? writeOut(id.slice(0, 200)) : `problems[${position}]`;
}

function duplicatesOf(entries: readonly DatasetEntry[], file: string): Refusal[] {
  const seen = new Set<string>();
  const refusals: Refusal[] = [];
  for (const { problem_id: id } of entries) {
    if (seen.has(id))
      refusals.push({
        file,
        problem: id,
        line: null,
        reason: "The id appears twice, so results of the two would be mixed up.",
      });
    seen.add(id);
  }
  return refusals;
}

/**
 * Finds and reads dataset.json. A list of refusals instead of an index means that the whole folder is refused: the file is
 * missing, not JSON, not of the format, empty, or holds an id twice.
 */
export function readIndex(files: readonly UploadedFile[]): Index | Refusal[] {
  const located = locate(files);
  if (!("text" in located)) return [located];
  const file = located.name;
  let json: unknown;
  try {
    json = JSON.parse(located.text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [wholeRefusal(file, `It is not JSON (${detail}). NaN and Infinity are not JSON either.`)];
  }
  const dataset = Dataset.safeParse(json);
  if (!dataset.success) {
    const problems = (json as { problems?: unknown } | null)?.problems;
    if (Array.isArray(problems) && problems.length === 0)
      return [wholeRefusal(file, "It lists no problems.")];
    return [wholeRefusal(file, `It is not an OR-Debug-Bench index: ${complaint(dataset.error)}.`)];
  }
  const entries: DatasetEntry[] = [];
  const refusals: Refusal[] = [];
  dataset.data.problems.forEach((raw, position) => {
    const entry = Entry.safeParse(raw);
    if (entry.success) entries.push(entry.data);
    else
      refusals.push({
        file,
        problem: idOf(raw, position),
        line: null,
        reason: `Entry ${position + 1} does not have the expected shape: ${complaint(entry.error)}.`,
      });
  });
  const duplicates = duplicatesOf(entries, file);
  if (duplicates.length > 0) return duplicates;
  const folder = file.slice(0, file.length - DATASET_FILE.length);
  const ownName = dataset.data.benchmark_name ?? dataset.data.dataset_name;
  return {
    file,
    folder,
    name: ownName ?? (folder.split("/").at(-2) || "or-debug-bench"),
    claimed: dataset.data.n_problems ?? dataset.data.num_problems ?? null,
    entries,
    refusals,
  };
}
