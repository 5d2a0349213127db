import { selectRunsByWords } from "#db/queries/runs.ts";
import type { NamedRun, NamedRunsInput } from "../../../contracts/run.ts";
import type { ServiceContext } from "../../context.ts";
import { scopeId } from "../../projects/find.ts";

/** A text of more words is a sentence, and no name has them all. */
const MOST_WORDS = 8;

/** Runs that have every word of a text in their name, id or experiment, newest launch first; none for an empty text. */
export function namedRuns(ctx: ServiceContext, { project, text, limit }: NamedRunsInput): NamedRun[] {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  return selectRunsByWords(ctx.db, { projectId: scopeId(ctx, project), words }, limit);
}
