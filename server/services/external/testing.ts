import { pointStore } from "#db/points/open-point-store.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { makeWorld, type World } from "../testing.ts";
import { externalVerbs } from "./make-verbs.ts";
import { createToken, ingestActorOf } from "./tokens.ts";
import { tableOfRows, type LoggedTable } from "../../contracts/external/logged-table.ts";
import type { OpenedRun, ExternalRun, ExternalVerbs } from "../../contracts/external/verbs.ts";

export interface ExternalWorld {
  world: World;
  verbs: ExternalVerbs;
  /** The verbs of another token of the same project. */
  again(): ExternalVerbs;
  open(more?: Partial<ExternalRun>): OpenedRun;
}

/** A world with one ingest token, as a wire has it. */
export function externalWorld(): ExternalWorld {
  const world = makeWorld();
  const again = () => {
    const actor = ingestActorOf(world.ctx, createToken(world.ctx, { name: "node" }).token);
    if (!actor) throw new Error("the token opens nothing");
    return externalVerbs(world.as(actor));
  };
  const verbs = again();
  const open = (more: Partial<ExternalRun> = {}) =>
    verbs.open({
      experiment: "gsm8k",
      key: "r1",
      client: "wandb 0.31.0",
      writer: "w1",
      resume: "allow",
      ...more,
    });
  return { world, verbs, again, open };
}

/** Rows of a metric at steps from `from` on, each a millisecond after the one before: a row that is sent again has its moment. */
export const tableOfValues = (metric: string, values: readonly number[], from = 0): LoggedTable =>
  tableOfRows(
    values.map((value, i) => ({
      step: from + i,
      at: 1_800_000_000_000 + from + i,
      values: { [metric]: value },
    })),
  );

/** x and value of a metric of the run's latest attempt. */
export function points(world: World, runId: string, metric: string, axis = "step"): [number, number][] {
  const [attempt] = selectLatestAttempts(world.ctx.db, [runId]);
  const store = pointStore(world.ctx.db);
  const series = store.series([attempt.id], [metric]).find((one) => one.axis === axis);
  if (!series) return [];
  return [...store.rows(series.id, { from: null, to: null })].flatMap((block) =>
    Array.from(block.x, (x, i): [number, number] => [x, block.value[i]]),
  );
}
