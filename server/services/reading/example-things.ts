import { selectRunPage } from "#db/queries/runs.ts";
import type { ReadRunDetail } from "../../contracts/reading/things.ts";
import { projectIdOf } from "./scope.ts";
import type { ServiceContext } from "../context.ts";
import { readEvaluations } from "./evaluations.ts";
import { readFiles } from "./files.ts";
import { readRun } from "./runs.ts";

/** Runs that are looked at for one that has most of what examples name. */
const LOOKED_AT = 20;

/** Things that the caller reads, for examples: of a run that has numbers, and of those one that was evaluated; words where there is none. */
export function exampleThings(ctx: ServiceContext) {
  const filter = { projectId: projectIdOf(ctx), experimentId: null, states: null, search: "" };
  const found = selectRunPage(ctx.db, filter, LOOKED_AT, 0, "launch").map(({ run }) => run.id);
  const measured = found.filter((id) => readEvaluations(ctx, id).evaluations.length > 0);
  // A summary may tell thousands of metrics: no more of them are read than it takes to find one.
  let run: ReadRunDetail | null = null;
  for (const id of [...measured, ...found]) if ((run = readRun(ctx, id)).summary.length > 0) break;
  if (!run)
    return { run: "RUN", experiment: "EXPERIMENT", evaluation: "EVALUATION", metric: "loss", file: "FILE" };
  const metric = run.summary.find(({ axis }) => axis === "step") ?? run.summary[0];
  return {
    run: run.id,
    experiment: run.experiment.id,
    evaluation: readEvaluations(ctx, run.id).evaluations[0]?.id ?? "EVALUATION",
    metric: metric?.metric ?? "loss",
    file: readFiles(ctx, run.id).files.find(({ kept }) => kept)?.id ?? "FILE",
  };
}
