import { pointStore } from "#db/points/open-point-store.ts";
import { hasMoreRunsThan } from "#db/queries/runs.ts";
import { parseColumnId } from "../contracts/run-table-columns.ts";
import type { ServiceContext } from "./context.ts";

/** Up to so many runs a question over all of them takes some milliseconds, and is answered where it is asked. */
export const FEW_RUNS = 2000;

/** A question over all runs. */
export interface Question<Input, Answer> {
  /** Its name in `readers/questions.ts`, where its work stands once more for the reading thread. */
  name: string;
  work(ctx: ServiceContext, input: Input, signal?: AbortSignal): Answer | Promise<Answer>;
  /** Metrics that are read though no column names them. */
  reads?: readonly string[];
}

/** Every text that stands anywhere in a question. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}

/** Whoever reads in another thread sees rows of series and not what waits to be added to them. */
function settleFor(ctx: ServiceContext, input: unknown, reads: readonly string[]): void {
  const metrics = textsIn(input).flatMap((id) => {
    const column = parseColumnId(id);
    return column?.kind === "metric" ? [column.metric] : [];
  });
  pointStore(ctx.db).settle([...new Set([...metrics, ...reads])]);
}

/**
 * Answers a question over all runs: of a bench of many in the reading thread, so that nothing else waits for it. Throws
 * `too_large` where it would hold too much, `unavailable` where too many wait.
 */
export async function aside<Input, Answer>(
  ctx: ServiceContext,
  { name, work, reads = [] }: Question<Input, Answer>,
  input: Input,
  signal?: AbortSignal,
): Promise<Answer> {
  if (!ctx.reader || !hasMoreRunsThan(ctx.db, FEW_RUNS)) return work(ctx, input, signal);
  settleFor(ctx, input, reads);
  return (await ctx.reader.ask(name, input, signal)) as Answer;
}
