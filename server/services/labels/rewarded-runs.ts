import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectDependents, selectFinalEvaluation } from "#db/queries/inputs.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { FromTo, RewardedRun } from "../../contracts/prm.ts";
import type { ServiceContext } from "../context.ts";

/** Runs that are listed, newest first. */
const MOST = 40;

const SERIES = {
  dead: "group/zero_share_raw",
  score: "reward/prm",
  verified: "reward/raw",
  quick: "eval/rr_at_5",
} as const;

type Ends = Record<keyof typeof SERIES, FromTo | null>;

/** The first and the last value of each series of an attempt. */
function endsOf(ctx: ServiceContext, attemptId: string): Ends {
  const store = pointStore(ctx.db);
  const own = new Map(
    store
      .series([attemptId], Object.values(SERIES))
      .filter(({ axis }) => axis === DEFAULT_AXIS)
      .map(({ metric, id }) => [metric, id]),
  );
  const ends = (metric: string): FromTo | null => {
    const id = own.get(metric);
    if (id === undefined) return null;
    const first = store.read(id, { from: null, to: null }).next().value?.value[0];
    const last = store.tail(id, 1).value[0];
    return first === undefined || last === undefined ? null : { first, last };
  };
  return {
    dead: ends(SERIES.dead),
    score: ends(SERIES.score),
    verified: ends(SERIES.verified),
    quick: ends(SERIES.quick),
  };
}

/** Runs whose reward holds the score of one of these models, with what became of score, verified reward and success. */
export function rewardedRuns(
  ctx: ServiceContext,
  models: readonly { id: string; name: string }[],
): RewardedRun[] {
  const paid = models
    .flatMap((model) =>
      selectDependents(ctx.db, model.id)
        .filter(({ input, run }) => input.kind === "prm" && Number(run.params.prm_weight ?? 0) > 0)
        .map(({ run }) => ({ run, model })),
    )
    .toSorted((a, b) => b.run.queuedAt - a.run.queuedAt)
    .slice(0, MOST);
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      paid.map(({ run }) => run.id),
    ).map((attempt) => [attempt.runId, attempt.id]),
  );
  return paid.flatMap(({ run, model }) => {
    const attempt = attempts.get(run.id);
    if (attempt === undefined) return [];
    return [
      {
        run: { id: run.id, name: run.name, state: run.state },
        model,
        weight: Number(run.params.prm_weight),
        use: String(run.params.prm_use ?? "mean"),
        scope: String(run.params.prm_scope ?? "all"),
        problems: selectFinalEvaluation(ctx.db, run.id)?.n ?? null,
        ...endsOf(ctx, attempt),
      },
    ];
  });
}
