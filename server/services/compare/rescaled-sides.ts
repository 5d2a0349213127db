import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { stepSeries } from "#db/points/read-series.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import type { Finding } from "../../contracts/finding.ts";
import type { FoldedPoints } from "../../checks/health/fold.ts";
import { rescaledReward } from "../../checks/health/rescaled-reward.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import type { ServiceContext } from "../context.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

const REWARDS = ["reward/raw", "reward/shaped"];
/** Points of one reward that are read beside those of another for one answer. */
const MOST_READ = 250_000;

/** Whether two runs may have had one seed: where nobody said either, one factor at every step says it. */
const mayShareSeed = (a: number, b: number) => a === b || (!isSaidSeed(a) && !isSaidSeed(b));

/** The points of a series with what another one has at the same x, block by block. */
export function* sideBySide(store: PointStore, id: number, besideId: number): Generator<FoldedPoints> {
  for (const { x, value } of store.read(id, { from: null, to: null })) {
    const beside = new Float64Array(x.length).fill(Number.NaN);
    const paired = new Uint8Array(x.length);
    let i = 0;
    for (const other of store.read(besideId, { from: x[0], to: x[x.length - 1] }))
      other.x.forEach((at, k) => {
        while (i < x.length && x[i] < at) i++;
        if (x[i] !== at) return;
        beside[i] = other.value[k];
        paired[i] = 1;
      });
    yield { x, value, beside, paired };
  }
}

/** Sides whose run has the first side's training reward times a factor at every step, with the same seed. */
export function rescaledSides(ctx: ServiceContext, sides: readonly ResolvedSide[]): Finding[] {
  const [first, ...others] = sides;
  const twins = [...new Map(others.map((side) => [side.run.id, side])).values()].filter(
    ({ run }) => run.id !== first.run.id && mayShareSeed(run.seed, first.run.seed),
  );
  if (twins.length === 0) return [];
  const attempts = new Map(
    selectLatestAttempts(ctx.db, [first.run.id, ...twins.map((t) => t.run.id)]).map((a) => [a.runId, a.id]),
  );
  const store = pointStore(ctx.db);
  const read = (runId: string): Map<string, number> =>
    new Map(
      stepSeries(ctx.db, [attempts.get(runId) ?? ""], REWARDS).map(({ id, metric }) => [metric, id] as const),
    );
  const base = read(first.run.id);
  return twins.flatMap((twin) => {
    const own = read(twin.run.id);
    return REWARDS.flatMap((metric) => {
      const [id, besideId] = [own.get(metric), base.get(metric)];
      if (id === undefined || besideId === undefined) return [];
      const portions = sideBySide(store, id, besideId);
      return rescaledReward(metric, twin.name, first.name, portions, MOST_READ);
    });
  });
}
