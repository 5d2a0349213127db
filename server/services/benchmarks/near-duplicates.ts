import { selectBenchmark, selectBenchmarks, selectModels } from "#db/queries/benchmarks.ts";
import { setImmediate } from "node:timers/promises";
import type { BenchmarkFilesInput, NearDuplicates } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import { SeenTexts } from "../../importers/seen-texts.ts";
import type { ServiceContext } from "../context.ts";

/** Problems of other sets that are compared, newest sets first: some seconds. */
const MOST = 20_000;

/** Models read between two looks at what else waits. */
const AT_ONCE = 100;

/**
 * Problems of all other registered sets that are near-duplicates of this one's: four fifths of their rows are the same,
 * whatever they are called and wherever they stand. The same problems are not counted; they are known by their content.
 */
export async function nearDuplicates(
  ctx: ServiceContext,
  { id }: BenchmarkFilesInput,
): Promise<NearDuplicates> {
  if (!selectBenchmark(ctx.db, id)) throw new ServiceError("not_found", `There is no benchmark ${id}.`);
  const own = new SeenTexts();
  const hashes = new Set<string>();
  let read = 0;
  const rest = async () => {
    if (++read % AT_ONCE === 0) await setImmediate();
  };
  for (const { key, hash, mps } of selectModels(ctx.db, id)) {
    own.add(key, mps);
    hashes.add(hash);
    await rest();
  }
  const answer: NearDuplicates = { sets: [], compared: 0, left: 0 };
  for (const other of selectBenchmarks(ctx.db)) {
    if (other.id === id) continue;
    const room = Math.max(0, MOST - answer.compared);
    const models = selectModels(ctx.db, other.id).slice(0, room);
    answer.compared += models.length;
    answer.left += other.n - models.length;
    let near = 0;
    let example: NearDuplicates["sets"][number]["example"] | null = null;
    for (const { key, hash, mps } of models) {
      const twin = hashes.has(hash) ? null : own.near(mps);
      await rest();
      if (twin === null) continue;
      near++;
      example ??= { own: twin, other: key };
    }
    if (example) answer.sets.push({ id: other.id, name: other.name, near, compared: models.length, example });
  }
  answer.sets.sort((a, b) => b.near - a.near);
  return answer;
}
