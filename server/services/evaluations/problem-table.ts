import { selectProblemOutcomes } from "#db/queries/episodes.ts";
import type { ProblemTable } from "../../contracts/evaluation.ts";
import type { ServiceContext } from "../context.ts";
import { requireHead } from "./head.ts";

const SHOWN_HASH = 16;
const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);
const bitOrNull = (value: boolean | null) => (value === null ? null : bit(value));

/** Words by the number that stands for them, in order of first use. */
class Words {
  readonly list: string[] = [];
  private readonly index = new Map<string, number>();

  of(word: string): number {
    let at = this.index.get(word);
    if (at === undefined) {
      this.index.set(word, (at = this.list.length));
      this.list.push(word);
    }
    return at;
  }
}

/** The outcome on every problem in the compact form that a page reads; the order is the population's. */
export function problemTable(ctx: ServiceContext, id: string): ProblemTable {
  requireHead(ctx, id);
  const [types, levels] = [new Words(), new Words()];
  const rows = selectProblemOutcomes(ctx.db, id).map((row): ProblemTable["rows"][number] => [
    row.key,
    row.hash.slice(0, SHOWN_HASH),
    types.of(row.type),
    levels.of(row.level),
    bit(row.solved),
    row.steps,
    row.op,
    row.da,
    bitOrNull(row.clean),
    bitOrNull(row.confirmed),
    bit(row.episode),
    row.passed,
  ]);
  return { types: types.list, levels: levels.list, rows };
}
