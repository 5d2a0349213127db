import {
  selectBenchmark,
  selectBenchmarks,
  selectModels,
  selectUncompared,
  updateNearDuplicates,
} from "#db/queries/benchmarks.ts";
import type { BenchmarkFilesInput, NearDuplicates } from "../../contracts/benchmark.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { SeenTexts } from "../../importers/seen-texts.ts";
import { commit, type ServiceContext } from "../context.ts";
import { inTurns } from "../in-turns.ts";

/** Problems of other sets that are compared, newest sets first: some seconds. */
const MOST = 20_000;

/** Models read between two looks at what else waits: some tens of milliseconds. */
const AT_ONCE = 50;

/**
 * Problems of all other registered sets that are near-duplicates of this one's: four fifths of their rows are the same,
 * whatever they are called and wherever they stand. The same problems are not counted; they are known by their content.
 */
function* nearDuplicates(ctx: ServiceContext, id: string): Generator<void, NearDuplicates> {
  const own = new SeenTexts();
  const hashes = new Set<string>();
  let read = 0;
  for (const { key, hash, mps } of selectModels(ctx.db, id)) {
    own.add(key, mps);
    hashes.add(hash);
    if (++read % AT_ONCE === 0) yield;
  }
  const answer: NearDuplicates = { sets: [], own: hashes.size, compared: 0, left: 0, at: ctx.now() };
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
      if (++read % AT_ONCE === 0) yield;
      if (twin === null) continue;
      near++;
      example ??= { own: twin, other: key };
    }
    if (example) answer.sets.push({ id: other.id, name: other.name, near, compared: models.length, example });
  }
  answer.sets.sort((a, b) => b.near - a.near);
  return answer;
}

/** Looks for near-duplicates of a registered set, beside everything else, and keeps what was found with the set. */
export async function compareSet(ctx: ServiceContext, { id }: BenchmarkFilesInput): Promise<NearDuplicates> {
  if (!selectBenchmark(ctx.db, id)) throw new ServiceError("not_found", `There is no benchmark ${id}.`);
  const near = await inTurns(nearDuplicates(ctx, id));
  commit(ctx, (scope) => {
    updateNearDuplicates(scope.db, id, near);
    scope.touch(topics.benchmarks);
  });
  return near;
}

/** The same for every set of which it is not known yet, those in `not` left out. Throws with the set that could not be read. */
export async function compareNewSets(ctx: ServiceContext, not: Set<string>): Promise<void> {
  for (const id of selectUncompared(ctx.db)) {
    if (not.has(id)) continue;
    not.add(id);
    await compareSet(ctx, { id });
    not.delete(id);
  }
}
