import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { readPoints, stepSeries } from "#db/points/read-points.ts";
import type { Objection } from "../../contracts/objection.ts";
import { rescaledReward } from "../../judgement/health/rescaled-reward.ts";
import type { CheckedSeries } from "../../judgement/health/run-rule.ts";
import type { ServiceContext } from "../context.ts";
import { pointValue } from "../runs/objections.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

const REWARDS = ["reward/raw", "reward/shaped"];

/** Sides whose run has the first side's training reward times a factor at every step, with the same seed. */
export function rescaledSides(ctx: ServiceContext, sides: ResolvedSide[]): Objection[] {
  const [first, ...others] = sides;
  const twins = [...new Map(others.map((side) => [side.run.id, side])).values()].filter(
    ({ run }) => run.id !== first.run.id && run.seed === first.run.seed,
  );
  if (twins.length === 0) return [];
  const attempts = new Map(
    selectLatestAttempts(ctx.db, [first.run.id, ...twins.map((t) => t.run.id)]).map((a) => [a.runId, a.id]),
  );
  const read = (runId: string): Map<string, CheckedSeries> =>
    new Map(
      stepSeries(ctx.db, [attempts.get(runId) ?? ""], REWARDS).map(({ id, metric }) => {
        const points = readPoints(ctx.db, id);
        return [metric, { metric, x: points.map((p) => p.x), value: points.map(pointValue) }];
      }),
    );
  const base = read(first.run.id);
  return twins.flatMap((twin) => {
    const own = read(twin.run.id);
    return REWARDS.flatMap((metric) =>
      rescaledReward(
        metric,
        { config: twin.name, series: own.get(metric) },
        { config: first.name, series: base.get(metric) },
      ),
    );
  });
}
